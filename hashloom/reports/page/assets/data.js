// SPDX-License-Identifier: Apache-2.0
// The rows of the report as objects; a figure that is not known is absent.
"use strict";

const REPORT = JSON.parse(document.getElementById("data").textContent);

const ROWS = REPORT.rows.map((cells) => {
  const row = {};
  REPORT.keys.forEach((key, i) => {
    if (cells[i] !== null) row[key] = cells[i];
  });
  return row;
});

// A row is named in the address by its design, target and goal, by its settings and whether it has wires, and by a
// number where these are not enough.
const ROW_OF = new Map();
for (const row of ROWS) {
  row.design = `${row.function}/${row.architecture}`;
  const settings = Object.entries(row.settings ?? {}).map(([key, value]) => `${key}=${value}`);
  const name = [row.design, row.target, row.goal, ...settings, row.wires && "wires"].filter(Boolean).join(" ");
  let id = name;
  for (let number = 2; ROW_OF.has(id); number++) id = `${name} ${number}`;
  row.id = id;
  ROW_OF.set(id, row);
}

// Designs of ours; the others are cores of other people and what papers printed.
const OURS = ROWS.filter((row) => !row.series);

const ABSENT = "–";

// How a sentence calls a row.
function nameOf(row) {
  const kind = row.wires ? "with wires" : row.mapped_only ? "mapped" : "";
  return `${row.design} on ${[row.target, row.goal, kind].filter(Boolean).join(", ")}`;
}

function byId(id) {
  return document.getElementById(id);
}

// Text so that it can stand in HTML, also in an attribute.
function escaped(text) {
  const names = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return String(text).replace(/[&<>"']/g, (character) => names[character]);
}

// Formats take long to make.
const FORMATS = new Map();

function formatted(value, least, most) {
  const key = `${least} ${most}`;
  if (!FORMATS.has(key)) {
    FORMATS.set(key, new Intl.NumberFormat("en-US", { minimumFractionDigits: least, maximumFractionDigits: most }));
  }
  return FORMATS.get(key).format(value);
}

// A number with this many decimals and a comma between thousands; a dash where there is none.
function number(value, decimals) {
  return value === undefined ? ABSENT : formatted(value, decimals, decimals);
}

// A number of this many significant digits, in full.
function short(value, digits = 3) {
  return value === undefined ? ABSENT : formatted(Number(value.toPrecision(digits)), 0, 12);
}

function percent(share) {
  return `${formatted(share * 100, 1, 1)} %`;
}

// Different values of a key in the order in which the rows bring them.
function valuesOf(key, rows = ROWS) {
  return [...new Set(rows.map((row) => row[key]).filter((value) => value !== undefined))];
}
