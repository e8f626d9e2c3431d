// SPDX-License-Identifier: Apache-2.0
// Functions beside SHA-2 of the same size on the same target: bars, and a table by target.
"use strict";

function showSha2(state, passing) {
  // At one kind of clock: that without wires, unless the others are asked for.
  const rows = passing.filter((row) => !row.series && Boolean(row.wires) === (state.clock === "with"));
  const sizes = Object.keys(REPORT.yardstick)
    .map((bits) => ({ bits, own: rows.filter((row) => String(row.digest_bits) === bits) }))
    .map((size) => ({ ...size, list: besideSha2(size.own, state.metric) }))
    .filter(({ list }) => list.some((entry) => entry.mean !== undefined));
  byId("sha2-text").textContent = sha2Text(sizes);
  const figures = figuresOf(byId("bars"), sizes.map(({ bits }) => bits));
  sizes.forEach((size, i) => showBars(figures[i], size, state.metric));
  byId("matrices").innerHTML = sizes.map((size) => matrix(size, state.metric)).join("");
}

function sha2Text(sizes) {
  if (!sizes.length) {
    return "No result with these filters can be set against SHA-2: it takes SHA-256 or SHA-512 on the same target.";
  }
  return "SHA-256 and SHA-512 are 1: on each target their design with the best throughput per area, whatever the "
    + "filters. Of every function the best design that passes the filters counts. Bars are geometric means over "
    + "targets, dots are the targets; where not all count, it says how many. Whiskers reach from the slowest to the fastest "
    + `placement.${ROWS.some((row) => row.wires) ? " Clocks with and without wires are never mixed: those without "
      + "count here, with the filter ‘with wires’ those with them." : ""}`;
}

function showBars(figure, { bits, list }, metric) {
  const entries = list.filter((entry) => entry.mean !== undefined);
  const targets = new Set(list.flatMap((entry) => [...entry.cells.keys()])).size;
  const several = targets > 1;
  const what = REPORT.metrics[metric][0];
  const bars = entries.map((entry) => ({
    name: entry.name,
    value: entry.mean,
    low: entry.low,
    high: entry.high,
    text: number(entry.mean, 2) + (entry.counted.length < targets ? ` · ${entry.counted.length}/${targets}` : ""),
    id: several ? undefined : entry.counted[0].id,
    tip: {
      title: entry.name,
      [`${what} / SHA-2`]: short(entry.mean),
      placements: entry.high > entry.low ? `${short(entry.low)} to ${short(entry.high)}` : "no spread",
      targets: `${entry.counted.length} of ${targets} count`,
    },
  }));
  const dots = !several ? [] : entries.flatMap((entry) => entry.counted.map((row) => ({
    name: entry.name, value: row[`${metric}_to_sha2`], id: row.id, tip: tipOf(row),
  })));
  const values = [1, ...bars.flatMap((bar) => [bar.low, bar.high]), ...dots.map((dot) => dot.value)];
  const low = Math.min(...values);
  const high = Math.max(...values);
  const label = `${what} beside SHA-2, ${bits} bits`;
  showFigure(figure, {
    name: `bars ${metric}`,
    content: {
      data: { bars, dots },
      window: { x0: low / 1.1, x1: high * 1.1, room: bars.some((bar) => bar.text.includes("·")) ? 80 : 40 },
      height: 20 * entries.length + 50,
    },
    file: `sha2-${bits}-${metric}`,
    caption: `<strong>${bits} bits</strong> <span class="about">${
      several ? `geometric mean over ${targets} targets` : escaped(entries[0].counted[0].target)}</span>`,
    label,
    text: `${label}: ${bars.map((bar) => `${bar.name} ${bar.text}`).join(", ")}. The table below has the same.`,
  });
}

// The same as table: a line per function, a column per target.
function matrix({ bits, list }, metric) {
  const targets = [...new Set(list.flatMap((entry) => [...entry.cells.keys()]))].sort();
  const lines = list.map((entry) => `<tr><th scope="row">${escaped(entry.name)}</th>
    <td class="number mean">${number(entry.mean, 2)}</td><td class="number">${entry.counted.length}</td>
    ${targets.map((target) => matrixCell(entry.cells.get(target), metric)).join("")}</tr>`);
  const heading = `${REPORT.metrics[metric][0]} beside SHA-2, ${bits} bits, by target`;
  return `<details class="more"><summary>Table: ${heading}</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="${heading}"><table class="matrix">
    <caption class="hidden">${escaped(REPORT.metrics[metric][0])} as multiple of that of SHA-2, ${bits} bits</caption>
    <thead><tr><th scope="col">function</th><th scope="col" class="number">geometric mean</th>
    <th scope="col" class="number">targets that count</th>
    ${targets.map((target) => `<th scope="col" class="number">${escaped(target)}</th>`).join("")}</tr></thead>
    <tbody>${lines.join("")}</tbody></table></div></details>`;
}

function matrixCell(row, metric) {
  if (!row) return `<td class="number" title="not measured">${ABSENT}</td>`;
  const value = row[`${metric}_to_sha2`];
  const text = value !== undefined ? number(value, 2) : row.state === "ok" ? "no SHA-2" : row.state;
  return `<td class="number"><button type="button" class="link" data-row="${escaped(row.id)}"
    aria-label="${escaped(`${text}: ${row.design} on ${row.target}`)}">${escaped(text)}</button></td>`;
}
