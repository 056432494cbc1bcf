// A deal looked back at: the table of table.js, and below it what was judged. While `scene.wait` is set this page asks for
// one decision after the other.

/** @param {{model: Model, el: HTMLElement}} context */
function render(context) {
  const { model } = context;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  let askedFor = -1;
  const end = startTable(context, (table) => {
    const send = (/** @type {any} */ content) => tell(model, content, table.says);
    const root = /** @type {HTMLElement} */ (table.below.parentElement);
    root.classList.add("tl-review");
    const tools = make("div", { class: "tl-tools" });
    const detail = make("div", { class: "tl-columns" });
    const progress = make("p", { class: "tl-progress", role: "status" });
    const worst = make("div", { class: "tl-worst" });
    const chart = make("div", { class: "tl-chart" });
    const list = make("div", { class: "tl-verdicts" });
    table.says.after(tools);
    table.below.append(detail, progress, worst, chart, list);

    const look = (/** @type {string} */ text, /** @type {string} */ name, /** @type {number} */ at, /** @type {string} */ key) => {
      const one = button(text, "tl-quiet", () => send({ do: "look", at }));
      one.setAttribute("aria-label", name);
      one.dataset.key = `${key}-${at}`;
      return one;
    };

    return () => {
      const scene = model.get("scene");
      const strings = model.get("strings");
      const letters = model.get("suit_letters");
      for (const part of [tools, detail, progress, worst, chart, list]) part.hidden = Boolean(scene.trouble);
      if (scene.trouble) return;
      if (!scene.wait) askedFor = -1;
      else if (askedFor !== scene.done) {
        clearTimeout(timer);
        askedFor = scene.done;
        timer = setTimeout(() => send({ do: "judge", done: askedFor }), 30);
      }
      region(tools, scene.tools, () => scene.tools.map((/** @type {any} */ tool) => {
        const one = button(tool.text, tool.main ? "tl-main" : "", () => send({ do: tool.do }));
        one.dataset.key = tool.do;
        return one;
      }));
      detail.hidden = !scene.detail;
      region(detail, [scene.detail, strings.ranks], () => !scene.detail ? [] : [scene.detail.known, scene.detail.hindsight].map((/** @type {any} */ part) =>
        make("div", { class: "tl-column" }, make("p", { class: "tl-caption" }, part.title), make("p", {}, ...spoken(part.text, strings)))));
      progress.hidden = !scene.progress;
      setText(progress, scene.progress);
      worst.hidden = !scene.worst;
      region(worst, [scene.worst, strings.ranks], () => !scene.worst ? [] : [make("p", { class: "tl-caption" }, scene.worst.title),
        make("ol", {}, ...scene.worst.items.map((/** @type {any} */ item) => make("li", { class: item.now ? "tl-now" : "", "aria-current": item.now ? "true" : null },
          make("span", {}, ...spoken(`${item.title} ${item.text}`, strings)), look(strings.showLine, item.showName, item.at, "worst"))))]);
      chart.hidden = !scene.chart;
      region(chart, scene.chart, () => (scene.chart ? [chancePicture(scene.chart)] : []));
      list.hidden = !scene.rows.length;
      region(list, [scene.rows, letters, strings.ranks], () => {
        if (!scene.rows.length) return [];
        const rows = scene.rows.map((/** @type {any} */ row) => make("tr", {},
          make("th", { scope: "row" }, make("span", { class: "tl-soft" }, `${row.n} `), row.cards.length ? cardRow(row.cards, strings, { small: true, letters, name: row.name }) : row.name),
          make("td", {}, make("span", { class: `tl-verdict tl-${row.costly ? "bad" : "good"}` }, ...spoken(row.verdict, strings))),
          make("td", { class: "tl-figures" }, row.chance), make("td", { class: "tl-why" }, row.hindsight), make("td", {}, look(row.show, row.showName, row.at, "row"))));
        return [make("table", {}, make("caption", {}, scene.caption),
          make("thead", {}, make("tr", {}, ...scene.columns.map((/** @type {string} */ text, /** @type {number} */ place) => make("th", { scope: "col", class: place === 3 ? "tl-why" : null }, text)))),
          make("tbody", {}, ...rows))];
      });
    };
  });
  return () => {
    clearTimeout(timer);
    end();
  };
}

/** Two lines over the decisions: the chance with the best play and with the one made; told apart by their marks, too. */
function chancePicture(/** @type {any} */ chart) {
  const points = chart.points;
  const wide = 640, high = 200, left = 76, top = 18;
  const x = (/** @type {number} */ place) => left + (wide - left - 16) * (points.length > 1 ? place / (points.length - 1) : 0.5);
  const y = (/** @type {number} */ share) => top + (high - top - 30) * (1 - share);
  const svg = draw("svg", { viewBox: `0 0 ${wide} ${high}`, class: "tl-lines", role: "img", "aria-label": chart.hear });
  const write = (/** @type {string} */ text, /** @type {Record<string, any>} */ attributes) => {
    const element = draw("text", attributes);
    element.textContent = text;
    return element;
  };
  for (const share of [0, 0.5, 1]) svg.append(draw("line", { x1: left, x2: wide - 16, y1: y(share), y2: y(share), class: "tl-axis" }),
    write(`${100 * share} %`, { x: left - 8, y: y(share) + 5, "text-anchor": "end" }));
  const step = Math.ceil(points.length / 14);
  points.forEach((/** @type {any} */ point, /** @type {number} */ place) => {
    if (place % step === 0 || place === points.length - 1) svg.append(write(point.label, { x: x(place), y: high - 6, "text-anchor": place === points.length - 1 ? "end" : "middle" }));
  });
  for (const kind of ["best", "mine"]) {
    const path = points.map((/** @type {any} */ point, /** @type {number} */ place) => `${x(place).toFixed(1)},${y(point[kind]).toFixed(1)}`).join(" ");
    svg.append(draw("polyline", { points: path, class: `tl-line-${kind}` }));
    points.forEach((/** @type {any} */ point, /** @type {number} */ place) => svg.append(kind === "mine"
      ? draw("circle", { cx: x(place), cy: y(point.mine), r: 4.5, class: "tl-mark-mine" })
      : draw("rect", { x: x(place) - 5, y: y(point.best) - 5, width: 10, height: 10, class: "tl-mark-best" })));
  }
  const key = (/** @type {string} */ kind, /** @type {string} */ text) => make("span", { class: "tl-legend" },
    draw("svg", { viewBox: "0 0 14 14", "aria-hidden": "true" }, kind === "mine" ? draw("circle", { cx: 7, cy: 7, r: 4.5, class: "tl-mark-mine" }) : draw("rect", { x: 2, y: 2, width: 10, height: 10, class: "tl-mark-best" })), text);
  return make("figure", {}, make("figcaption", {}, make("span", { class: "tl-caption" }, chart.title), key("best", chart.names[0]), key("mine", chart.names[1])), svg);
}

export default { render };
