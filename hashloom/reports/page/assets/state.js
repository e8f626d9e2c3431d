// SPDX-License-Identifier: Apache-2.0
// What is shown, and nothing else, stands in the address: a link repeats it, and so does the back button.
"use strict";

// One value of several.
const ONE = {
  size: ["", ...valuesOf("digest_bits").sort((a, b) => a - b).map(String)],
  goal: ["", ...valuesOf("goal").sort()],
  messages: ["", "one"],
  metric: Object.keys(REPORT.metrics),
  y: ["throughput", "latency"],
  sort: REPORT.columns.flatMap((column) => [column.key, `-${column.key}`]),
  row: ["", ...ROW_OF.keys()],
};
const STANDARD = {
  size: "", goal: "", messages: "", metric: "ratio", y: "throughput", sort: "-ratio_to_sha2", row: "",
};

// Any number of values; none stands for all.
const MANY = {
  target: valuesOf("target").sort(),
  function: valuesOf("function").sort(),
  architecture: valuesOf("architecture").sort(),
};

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
  return state;
}

function addressOf(state) {
  const given = new URLSearchParams();
  for (const key of Object.keys(MANY)) state[key].forEach((value) => given.append(key, value));
  for (const key of Object.keys(ONE)) if (state[key] !== STANDARD[key]) given.set(key, state[key]);
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
  return Object.keys(MANY).every((key) => !state[key].length || state[key].includes(row[key]));
}
