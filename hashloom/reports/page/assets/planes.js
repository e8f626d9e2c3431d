// SPDX-License-Identifier: Apache-2.0
// Throughput or latency against area: one target large, several beside each other.
"use strict";

const LARGE = 480;
const SMALL = 250;

// The window reaches beyond its values by the first of these factors; it spans at least the second.
const MARGIN = 1.3;
const SPAN = 4;
// That of shares begins at 0.
const SHARE_MARGIN = 1.15;

function windowOf(values) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const factor = Math.max(MARGIN, Math.sqrt(SPAN / (high / low)));
  return [low / factor, high * factor];
}

// What may stand in one plane: designs on one target, all with one kind of clock or all mapped only; those of others
// beside ours. What papers printed is by itself.
function panels(rows, y) {
  const kind = (row) => (row.mapped_only ? ", mapped" : row.wires ? ", with wires" : "");
  return [...groups(rows.filter((row) => height(row, y)), (row) => `${row.target}${kind(row)}`)]
    .map(([key, own]) => ({
      key,
      rows: own,
      target: own[0].target,
      mapped: Boolean(own[0].mapped_only),
      wires: Boolean(own[0].wires),
      published: own[0].series === "published",
    }))
    .sort((a, b) => a.published - b.published || a.mapped - b.mapped
      || a.rows[0].technology?.localeCompare(b.rows[0].technology ?? "") || 0);
}

function planeContent(panel, y, large) {
  const { rows } = panel;
  const ranked = rows.filter((row) => !row.series || panel.published);
  const strong = new Set([...groups(ranked, (row) => row.function).values()].map((own) => best(own, efficiency)));
  const share = REPORT.axes[y][1];
  const heights = rows.map((row) => height(row, y));
  const [x0, x1] = windowOf(rows.map((row) => row.area));
  const [y0, y1] = share ? [0, Math.max(...heights) * SHARE_MARGIN] : windowOf(heights);
  const points = rows.map((row) => ({
    id: row.id,
    x: row.area,
    y: height(row, y),
    name: row.design,
    family: row.mark,
    hollow: row.digest_bits === 256,
    strong: strong.has(row) ? 1 : 0,
    label: large && strong.has(row) ? row.function : "",
    tip: tipOf(row),
  })).sort((a, b) => a.strong - b.strong);
  const edge = share ? [] : front(rows, y);
  const line = edge.map((row) => ({ x: row.area, y: height(row, y) }));
  // Where there is no front its line is a point in the corner: labels cannot keep clear of nothing.
  line.push(line.length ? { x: x1, y: line.at(-1).y } : { x: x0, y: y0 });
  return {
    data: { points, front: line },
    window: { x0, x1, y0, y1 },
    height: large ? Math.min(LARGE, Math.round(innerHeight * 0.75)) : SMALL,
    edge,
  };
}

// What the pointer sees of a point.
function tipOf(row) {
  const about = [row.target, row.goal, row.wires && "with wires", row.series && REPORT.families[row.mark].title];
  const tip = { title: row.design, target: about.filter(Boolean).join(", ") };
  if (row.clock_mhz) tip.clock = `${number(row.clock_mhz, 1)} MHz`;
  if (row.levels) tip["slowest path"] = `${short(row.levels)} levels`;
  if (row.throughput_gbps) tip.throughput = `${short(row.throughput_gbps)} Gbit/s`;
  if (row.latency_ns) tip.latency = `${short(row.latency_ns)} ns`;
  if (row.area) tip.area = `${number(row.area, 0)} ${row.area_unit ?? ""}`;
  if (row.throughput_per_area) tip.ratio = `${short(row.throughput_per_area)} kbit/s per ${row.area_unit ?? "unit"}`;
  if (row.ratio_to_sha2) tip["ratio / SHA-2"] = short(row.ratio_to_sha2);
  if (row.energy_pj_per_bit) tip.energy = `${short(row.energy_pj_per_bit)} pJ/bit`;
  if (row.energy_delay) tip["energy-delay"] = `${short(row.energy_delay)} pJ ns/bit²`;
  if (row.wire_share) tip.wires = percent(row.wire_share);
  if (row.glitch_share) tip.glitches = percent(row.glitch_share);
  return tip;
}

function showPlanes(state, rows) {
  const found = panels(rows, state.y);
  const large = new Set(found.map((panel) => panel.target)).size === 1;
  const what = REPORT.axes[state.y][0];
  byId("planes").classList.toggle("single", large);
  byId("plane-text").textContent = planeText(state, found, large);
  const keys = found.map((panel) => panel.key);
  figuresOf(byId("planes"), keys).forEach((figure, i) => {
    const panel = found[i];
    const content = planeContent(panel, state.y, large);
    const unit = panel.rows[0].area_unit ?? "units";
    const front = content.edge.map((row) => row.design);
    const ours = panel.rows.filter((row) => !row.series).length;
    const counts = [[ours, "designs"], [panel.rows.length - ours, panel.published ? "published" : "of others"]];
    const label = `${what} against area on ${panel.key}`;
    showFigure(figure, {
      name: `${state.y} ${unit} ${panel.mapped ? "mapped" : "placed"}`,
      content,
      file: `${panel.key.replace(/[^\w.-]+/g, "-")}-${state.y}`,
      caption: planeCaption(panel, large),
      label,
      text: `${label}: ${counts.filter(([count]) => count).map((one) => one.join(" ")).join(", ")}. `
        + (front.length ? `On the front, smallest first: ${front.join(", ")}. ` : "")
        + "The table of all results has every figure.",
    });
    figure.querySelector(".below").innerHTML = large && content.edge.length ? frontList(content.edge, state.y) : "";
  });
  showUndrawn(rows.filter((row) => !height(row, state.y)), state.y);
  showLegend(state);
}

// What has no place in the pictures, by what it lacks.
function showUndrawn(rows, y) {
  const parts = [...groups(rows, (row) => whyNot(row, y))].map(([why, own]) => `<h3>${escaped(why)}: ${own.length}</h3>
    <p class="names">${own.map((row) => `<button type="button" class="link" data-row="${escaped(row.id)}">${
    escaped(nameOf(row))}</button>`).join(", ")}</p>`);
  byId("undrawn").hidden = !rows.length;
  byId("undrawn").innerHTML = `<summary>Not in these pictures: ${number(rows.length, 0)} results</summary>${
    parts.join("")}`;
}

function planeCaption(panel, large) {
  const name = large
    ? `<strong>${escaped(panel.target)}</strong>`
    : `<button type="button" class="link" data-target="${escaped(panel.target)}">${escaped(panel.target)}</button>`;
  const about = escaped(REPORT.targets[panel.target] ?? "");
  const said = panel.mapped ? "mapped, not placed; throughput relative" : panel.wires ? "clock with wires"
    : panel.published ? "printed in papers" : "";
  const mapped = said && `<span class="mapped">${said}</span>`;
  return `${name} <span class="about">${about}</span> ${mapped}`;
}

function planeText(state, found, large) {
  if (!found.length) return "No result with these filters has an area and a speed.";
  const [what, share] = REPORT.axes[state.y];
  const better = state.y === "throughput" ? "up and left" : "down and left";
  const lines = state.y === "throughput" ? " Along a dotted line throughput per area is the same." : "";
  const theirs = found.some((panel) => panel.rows.some((row) => row.series))
    ? " Cores of others and what papers printed are grey and on no front." : "";
  const wires = found.some((panel) => panel.wires)
    ? " Designs at the clock with wires have pictures, and a front, of their own." : "";
  const more = large ? "" : " The name of a target shows it large.";
  const front = share ? `Each point is a design. The ${what} has no merit of its own, so there is no front.`
    : `Each point is a design; better is ${better}.${lines} The solid line is the Pareto front.`;
  return `${front} Hollow points have 256 bits; on pale ones another design of the function has more throughput per `
    + `area.${wires}${theirs}${more}`;
}

// The front as buttons, for those who do not point.
function frontList(edge, y) {
  const items = edge.map((row) => {
    const unit = {
      throughput: row.mapped_only ? "bit/level" : "Gbit/s",
      latency: row.mapped_only ? "levels" : "ns",
      energy: "pJ/bit",
      "energy-delay": "pJ ns/bit²",
    }[y];
    const figure = `${short(height(row, y))} ${unit}`;
    return `<li><button type="button" class="link" data-row="${escaped(row.id)}">${escaped(row.design)}</button>
      <span>${escaped(row.goal)}, ${number(row.area, 0)} ${escaped(row.area_unit ?? "")}, ${figure}</span></li>`;
  });
  return `<h3>Pareto front, smallest first</h3><ol class="front">${items.join("")}</ol>`;
}

const OUTLINES = {
  circle: "M-5,0a5,5 0 1,0 10,0a5,5 0 1,0 -10,0",
  square: "M-4.5,-4.5h9v9h-9z",
  "triangle-up": "M0,-5L5,4.5L-5,4.5z",
  "triangle-down": "M0,5L5,-4.5L-5,-4.5z",
  diamond: "M0,-6L5,0L0,6L-5,0z",
  "triangle-right": "M5,0L-4.5,5L-4.5,-5z",
  "triangle-left": "M-5,0L4.5,5L4.5,-5z",
  cross: "M-5,-2h3v-3h4v3h3v4h-3v3h-4v-3h-3z",
};

// The marks of the families as switches: those pressed are shown, with none pressed all.
function showLegend(state) {
  const shown = new Set(ROWS.filter((row) => height(row, state.y) && passes(row, { ...state, family: [] }))
    .map((row) => row.mark));
  const focused = document.activeElement?.dataset?.family;
  const items = Object.entries(REPORT.families).filter(([name]) => shown.has(name)).map(([name, family]) => {
    const colour = typeof family.colour === "number" ? `--family-${family.colour}` : `--${family.colour}`;
    const chosen = state.family.includes(name);
    return `<li><button type="button" data-family="${escaped(name)}" aria-pressed="${chosen}"
      class="${state.family.length && !chosen ? "off" : ""}">
      <svg viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true">
      <path d="${OUTLINES[family.shape]}" fill="var(${colour})"></path></svg> ${escaped(family.title)}</button></li>`;
  });
  byId("legend").innerHTML = items.join("");
  if (focused) byId("legend").querySelector(`[data-family="${CSS.escape(focused)}"]`)?.focus();
}

function makeLegend() {
  byId("legend").addEventListener("click", (event) => {
    const name = event.target.closest("[data-family]")?.dataset.family;
    if (!name) return;
    const { family } = readState();
    change({ family: family.includes(name) ? family.filter((one) => one !== name) : [...family, name] });
  });
}
