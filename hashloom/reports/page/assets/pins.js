// SPDX-License-Identifier: Apache-2.0
// Two designs side by side, with what the second is to the first.
"use strict";

function makePins() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-pin]");
    if (!button) return;
    const id = button.dataset.pin;
    const { pin } = readState();
    // A third takes the place of the second.
    change({ pin: pin.includes(id) ? pin.filter((one) => one !== id) : [...pin.slice(0, PINS - 1), id] });
  });
  byId("swap").addEventListener("click", () => change({ pin: readState().pin.reverse() }));
  byId("unpin").addEventListener("click", () => {
    change({ pin: [] });
    byId("main").focus();
  });
}

// A switch that pins a row; `showPins` keeps all of them right.
function pinButton(row) {
  const pressed = readState().pin.includes(row.id);
  return `<button type="button" class="pin" data-pin="${escaped(row.id)}" aria-pressed="${pressed}"
    aria-label="${escaped(`Pin ${nameOf(row)}`)}">${pressed ? "Pinned" : "Pin"}</button>`;
}

// What of two rows can be set against each other: on one target, at one kind of clock.
function comparable(one, other) {
  if (one.target !== other.target) return "They are on different targets, so areas, times and energies do not compare.";
  if (Boolean(one.mapped_only) !== Boolean(other.mapped_only)) {
    return "One is mapped and not placed, so times do not compare.";
  }
  if (Boolean(one.wires) !== Boolean(other.wires)) return "One clock is with wires and one without, so times do not compare.";
  return "";
}

// Figures of a row: name, unit, value, and whether it compares on all targets, in area or in time.
function pinFigures(row) {
  const unit = row.area_unit ?? "";
  return [
    ["digest", "bits", row.digest_bits, "all"],
    ["block", "bits", row.block_bits, "all"],
    ["cycles a block", "", row.cycles_per_block, "all"],
    ["messages in flight", "", row.stages, "all"],
    ["area", unit, row.area, "area"],
    ["flip-flops", "", row.area_ff, "area"],
    ["clock", "MHz", row.clock_mhz, "time"],
    ["slowest path", "levels", row.mapped_only ? row.levels : undefined, "time"],
    ["throughput", row.mapped_only ? "bit/level" : "Gbit/s", speed(row) || undefined, "time"],
    ["latency of a block", row.mapped_only ? "levels" : "ns", row.latency_ns ?? row.latency_levels, "time"],
    ["throughput per area", row.mapped_only ? `bit/level per 1000 ${unit}` : `kbit/s per ${unit}`,
      row.throughput_per_area ?? row.bits_per_level_per_area, "time"],
    ["energy", "pJ/bit", row.energy_pj_per_bit, "time"],
    ["energy-delay product", "pJ ns/bit²", row.energy_delay, "time"],
    ["share of wires", "%", row.wire_share && row.wire_share * 100, "time"],
    ["share of glitches", "%", row.glitch_share && row.glitch_share * 100, "time"],
  ];
}

function showPins(state) {
  const rows = state.pin.map((id) => ROW_OF.get(id));
  byId("pins").hidden = !rows.length;
  byId("swap").hidden = rows.length < PINS;
  for (const button of document.querySelectorAll("[data-pin]")) {
    const pressed = state.pin.includes(button.dataset.pin);
    button.setAttribute("aria-pressed", pressed);
    if (button.matches(".pin")) button.textContent = pressed ? "Pinned" : "Pin";
  }
  if (!rows.length) return;
  const [one, other] = rows;
  const why = other ? comparable(one, other) : "Pin a second design: in the drawer of a result, or where one is picked.";
  byId("pins-text").textContent = why || "The last column is the second over the first.";
  const theirs = other ? pinFigures(other) : [];
  const lines = pinFigures(one).map(([name, unit, value, sort], i) => {
    const [, otherUnit, second] = theirs[i] ?? [];
    if (value === undefined && second === undefined) return "";
    const compares = other && (sort === "all" || !why || (sort === "area" && one.target === other.target))
      && unit === otherUnit && value && second;
    return `<tr><th scope="row">${name}</th><td class="number">${withUnit(value, unit)}</td>
      ${other ? `<td class="number">${withUnit(second, otherUnit)}</td>
      <td class="number mean">${compares ? `${short(second / value)} ×` : ABSENT}</td>` : ""}</tr>`;
  });
  const heads = rows.map((row) => `<th scope="col" class="number"><button type="button" class="link" data-row="${
    escaped(row.id)}">${escaped(row.design)}</button><br>${escaped(nameOf(row).slice(row.design.length + 1))}
    <button type="button" class="link" data-pin="${escaped(row.id)}" aria-pressed="true"
    aria-label="${escaped(`Unpin ${nameOf(row)}`)}">unpin</button></th>`);
  byId("pins-table").innerHTML = `<thead><tr><th scope="col">figure</th>${heads.join("")}${
    other ? '<th scope="col" class="number">ratio</th>' : ""}</tr></thead><tbody>${lines.join("")}</tbody>`;
}

function withUnit(value, unit) {
  return value === undefined ? ABSENT : `${short(value, 4)} ${escaped(unit)}`;
}
