// SPDX-License-Identifier: Apache-2.0
// The controls: switches of radio buttons, and lists of check boxes that open.
"use strict";

const SWITCHES = {
  size: (value) => value || "all",
  goal: (value) => value || "all",
  messages: (value) => value || "all",
  series: (value) => value || "all",
  clock: (value) => (value ? `${value} wires` : "all"),
  metric: (value) => REPORT.metrics[value][0],
  y: (value) => REPORT.axes[value][0],
  for: (value) => value,
};

function makeFilters() {
  for (const [key, label] of Object.entries(SWITCHES)) {
    const buttons = ONE[key].map((value) => `<label>
      <input type="radio" name="${key}" value="${escaped(value)}"><span>${escaped(label(value))}</span></label>`);
    byId(key).hidden = ONE[key].length < 2;
    byId(key).insertAdjacentHTML("beforeend", `<div class="segments">${buttons.join("")}</div>`);
    byId(key).addEventListener("change", (event) => change({ [key]: event.target.value }));
  }
  byId("choices").innerHTML = Object.entries(MANY).map(([key, values]) => `
    <details class="choice" id="${key}">
      <summary><span class="what">${key[0].toUpperCase()}${key.slice(1)}</span> <span class="chosen"></span></summary>
      <fieldset><legend class="hidden">${key}</legend>
        <button type="button" class="clear">All</button>
        <div class="columns">${values.map((value) => `<label><input type="checkbox" value="${escaped(value)}"> ${
    escaped(key === "family" ? REPORT.families[value].title : value)}</label>`).join("")}</div>
      </fieldset>
    </details>`).join("");
  for (const key of Object.keys(MANY)) makeChoice(key, byId(key));
  byId("reset").addEventListener("click", () => {
    const none = Object.fromEntries(Object.keys(MANY).map((key) => [key, []]));
    change({ size: "", goal: "", messages: "", series: "", clock: "", ...none });
  });
  byId("filters").addEventListener("submit", (event) => event.preventDefault());
}

// A list closes with Escape, by a click elsewhere and when another one opens.
function makeChoice(key, details) {
  details.addEventListener("change", () => {
    change({ [key]: [...details.querySelectorAll("input:checked")].map((input) => input.value) });
  });
  details.querySelector(".clear").addEventListener("click", () => change({ [key]: [] }));
  details.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !details.open) return;
    details.open = false;
    details.querySelector("summary").focus();
  });
  document.addEventListener("click", (event) => {
    if (!details.contains(event.target)) details.open = false;
  });
  details.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !details.contains(event.relatedTarget)) details.open = false;
  });
}

function showFilters(state, rows) {
  for (const key of Object.keys(SWITCHES)) {
    for (const input of byId(key).querySelectorAll("input")) input.checked = input.value === state[key];
  }
  for (const [key, values] of Object.entries(MANY)) {
    const chosen = state[key];
    for (const input of byId(key).querySelectorAll("input")) input.checked = chosen.includes(input.value);
    byId(key).querySelector(".chosen").textContent =
      !chosen.length ? "all" : chosen.length === 1 ? chosen[0] : `${chosen.length} of ${values.length}`;
    byId(key).classList.toggle("set", chosen.length > 0);
  }
  const bad = rows.filter((row) => row.state !== "ok").length;
  byId("count").textContent = `${rows.length.toLocaleString("en-US")} of ${ROWS.length.toLocaleString("en-US")} results`
    + (bad ? `, ${bad} without figures` : "");
  byId("reset").hidden = rows.length === ROWS.length;
}
