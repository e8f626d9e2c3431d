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
  const { row, metric, y, sort, ...filters } = state;
  const rows = ROWS.filter((one) => passes(one, state));
  renew("filters", [filters, metric, y], () => showFilters(state, rows));
  renew("sha2", [filters, metric, DARK.matches], () => showSha2(state, rows));
  renew("planes", [filters, y, DARK.matches], () => showPlanes(state, rows));
  renew("table", [filters, sort], () => showTable(state, rows));
  showDrawer(state);
}

function showFacts() {
  const counts = [
    [ROWS.length, "results"],
    [valuesOf("function").length, "functions"],
    [valuesOf("target").length, "targets"],
  ];
  byId("facts").textContent = counts.map(([count, what]) => `${count.toLocaleString("en-US")} ${what}`).join(" · ");
  byId("footer").innerHTML = REPORT.campaigns.map((campaign) => {
    const from = campaign.provenance ?? {};
    const tools = Object.entries(from.tools ?? {}).map(([name, version]) => `${name} ${version}`).join(", ");
    const hours = (seconds) => `${number(seconds / 3600, 1)} h`;
    const work = from.wall_seconds && from.job_seconds
      ? `${hours(from.job_seconds)} of work in ${hours(from.wall_seconds)}` : "";
    const parts = [from.date, tools, from.machine, work].filter(Boolean);
    const name = `<strong>${escaped(campaign.title)}</strong> (${escaped(campaign.campaign)})`;
    return `<p>${name} ${escaped(parts.join("; "))}</p>`;
  }).join("") + "<p>Only results whose state is ok are compared. This page loads nothing from anywhere; "
    + "its address has everything that is set, so a link shows the same.</p>";
}

makeFilters();
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
