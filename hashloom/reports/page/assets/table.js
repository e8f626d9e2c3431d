// SPDX-License-Identifier: Apache-2.0
// The table of all rows that pass the filters. A browser takes long to lay out a thousand lines, so those far
// below are added when one comes near.
"use strict";

const PART = 150;

const pending = { rows: [] };

const END = new IntersectionObserver((entries) => {
  if (entries.some((entry) => entry.isIntersecting)) addLines(PART);
}, { root: document.querySelector("#results"), rootMargin: "1500px" });

// Add the next lines, and watch the last one.
function addLines(count) {
  const body = byId("table").tBodies[0];
  END.disconnect();
  body.insertAdjacentHTML("beforeend", pending.rows.splice(0, count).map(line).join(""));
  if (pending.rows.length) END.observe(body.lastElementChild);
}

function makeTable() {
  addEventListener("beforeprint", () => addLines(pending.rows.length));
  // The hyphen of SHA-2 is no place to break a line.
  const headings = REPORT.columns.map(({ key, heading, decimals, meaning }) => `
    <th scope="col" class="${decimals === null ? "" : "number"}" data-key="${key}">
    <button type="button" title="${escaped(meaning)}">${escaped(heading.replace("SHA-2", "SHA\u20112"))}</button></th>`);
  const head = byId("table").tHead;
  head.innerHTML = `<tr>${headings.join("")}</tr>`;
  head.addEventListener("click", (event) => {
    const heading = event.target.closest("th");
    if (!heading) return;
    const { key } = heading.dataset;
    const column = REPORT.columns.find((one) => one.key === key);
    // Numbers begin with the greatest, texts with the first; the second click turns it round.
    const first = column.decimals === null ? key : `-${key}`;
    const second = column.decimals === null ? `-${key}` : key;
    change({ sort: readState().sort === first ? second : first });
  });
}

// Rows in the order of the state; with wires and without, and what papers printed, are ranked by themselves. Those
// without a figure, and those that did not end well, are last.
function sorted(rows, sort) {
  const key = sort.replace(/^-/, "");
  const sign = sort.startsWith("-") ? -1 : 1;
  const rank = (row) => {
    if (row.state !== "ok") return 4;
    if (row[key] === undefined) return 3;
    return row.series === "published" ? 2 : row.wires ? 1 : 0;
  };
  const order = (a, b) => (typeof a === "number" ? a - b : String(a).localeCompare(String(b), "en", { numeric: true }));
  return [...rows].sort((a, b) => rank(a) - rank(b) || (rank(a) === 3 ? 0 : sign * order(a[key] ?? "", b[key] ?? "")));
}

function showTable(state, rows) {
  const key = state.sort.replace(/^-/, "");
  for (const heading of byId("table").tHead.querySelectorAll("th")) {
    const order = state.sort.startsWith("-") ? "descending" : "ascending";
    if (heading.dataset.key === key) heading.setAttribute("aria-sort", order);
    else heading.removeAttribute("aria-sort");
  }
  byId("table").setAttribute("aria-rowcount", rows.length + 1);
  pending.rows = sorted(rows, state.sort);
  byId("table").tBodies[0].innerHTML = rows.length ? ""
    : `<tr><td colspan="${REPORT.columns.length}">No result passes these filters.</td></tr>`;
  addLines(PART);
  byId("results").scrollTop = 0;
}

function line(row) {
  const cells = REPORT.columns.map((column) => {
    const value = row[column.key];
    if (column.key === "function") {
      return `<th scope="row"><button type="button" class="link" data-row="${escaped(row.id)}"
        aria-label="${escaped(nameOf(row))}">${escaped(value)}</button></th>`;
    }
    if (column.key === "outcome") return `<td><span class="state ${escaped(value)}">${escaped(value)}</span></td>`;
    if (column.decimals !== null) return `<td class="number">${number(value, column.decimals)}</td>`;
    return `<td>${escaped(value ?? ABSENT)}</td>`;
  });
  return `<tr>${cells.join("")}</tr>`;
}
