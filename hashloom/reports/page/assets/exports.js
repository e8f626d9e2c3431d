// SPDX-License-Identifier: Apache-2.0
// The table as shown, as CSV and as LaTeX: of all rows it is what `hashloom report --csv` and `--latex` write.
"use strict";

function csvText(rows) {
  const lines = [REPORT.csv_keys, ...rows.map((row) => REPORT.csv_keys.map((key) => csvCell(row[key])))];
  const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return lines.map((cells) => `${cells.map(quoted).join(",")}\r\n`).join("");
}

function csvCell(value) {
  if (value === undefined) return "";
  return typeof value === "number" ? String(Number(value.toPrecision(10))) : String(value);
}

function latexText(rows) {
  const shape = REPORT.columns.map((column) => (column.decimals === null ? "l" : "r")).join("");
  const joined = (cells) => `${cells.join(" & ")} \\\\`;
  return [
    `\\begin{tabular}{${shape}}`, "\\hline",
    joined(REPORT.columns.map((column) => latexEscaped(column.heading))), "\\hline",
    ...rows.map((row) => joined(REPORT.columns.map((column) => latexCell(row[column.key], column)))),
    "\\hline", "\\end{tabular}", "",
  ].join("\n");
}

function latexEscaped(text) {
  return Array.from(text, (character) => REPORT.latex[character] ?? character).join("");
}

function latexCell(value, column) {
  if (value === undefined) return "--";
  return column.decimals === null ? latexEscaped(String(value)) : value.toFixed(column.decimals);
}

// Hand a file to the browser.
function save(name, type, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function makeExports() {
  const shown = () => {
    const state = readState();
    return sorted(ROWS.filter((row) => passes(row, state)), state.sort);
  };
  byId("save-csv").addEventListener("click", () => save("hashloom.csv", "text/csv", csvText(shown())));
  byId("save-latex").addEventListener("click", () => save("hashloom.tex", "application/x-tex", latexText(shown())));
}
