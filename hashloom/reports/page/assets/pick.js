// SPDX-License-Identifier: Apache-2.0
// Which design to take: the best for what matters on a target, of those that pass the filters and keep the bounds.
// It goes by the same figures, in the same order, as `hashloom show` and `hashloom export --for`.
"use strict";

// The purpose that each bound is in the figure and the unit of, and whether it is the least or the most.
const BOUND = {
  max_area: ["area", "most", "area"],
  min_throughput: ["speed", "least", "throughput"],
  max_latency: ["latency", "most", "latency"],
};
const FURTHER = 4;

function makePick() {
  byId("pick").hidden = ONE.at.length < 2;
  byId("at").innerHTML = ONE.at.map((name) =>
    `<option value="${escaped(name)}">${escaped(name || "choose a target")}</option>`).join("");
  byId("at").addEventListener("change", (event) => change({ at: event.target.value }));
  for (const key of BOUNDS) {
    byId(key).addEventListener("change", (event) => {
      const value = Number(event.target.value);
      change({ [key]: value > 0 ? String(value) : "" });
      event.target.value = readState()[key];
    });
  }
  byId("pick-form").addEventListener("submit", (event) => event.preventDefault());
}

// Designs on the target that pass the filters; that of targets, of clocks and of who made it is no filter here. Those
// with a clock never compare with those that were mapped only, which count where no other passes.
function candidates(state) {
  const filters = { ...state, target: [], clock: "", series: "" };
  const every = ROWS.filter((row) => row.pick && row.target === state.at && passes(row, filters));
  const clocked = every.filter((row) => !row.mapped_only);
  return clocked.length ? clocked : every;
}

// The units of what can be picked, by purpose.
function unitsOf(row) {
  return REPORT.choices[row.target][row.mapped_only ? "mapped" : "clock"];
}

// Whether a design keeps the bounds; what has no such figure does not keep it.
function keeps(row, state) {
  return BOUNDS.every((key) => {
    if (!state[key]) return true;
    const [purpose, limit] = BOUND[key];
    const figure = row.pick[purpose];
    if (figure === null) return false;
    return limit === "most" ? figure <= Number(state[key]) : figure >= Number(state[key]);
  });
}

// The best first; of equal figures the smaller design, then the name, decide.
function byPurpose(rows, purpose) {
  const sign = REPORT.purposes[purpose][1] ? -1 : 1;
  const pick = (row) => row.pick;
  return [...rows].sort((a, b) => sign * (pick(a)[purpose] - pick(b)[purpose]) || pick(a).area - pick(b).area
    || (pick(a).name < pick(b).name ? -1 : 1));
}

function showPick(state) {
  byId("at").value = state.at;
  const [first] = state.at ? candidates(state) : [];
  for (const key of BOUNDS) {
    const unit = first && unitsOf(first)[BOUND[key][0]];
    byId(key).value = state[key];
    byId(key).disabled = !unit;
    byId(`${key}-unit`).textContent = unit ?? "";
  }
  byId("picked").innerHTML = state.at ? picked(state) : "";
}

function picked(state) {
  const purpose = state.for;
  const every = candidates(state);
  const having = every.filter((row) => row.pick[purpose] !== null);
  const found = byPurpose(having.filter((row) => keeps(row, state)), purpose);
  const lacking = every.length - having.length;
  const without = lacking ? ` ${lacking} of ${every.length} designs that pass the filters have no ${
    purpose === "energy" ? "energy" : "such figure"} and are not compared.` : "";
  if (!found.length) return `<p class="answer">${escaped(noneKeeps(state, having) + without)}</p>`;
  const [row, ...others] = found;
  const bounded = BOUNDS.some((key) => state[key]) ? " that keep the bounds" : "";
  const why = found.length > 1 ? `${REPORT.purposes[purpose][0]} of ${found.length} designs measured${bounded}`
    : `the only design measured${bounded}`;
  const needs = row.stages > 1 ? `; it needs ${row.stages} messages in flight` : "";
  const figures = Object.keys(REPORT.purposes).map((name) => [FIGURES[name], figureOf(row, name)]);
  const next = others.slice(0, FURTHER).map((one) => `<li><button type="button" class="link" data-row="${
    escaped(one.id)}">${escaped(one.pick.name)}</button> ${escaped(figureOf(one, purpose))} ${pinButton(one)}</li>`);
  return `<p class="answer"><button type="button" class="link" data-row="${escaped(row.id)}">${
    escaped(row.pick.name)}</button> <strong>${escaped(figureOf(row, purpose))}</strong>, ${
    escaped(`${why}${needs}.${without}`)} ${pinButton(row)}</p>
    ${commandLine(row.pick.export)}${list(figures)}
    ${next.length ? `<details class="more"><summary>The next</summary><ol start="2" class="next">${
    next.join("")}</ol></details>` : ""}`;
}

const FIGURES = {
  speed: "throughput",
  area: "area",
  ratio: "throughput per area",
  latency: "from a block to its digest",
  energy: "energy, at the clock with wires",
};

function figureOf(row, purpose) {
  const value = row.pick[purpose];
  return value === null ? "" : `${purpose === "area" ? number(value, 0) : short(value, 4)} ${
    unitsOf(row)[purpose]}`;
}

// Why there is no answer, with the best that each bound could be.
function noneKeeps(state, having) {
  if (!having.length) {
    const what = state.for === "energy" ? "energy" : "figure";
    return `No ${what} was measured on ${state.at} of a design that passes the filters.`;
  }
  const reach = BOUNDS.filter((key) => state[key]).map((key) => {
    const [purpose, limit, what] = BOUND[key];
    const values = having.filter((row) => row.pick[purpose] !== null);
    const end = byPurpose(values, purpose)[0];
    return end && `${limit === "most" ? "the least" : "the most"} ${what} is ${figureOf(end, purpose)}`;
  }).filter(Boolean);
  return `None of ${having.length} designs keeps these bounds together; by itself ${reach.join(", ")}.`;
}
