// SPDX-License-Identifier: Apache-2.0
// Throughput or latency against area: one target large, several beside each other.
"use strict";

const LARGE = 480;
const SMALL = 250;

// The window reaches beyond its values by the first of these factors; it spans at least the second.
const MARGIN = 1.3;
const SPAN = 4;

function windowOf(values) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const factor = Math.max(MARGIN, Math.sqrt(SPAN / (high / low)));
  return [low / factor, high * factor];
}

// What may stand in one plane: designs on one target, all placed or all mapped only.
function panels(rows, y) {
  const drawn = rows.filter((row) => row.state === "ok" && row.area && height(row, y));
  return [...groups(drawn, (row) => (row.mapped_only ? `${row.target}, mapped` : row.target))]
    .map(([key, own]) => ({ key, rows: own, target: own[0].target, mapped: Boolean(own[0].mapped_only) }))
    .sort((a, b) => a.mapped - b.mapped || a.rows[0].technology?.localeCompare(b.rows[0].technology ?? "") || 0);
}

function planeContent(panel, y, large) {
  const { rows } = panel;
  const strong = new Set([...groups(rows, (row) => row.function).values()].map((own) => best(own, efficiency)));
  const [x0, x1] = windowOf(rows.map((row) => row.area));
  const [y0, y1] = windowOf(rows.map((row) => height(row, y)));
  const points = rows.map((row) => ({
    id: row.id,
    x: row.area,
    y: height(row, y),
    name: row.design,
    family: row.family ?? "other",
    hollow: row.digest_bits === 256,
    strong: strong.has(row) ? 1 : 0,
    label: large && strong.has(row) ? row.function : "",
    tip: tipOf(row),
  })).sort((a, b) => a.strong - b.strong);
  const edge = front(rows, y);
  const line = edge.map((row) => ({ x: row.area, y: height(row, y) }));
  line.push({ x: x1, y: line.at(-1).y });
  return {
    data: { points, front: line },
    window: { x0, x1, y0, y1 },
    height: large ? Math.min(LARGE, Math.round(innerHeight * 0.75)) : SMALL,
    edge,
  };
}

// What the pointer sees of a point.
function tipOf(row) {
  const tip = { title: row.design, target: `${row.target}, ${row.goal}` };
  if (row.clock_mhz) tip.clock = `${number(row.clock_mhz, 1)} MHz`;
  if (row.levels) tip["slowest path"] = `${short(row.levels)} levels`;
  if (row.throughput_gbps) tip.throughput = `${short(row.throughput_gbps)} Gbit/s`;
  if (row.latency_ns) tip.latency = `${short(row.latency_ns)} ns`;
  if (row.area) tip.area = `${number(row.area, 0)} ${row.area_unit ?? ""}`;
  if (row.throughput_per_area) tip.ratio = `${short(row.throughput_per_area)} kbit/s per ${row.area_unit ?? "unit"}`;
  if (row.ratio_to_sha2) tip["ratio / SHA-2"] = short(row.ratio_to_sha2);
  return tip;
}

function showPlanes(state, rows) {
  const found = panels(rows, state.y);
  const large = new Set(found.map((panel) => panel.target)).size === 1;
  byId("planes").classList.toggle("single", large);
  byId("plane-text").textContent = planeText(state, found, large);
  const keys = found.map((panel) => panel.key);
  figuresOf(byId("planes"), keys).forEach((figure, i) => {
    const panel = found[i];
    const content = planeContent(panel, state.y, large);
    const unit = panel.rows[0].area_unit ?? "units";
    const front = content.edge.map((row) => row.design);
    const label = `${state.y} against area on ${panel.key}`;
    showFigure(figure, {
      name: `${state.y} ${unit} ${panel.mapped ? "mapped" : "placed"}`,
      content,
      file: `${panel.key.replace(/[^\w.-]+/g, "-")}-${state.y}`,
      caption: planeCaption(panel, large),
      label,
      text: `${label}: ${panel.rows.length} designs. On the front, smallest first: ${front.join(", ")}. `
        + "The table of all results has every figure.",
    });
    figure.querySelector(".below").innerHTML = large ? frontList(content.edge, state.y) : "";
  });
  showLegend(found.flatMap((panel) => panel.rows));
}

function planeCaption(panel, large) {
  const name = large
    ? `<strong>${escaped(panel.target)}</strong>`
    : `<button type="button" class="link" data-target="${escaped(panel.target)}">${escaped(panel.target)}</button>`;
  const about = escaped(REPORT.targets[panel.target] ?? "");
  const mapped = panel.mapped ? '<span class="mapped">mapped, not placed; throughput relative</span>' : "";
  return `${name} <span class="about">${about}</span> ${mapped}`;
}

function planeText(state, found, large) {
  if (!found.length) return "No result with these filters has an area and a speed.";
  const better = state.y === "throughput" ? "up and left" : "down and left";
  const lines = state.y === "throughput" ? " Along a dotted line throughput per area is the same." : "";
  const more = large ? "" : " The name of a target shows it large.";
  return `Each point is a design; better is ${better}.${lines} The solid line is the Pareto front. Hollow points have `
    + `256 bits; on pale ones another design of the function has more throughput per area.${more}`;
}

// The front as buttons, for those who do not point.
function frontList(edge, y) {
  const items = edge.map((row) => {
    const figure = y === "throughput"
      ? row.throughput_gbps ? `${short(row.throughput_gbps)} Gbit/s` : `${short(row.bits_per_level)} bit/level`
      : row.latency_ns ? `${short(row.latency_ns)} ns` : `${short(row.latency_levels)} levels`;
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
  cross: "M-5,-2h3v-3h4v3h3v4h-3v3h-4v-3h-3z",
};

function showLegend(rows) {
  const shown = new Set(rows.map((row) => row.family ?? "other"));
  const items = Object.entries(REPORT.families).filter(([name]) => shown.has(name)).map(([, family]) => {
    const colour = typeof family.colour === "number" ? `--family-${family.colour}` : `--${family.colour}`;
    return `<li><svg viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true">
      <path d="${OUTLINES[family.shape]}" fill="var(${colour})"></path></svg> ${escaped(family.title)}</li>`;
  });
  byId("legend").innerHTML = items.join("");
}
