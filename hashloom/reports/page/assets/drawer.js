// SPDX-License-Identifier: Apache-2.0
// The drawer: all that is known about one row. The browser keeps the focus inside, and returns it.
"use strict";

const MAPPED = "Mapped, not placed; throughput relative. There is no clock: what is known is the length of the "
  + "slowest path in levels of logic.";
const WITH_WIRES = "At the clock with estimated wires, which compares with others at such a clock only.";
const NOT_OURS = {
  others: "A core of other people, beside ours and never ranked with ours as one of them.",
  published: "As a paper prints it, in the technology of the paper; never ranked with ours.",
};

function makeDrawer() {
  const drawer = byId("drawer");
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-row]");
    if (opener) change({ row: opener.dataset.row });
    const target = event.target.closest("[data-target]");
    if (target) change({ target: [target.dataset.target] });
  });
  drawer.addEventListener("close", () => change({ row: "" }));
  drawer.addEventListener("click", async (event) => {
    // Beside the content lies the backdrop.
    if (event.target === drawer || event.target.closest(".close")) drawer.close();
    const copy = event.target.closest(".copy");
    if (!copy) return;
    await navigator.clipboard?.writeText(copy.previousElementSibling.textContent);
    copy.textContent = "Copied";
  });
}

function showDrawer(state) {
  const drawer = byId("drawer");
  const row = ROW_OF.get(state.row);
  if (!row) {
    if (drawer.open) drawer.close();
    return;
  }
  if (drawer.dataset.shown !== row.id || !drawer.open) {
    drawer.innerHTML = drawerContent(row);
    drawer.dataset.shown = row.id;
  }
  if (!drawer.open) drawer.showModal();
  drawer.scrollTop = 0;
}

function drawerContent(row) {
  const target = REPORT.targets[row.target];
  return `<div class="inside">
    <button type="button" class="close" aria-label="Close" autofocus>✕</button>
    <h2 id="drawer-heading">${escaped(row.design)}</h2>
    <p class="about">${escaped(row.target)}${target ? `, ${escaped(target)}` : ""}; ${
    row.goal ? `goal ${escaped(row.goal)}` : ""}
      <span class="state ${escaped(row.outcome)}">${escaped(row.outcome)}</span></p>
    ${pinButton(row)}
    ${row.message ? `<p class="message">${escaped(row.message)}</p>` : ""}
    ${row.mapped_only ? `<p class="text">${MAPPED}</p>` : ""}
    ${row.wires ? `<p class="text">${WITH_WIRES}</p>` : ""}
    ${row.series ? `<p class="text">${NOT_OURS[row.series]} ${escaped(row.note ?? "")}</p>` : ""}
    ${list(figureItems(row))}
    ${seedTable(row)}
    ${section("Take it home", row.pick ? commandLine(row.pick.export) : "")}
    ${section("Make it again", commands(row).map(commandLine).join(""))}
    ${section("Critical path", path(row))}
    ${section("RTL", rtl(row))}
    ${section("Tools and digests", list(originItems(row)))}
  </div>`;
}

function section(heading, content) {
  return content ? `<h3>${heading}</h3>${content}` : "";
}

// A list of names and what they are; without those whose content is not known.
function list(items) {
  const known = items.filter(([, value]) => value !== undefined && value !== "");
  const lines = known.map(([name, value]) => `<div><dt>${escaped(name)}</dt><dd>${escaped(value)}</dd></div>`);
  return `<dl>${lines.join("")}</dl>`;
}

function figure(value, unit, digits = 4) {
  return value === undefined ? undefined : `${short(value, digits)} ${unit}`.trim();
}

function figureItems(row) {
  const unit = row.area_unit ?? "units";
  const clocks = row.clock_mhz_min < row.clock_mhz_max
    ? ` (${number(row.clock_mhz_min, 1)} to ${number(row.clock_mhz_max, 1)})` : "";
  const latency = row.latency_ns ? `, ${short(row.latency_ns, 4)} ns`
    : row.latency_levels ? `, ${short(row.latency_levels, 4)} levels` : "";
  const [throughput, area, ratio] = ["throughput", "area", "ratio"].map((name) => short(row[`${name}_to_sha2`]));
  return [
    ["clock", row.clock_mhz && `${number(row.clock_mhz, 1)} MHz${clocks}`],
    ["slowest path", figure(row.levels, "levels of logic")],
    ["block", figure(row.block_bits, "bits", 6)],
    ["cycles a block", figure(row.cycles_per_block, "")],
    ["messages in flight", figure(row.stages, "")],
    ["latency", row.latency_cycles && `${row.latency_cycles} cycles${latency}`],
    ["throughput", figure(row.throughput_gbps, "Gbit/s") ?? figure(row.bits_per_level, "bit per level (relative)")],
    ["area", row.area && `${number(row.area, 0)} ${unit}`],
    ["flip-flops", figure(row.area_ff, "", 7)],
    ["look-up tables", unit === "LUT" ? undefined : figure(row.area_lut, "", 7)],
    ["throughput per area", figure(row.throughput_per_area, `kbit/s per ${unit}`)
      ?? figure(row.bits_per_level_per_area, `bit/level per 1000 ${unit} (relative)`)],
    ["beside SHA-2", row.ratio_to_sha2 && `throughput ${throughput}, area ${area}, ratio ${ratio}`],
    ["settings", Object.entries(row.settings ?? {}).map((pair) => pair.join("=")).join(", ")],
    ["clock without wires", row.wires && `${number(row.clock_without_wires_mhz, 1)} MHz`],
    ["share of wires", row.wire_share && `${percent(row.wire_share)} of the clock, ${number(row.wire_mm, 1)} mm`],
    ["energy", figure(row.energy_pj_per_bit, "pJ/bit")],
    ["energy-delay product", figure(row.energy_delay, "pJ ns/bit²")],
    ["share of glitches", row.glitch_share && percent(row.glitch_share)],
    ...Object.entries(row.energy ?? {}).map(([name, value]) => [name.replace("_pj_per_bit", ", energy"), figure(value, "pJ/bit")]),
    ["device", row.device],
    ["computes", row.title],
    ["from", row.origin],
    ["flow", row.same_flow === undefined ? undefined : row.same_flow ? "that which ours went through" : "another"],
    ["cycles", row.cycles_assumed ? "assumed, not counted" : undefined],
    ["digest", { true: "right in simulation", false: "not looked at" }[row.digest_verified]],
  ];
}

function seedTable(row) {
  if (!row.seeds?.length) return "";
  const lines = row.seeds.map((seed) => `<tr>
    <th scope="row">${escaped(seed.seed)}</th><td>${escaped(seed.state ?? ABSENT)}</td>
    <td class="number">${number(seed.clock_mhz ?? undefined, 1)}</td>
    <td class="number">${number(seed.area_lut ?? undefined, 0)}</td></tr>`);
  return section("Placements", `<table class="seeds">
    <thead><tr><th scope="col">seed</th><th scope="col">state</th>
    <th scope="col" class="number">MHz</th><th scope="col" class="number">LUT</th></tr></thead>
    <tbody>${lines.join("")}</tbody></table>`);
}

// A command with a button that copies it; lines break between words only.
function commandLine(text) {
  const words = text.split(" ").map((one) => `<span>${escaped(one)}</span>`).join(" ");
  return `<div class="command"><code>${words}</code>
    <button type="button" class="copy" aria-label="${escaped(`Copy ${text}`)}">Copy</button></div>`;
}

// A word of a shell: as it is, or in quotation marks.
function word(text) {
  return /^[\w./=:@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function commands(row) {
  if (!row.family || row.series) return [];
  const set = Object.entries(row.settings ?? {}).map(([name, value]) => ` --set ${word(`${name}=${value}`)}`).join("");
  const seeds = row.mapped_only ? " --seeds 0" : row.seeds?.length && !row.wires ? ` --seeds ${row.seeds.length}` : "";
  return [
    `hashloom verify ${word(row.design)}${set}`,
    `hashloom synth ${word(row.design)} --target ${word(row.target)} --goal ${word(row.goal)}${seeds}${set}`,
  ];
}

function path(row) {
  if (!row.critical_path) return "";
  const levels = row.logic_levels ? `<p class="about">${number(row.logic_levels, 0)} levels of logic</p>` : "";
  const [start, end] = row.critical_path.map((name) => `<code>${escaped(name)}</code>`);
  return `<p class="path">${start} → ${end}</p>${levels}`;
}

function rtl(row) {
  const family = REPORT.families[row.family];
  if (!family?.folder || row.series) return "";
  return family.link
    ? `<p><a href="${escaped(family.link)}">${escaped(family.folder)}</a></p>`
    : `<p><code>${escaped(family.folder)}</code></p>`;
}

function originItems(row) {
  const said = { true: "simulated, right digests", false: "not simulated" };
  return [
    ...Object.entries(row.tools ?? {}),
    ["netlist", said[row.netlist_simulated]],
    ["RTL", row.rtl_digest],
    ["vectors", row.vectors_digest],
    ["synthesis", row.synthesis_key],
    ["campaign", row.campaign],
  ];
}
