// SPDX-License-Identifier: Apache-2.0
// Vega draws: a box holds one picture, which gets new data as long as its kind stays the same.
"use strict";

const DARK = matchMedia("(prefers-color-scheme: dark)");

const OPTIONS = {
  actions: false,
  renderer: "svg",
  defaultStyle: false,
  tooltip: { theme: "custom" },
  // Expressions are interpreted: the page forbids text to become code.
  ast: true,
  // There are no controls of Vega's; their empty form stays outside the page.
  bind: document.createElement("div"),
};

// What crosses a label stays beside its letters.
const HALO = "paint-order:stroke;stroke:#fff;stroke-width:3px;stroke-linejoin:round";

// A specification with its data and parameters, and with a legend of these families or with none.
function filled(name, content, families) {
  const spec = structuredClone(REPORT.pictures[name].spec);
  spec.datasets = content.data;
  for (const param of spec.params) param.value = content.window[param.name];
  for (const layer of spec.layer) {
    for (const channel of ["color", "shape"]) {
      const encoding = layer.encoding?.[channel];
      if (encoding) encoding.legend = families && { ...encoding.legend, values: families };
    }
  }
  return spec;
}

// Draw in a box, or renew what is there. Several calls for one box run in turn.
function draw(box, name, content) {
  box.turn = (box.turn ?? Promise.resolve()).then(() => drawNow(box, name, content));
  return box.turn;
}

async function drawNow(box, name, content) {
  if (!box.isConnected || !box.clientWidth) return;
  const theme = DARK.matches ? "dark" : "light";
  const key = `${name} ${theme}`;
  if (box.key === key && box.view) {
    for (const [data, values] of Object.entries(content.data)) box.view.data(data, values);
    for (const [signal, value] of Object.entries(content.window)) box.view.signal(signal, value);
    await box.view.width(box.clientWidth).height(content.height).runAsync();
    return;
  }
  box.view?.finalize();
  const spec = { ...filled(name, content, null), width: box.clientWidth, height: content.height };
  const config = REPORT.themes[theme];
  // Vega names the element that it draws in; the name of the box is ours.
  const { patch } = REPORT.pictures[name];
  const { view } = await vegaEmbed(box.firstElementChild, spec, { ...OPTIONS, config, patch });
  Object.assign(box, { key, view, width: box.clientWidth });
  box.classList.toggle("dark", theme === "dark");
  view.addEventListener("click", (event, item) => {
    if (item?.datum?.id) change({ row: item.datum.id });
  });
  RESIZED.observe(box);
}

// A picture is as wide as its box.
const RESIZED = new ResizeObserver((entries) => {
  for (const { target: box } of entries) {
    if (!box.view || !box.clientWidth || box.width === box.clientWidth) continue;
    box.width = box.clientWidth;
    box.view.width(box.width).runAsync();
  }
});

// Boxes far below are drawn when they come near.
const NEAR = new IntersectionObserver((entries) => {
  for (const { target: box, isIntersecting } of entries) {
    box.near = isIntersecting;
    if (isIntersecting) box.render?.();
  }
}, { rootMargin: "300px" });

// Draw now if the box is in sight, else once it is.
function drawWhenSeen(box, name, content) {
  box.render = () => {
    box.render = null;
    draw(box, name, content);
  };
  if (box.near) box.render();
  else NEAR.observe(box);
  drawWhenIdle();
}

const idle = { waiting: false };

// The others are drawn when there is nothing else to do: who prints the page has all of them.
function drawWhenIdle() {
  if (idle.waiting) return;
  idle.waiting = true;
  const later = window.requestIdleCallback ?? ((work) => setTimeout(work, 50));
  later(async () => {
    idle.waiting = false;
    const box = [...document.querySelectorAll(".picture")].find((one) => one.render);
    if (!box) return;
    box.render();
    await box.turn;
    drawWhenIdle();
  });
}

addEventListener("beforeprint", () => {
  for (const box of document.querySelectorAll(".picture")) box.render?.();
});

// A picture as SVG for a paper: on white, in a size of its own, with the legend of the families in it.
async function svgOf(name, content, title) {
  const shown = new Set((content.data.points ?? []).map((point) => point.family));
  const spec = filled(name, content, Object.keys(REPORT.families).filter((family) => shown.has(family)));
  if (content.data.bars) spec.height = content.height;
  spec.title = title[0].toUpperCase() + title.slice(1);
  const config = { ...REPORT.themes.light, background: "white" };
  const box = document.createElement("div");
  const { view } = await vegaEmbed(box, spec, { ...OPTIONS, config, patch: REPORT.pictures[name].patch });
  const svg = await view.toSVG();
  view.finalize();
  return svg.replace(/<g class="mark-text role-mark (?:labels|ratios)_marks"/g, `$& style="${HALO}"`);
}

// A figure: heading, box, text for those who do not see it, and a button that saves it.
function makeFigure(parent, key) {
  const figure = document.createElement("figure");
  figure.dataset.key = key;
  figure.innerHTML = `<figcaption><span class="name"></span>
    <button type="button" class="save">SVG</button></figcaption>
    <div class="picture" role="img"><div></div></div><div class="below"></div>`;
  figure.querySelector(".save").addEventListener("click", async () => {
    const { name, content, file, label } = figure.shown;
    save(`${file}.svg`, "image/svg+xml", await svgOf(name, content, label));
  });
  parent.append(figure);
  return figure;
}

// The figures with these keys, in this order; those of other keys go.
function figuresOf(parent, keys) {
  const there = new Map([...parent.children].map((figure) => [figure.dataset.key, figure]));
  for (const [key, figure] of there) {
    if (keys.includes(key)) continue;
    const box = figure.querySelector(".picture");
    box.view?.finalize();
    NEAR.unobserve(box);
    RESIZED.unobserve(box);
    figure.remove();
  }
  return keys.map((key) => {
    const figure = there.get(key) ?? makeFigure(parent, key);
    parent.append(figure);
    return figure;
  });
}

// Fill a figure. `file` is the name it is saved under, `caption` is HTML, `text` what a screen reader says.
function showFigure(figure, { name, content, file, caption, text, label }) {
  figure.shown = { name, content, file, label };
  figure.querySelector(".name").innerHTML = caption;
  figure.querySelector(".save").setAttribute("aria-label", `Save as SVG: ${label}`);
  const box = figure.querySelector(".picture");
  box.setAttribute("aria-label", text);
  box.style.minHeight = `${content.height}px`;
  drawWhenSeen(box, name, content);
}
