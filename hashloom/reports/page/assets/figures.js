// SPDX-License-Identifier: Apache-2.0
// What depends on the filters: best designs, Pareto front, means over targets.
"use strict";

// Throughput in Gbit/s or, of a mapped design, in bits per level of logic; only designs of one kind compare.
function speed(row) {
  return row.state === "ok" ? row.throughput_gbps ?? row.bits_per_level ?? 0 : 0;
}

function efficiency(row) {
  return row.area ? speed(row) / row.area : 0;
}

// What a plane has on its vertical axis; 0 if the row has no place in it.
function height(row, y) {
  if (row.state !== "ok" || !row.area || row.whole === false) return 0;
  if (y === "throughput") return speed(row);
  const key = REPORT.axes[y][2].find((name) => row[name]);
  return key ? row[key] : 0;
}

// Why it has none.
function whyNot(row, y) {
  if (row.state !== "ok") return `its state is ${row.state}`;
  if (row.whole === false) return "a part of a core";
  if (!row.area) return "no area is known";
  if (y === "throughput") return row.cycles_per_block ? "no clock is known" : "nobody counted its cycles";
  if (y === "latency") return "no latency is known";
  return row.wires ? `no ${REPORT.axes[y][0]} was measured` : "not placed with wires";
}

// The row with the greatest figure.
function best(rows, figure) {
  return rows.reduce((found, row) => (found === undefined || figure(row) > figure(found) ? row : found), undefined);
}

// Rows in groups by what a function says of them.
function groups(rows, key) {
  const found = new Map();
  for (const row of rows) {
    const name = key(row);
    if (!found.has(name)) found.set(name, []);
    found.get(name).push(row);
  }
  return found;
}

// The Pareto front of our designs, smallest area first: rows that no smaller one surpasses. What has the figures of a
// row on the front is on it too.
function front(rows, y) {
  const gain = (row) => (y === "throughput" ? height(row, y) : -height(row, y));
  const found = [];
  for (const row of rows.filter((one) => !one.series).sort((a, b) => a.area - b.area || gain(b) - gain(a))) {
    const last = found.at(-1);
    if (!last || gain(row) > gain(last) || (row.area === last.area && gain(row) === gain(last))) found.push(row);
  }
  return found;
}

function geometricMean(values) {
  return values.length ? Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length) : undefined;
}

// Lowest and highest figure of the placements, as multiples of the median's.
function spread(row) {
  if (!row.clock_mhz || !row.clock_mhz_min || !row.clock_mhz_max) return [1, 1];
  return [row.clock_mhz_min / row.clock_mhz, row.clock_mhz_max / row.clock_mhz];
}

// Functions of one size beside SHA-2: of each target the design with the best throughput per area.
// `cells` has that design by target, or one that did not end well; `mean` is over the targets with a figure.
function besideSha2(rows, metric) {
  const key = `${metric}_to_sha2`;
  const found = [...groups(rows, (row) => row.function)].map(([name, own]) => {
    const cells = new Map();
    for (const [target, there] of groups(own, (row) => row.target)) {
      const counted = there.filter((row) => row.ratio_to_sha2);
      const failed = there.find((row) => row.state !== "ok");
      cells.set(target, best(counted, (row) => row.ratio_to_sha2) ?? failed ?? there[0]);
    }
    const counted = [...cells.values()].filter((row) => row.ratio_to_sha2);
    const ends = counted.map((row) => (metric === "area" ? [1, 1] : spread(row)));
    return {
      name,
      cells,
      counted,
      mean: geometricMean(counted.map((row) => row[key])),
      low: geometricMean(counted.map((row, i) => row[key] * ends[i][0])),
      high: geometricMean(counted.map((row, i) => row[key] * ends[i][1])),
    };
  });
  const sign = REPORT.metrics[metric][1] ? -1 : 1;
  return found.sort((a, b) => (a.mean === undefined) - (b.mean === undefined) || sign * (a.mean - b.mean));
}
