// SPDX-License-Identifier: Apache-2.0
// What is shown, and nothing else, stands in the address: a link repeats it, and so does the back button.
"use strict";

// One value of several.
const ONE = {
  size: ["", ...valuesOf("digest_bits").sort((a, b) => a - b).map(String)],
  goal: ["", ...valuesOf("goal", OURS).sort()],
  messages: ["", "one"],
  // Who made it, and at which clock; a choice where there is one.
  series: OURS.length === ROWS.length ? [""] : ["", "ours", ...valuesOf("series")],
  clock: ROWS.some((row) => row.wires) ? ["", "without", "with"] : [""],
  metric: Object.keys(REPORT.metrics),
  y: Object.keys(REPORT.axes).filter((y, i) => i < 2 || REPORT.axes[y][2].some((key) => valuesOf(key).length)),
  // What is picked: on which target, and what for.
  at: ["", ...Object.keys(REPORT.choices)],
  for: Object.keys(REPORT.purposes),
  sort: REPORT.columns.flatMap((column) => [column.key, `-${column.key}`]),
  row: ["", ...ROW_OF.keys()],
};
const STANDARD = {
  size: "", goal: "", messages: "", series: "", clock: "", metric: "ratio", y: "throughput", at: "", for: "ratio",
  sort: "-ratio_to_sha2", row: "",
};

// Any number of values; none stands for all.
const MANY = {
  target: [...valuesOf("target", OURS).sort(), ...valuesOf("target").filter((name) =>
    OURS.every((row) => row.target !== name)).sort()],
  function: valuesOf("function", OURS).sort(),
  architecture: valuesOf("architecture", OURS).sort(),
  family: Object.keys(REPORT.families),
};

// Bounds of what is picked: positive numbers, or none.
const BOUNDS = ["max_area", "min_throughput", "max_latency"];

// So many designs stand side by side, in the order in which they were pinned.
const PINS = 2;

// The state that an address names; what is not known is left out.
function readState() {
  const given = new URLSearchParams(location.hash.slice(1));
  const state = {};
  for (const [key, values] of Object.entries(ONE)) {
    state[key] = values.includes(given.get(key)) ? given.get(key) : STANDARD[key];
  }
  for (const [key, values] of Object.entries(MANY)) {
    state[key] = values.filter((value) => given.getAll(key).includes(value));
  }
  for (const key of BOUNDS) state[key] = Number(given.get(key)) > 0 ? String(Number(given.get(key))) : "";
  state.pin = [...new Set(given.getAll("pin"))].filter((id) => ROW_OF.has(id)).slice(0, PINS);
  return state;
}

function addressOf(state) {
  const given = new URLSearchParams();
  for (const key of Object.keys(MANY)) state[key].forEach((value) => given.append(key, value));
  for (const key of Object.keys(ONE)) if (state[key] !== STANDARD[key]) given.set(key, state[key]);
  for (const key of BOUNDS) if (state[key]) given.set(key, state[key]);
  state.pin.forEach((id) => given.append("pin", id));
  return `#${given.toString().replaceAll("%2F", "/")}`;
}

// Change parts of the state: a new entry of the history, unless nothing changes.
function change(parts) {
  const address = addressOf({ ...readState(), ...parts });
  if (address === addressOf(readState())) return;
  history.pushState(null, "", address);
  showState();
}

// Whether a row passes the filters.
function passes(row, state) {
  if (state.size && String(row.digest_bits) !== state.size) return false;
  if (state.goal && row.goal !== state.goal) return false;
  if (state.messages && row.stages !== 1) return false;
  if (state.series && (row.series ?? "ours") !== state.series) return false;
  if (state.clock && Boolean(row.wires) !== (state.clock === "with")) return false;
  return Object.keys(MANY).every((key) =>
    !state[key].length || state[key].includes(key === "family" ? row.mark : row[key]));
}
