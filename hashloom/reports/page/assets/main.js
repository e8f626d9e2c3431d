// SPDX-License-Identifier: Apache-2.0
// Everything is shown from the state; what a change does not touch is left as it is.
"use strict";

const shownFor = {};

// Call `show` unless it was called for these parts of the state before.
function renew(name, parts, show) {
  const key = JSON.stringify(parts);
  if (shownFor[name] === key) return;
  shownFor[name] = key;
  show();
}

function showState() {
  const state = readState();
  const { row, metric, y, sort, pin, at, for: purpose, max_area, min_throughput, max_latency, ...filters } = state;
  const rows = ROWS.filter((one) => passes(one, state));
  renew("filters", [filters, metric, y, purpose], () => showFilters(state, rows));
  renew("pick", [filters, at, purpose, max_area, min_throughput, max_latency], () => showPick(state));
  renew("pins", [pin], () => showPins(state));
  renew("sha2", [filters, metric, DARK.matches], () => showSha2(state, rows));
  renew("planes", [filters, y, DARK.matches], () => showPlanes(state, rows));
  renew("table", [filters, sort], () => showTable(state, rows));
  showDrawer(state);
}

function showFacts() {
  const counts = [
    [ROWS.length, "results"],
    [valuesOf("function", OURS).length, "functions"],
    [valuesOf("target", OURS).length, "targets"],
    ...valuesOf("series").map((series) => [ROWS.filter((row) => row.series === series).length,
      REPORT.families[series].title]),
    [Object.values(REPORT.left_out).flat().length, "left out"],
  ].filter(([count]) => count);
  byId("facts").textContent = counts.map(([count, what]) => `${count.toLocaleString("en-US")} ${what}`).join(" · ");
  const [told, bare] = [true, false].map((known) => REPORT.campaigns.filter((one) =>
    known === Boolean(one.provenance || one.title !== one.campaign)));
  const documents = bare.length ? `<p>Also from ${bare.map((one) => `<strong>${escaped(one.title)}</strong>`).join(", ")}</p>` : "";
  byId("footer").innerHTML = told.map((campaign) => {
    const from = campaign.provenance ?? {};
    const tools = Object.entries(from.tools ?? {}).map(([name, version]) => `${name} ${version}`).join(", ");
    const hours = (seconds) => `${number(seconds / 3600, 1)} h`;
    const work = from.wall_seconds && from.job_seconds
      ? `${hours(from.job_seconds)} of work in ${hours(from.wall_seconds)}` : "";
    const parts = [from.date, tools, from.machine, work].filter(Boolean);
    const also = campaign.title === campaign.campaign ? "" : ` (${escaped(campaign.campaign)})`;
    const name = `<strong>${escaped(campaign.title)}</strong>${also}`;
    return `<p>${name} ${escaped(parts.join("; "))}</p>`;
  }).join("") + documents + "<p>Only results whose state is ok are compared. This page loads nothing from anywhere; "
    + "its address has everything that is set, so a link shows the same.</p>";
}

// What the results have and the page cannot show, and what was never measured: counted and named.
function showMissing() {
  const left = Object.entries(REPORT.left_out).map(([why, names]) =>
    `<h3>Left out, ${escaped(why)}: ${names.length}</h3><p class="names">${names.map(escaped).join(", ")}</p>`);
  const { unmeasured } = REPORT;
  const never = unmeasured.length ? `<details class="more"><summary>Named architectures measured on no target: ${
    number(unmeasured.length, 0)}</summary><p class="names">${unmeasured.map(escaped).join(", ")}</p></details>` : "";
  byId("missing").hidden = !left.length && !never;
  byId("missing-list").innerHTML = (left.join("") || "<p class='text'>No row of the results was left out.</p>") + never;
}

makeFilters();
makeLegend();
makePick();
makePins();
showMissing();
makeTable();
makeExports();
makeDrawer();
showFacts();
document.querySelector(".skip").addEventListener("click", (event) => {
  // The address is the state's, so the way there is not a link's.
  event.preventDefault();
  byId("main").focus();
});
addEventListener("popstate", showState);
DARK.addEventListener("change", showState);
showState();
