// What a puzzle has below its table: what may be done next, the line that is looked at in words, and at the end every first play.

/** Put the parts of a puzzle below `table`; the answer updates them. @param {Model} model @param {any} table */
function puzzleParts(model, table) {
  const tools = make("div", { class: "tl-tools" });
  const words = make("div", { class: "tl-words", hidden: true });
  const verdicts = make("div", { class: "tl-verdicts", hidden: true });
  const others = make("div", { class: "tl-verdicts tl-others", hidden: true });
  const unseen = make("div", { class: "tl-unseen", hidden: true });
  table.says.before(unseen);
  table.below.append(tools, words, verdicts, others);
  return () => {
    const scene = model.get("scene");
    const strings = model.get("strings");
    unseen.hidden = Boolean(scene.trouble) || !scene.unseen;
    if (scene.trouble) return;
    region(unseen, [scene.unseen, model.get("suit_letters"), strings.ranks], () =>
      scene.unseen ? [make("p", {}, scene.unseen.text), cardRow(scene.unseen.cards, strings, { small: true, letters: model.get("suit_letters") })] : []);
    region(tools, scene.tools, () => scene.tools.map((/** @type {any} */ tool) => {
      const one = button(tool.text, tool.main ? "tl-main" : "", () => tell(model, { do: tool.do }, table.says));
      one.dataset.key = tool.do;
      return one;
    }));
    words.hidden = !scene.words.length;
    region(words, [scene.words, scene.step.at], () => scene.words.length ? [make("ol", { class: "tl-story", "aria-label": strings.story },
      ...scene.words.map((/** @type {string} */ text, /** @type {number} */ place) => make("li", {
        class: place + 1 === scene.step.at ? "tl-now" : place < scene.step.at ? "" : "tl-later", "aria-current": place + 1 === scene.step.at ? "step" : null }, ...spoken(text, strings))))] : []);
    verdicts.hidden = !scene.verdicts.length;
    region(verdicts, [scene.verdicts, model.get("suit_letters")], () => {
      if (!scene.verdicts.length) return [];
      const rows = scene.verdicts.map((/** @type {any} */ row, /** @type {number} */ place) => {
        const show = button(strings.showLine, "tl-quiet", () => tell(model, { do: "line", index: place }, table.says));
        show.dataset.key = `line-${place}`;
        show.setAttribute("aria-label", fill(strings.showLineOf, { play: row.name }));
        const cards = row.cards.length ? cardRow(row.cards, strings, { small: true, letters: model.get("suit_letters"), name: row.name }) : row.name;
        return make("tr", { class: row.best ? "tl-best" : "" }, make("th", { scope: "row" }, cards),
          make("td", {}, make("span", { class: `tl-verdict tl-${row.best ? "good" : "bad"}` }, row.verdict)), make("td", { class: "tl-why" }, ...spoken(row.why, strings)), make("td", {}, show));
      });
      return [make("table", {}, make("caption", {}, strings.allPlays), make("tbody", {}, ...rows))];
    });
    others.hidden = !scene.others;
    region(others, [scene.others, model.get("suit_letters"), strings.ranks], () => {
      if (!scene.others) return [];
      const rest = make("p", {}, scene.others.rest);
      if (!scene.others.rows.length) return [make("p", { class: "tl-caption" }, scene.others.caption), rest];
      const head = make("tr", {}, ...scene.others.columns.map((/** @type {string} */ text) => make("th", { scope: "col" }, text)));
      const rows = scene.others.rows.map((/** @type {any} */ row) => {
        const plays = row.plays.map((/** @type {string[]} */ cards) => (cards.length ? cardRow(cards, strings, { small: true, letters: model.get("suit_letters") }) : row.pass));
        return make("tr", {}, make("th", { scope: "row" }, row.rules),
          make("td", {}, make("span", { class: `tl-verdict tl-${row.good ? "good" : "bad"}` }, row.verdict)), make("td", {}, make("div", { class: "tl-plays" }, ...plays, row.more)));
      });
      return [make("table", {}, make("caption", {}, scene.others.caption), make("thead", {}, head), make("tbody", {}, ...rows)), rest];
    });
  };
}
