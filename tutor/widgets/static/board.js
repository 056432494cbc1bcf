// A puzzle on the wall: below the table stand the plays put to the vote, hands counted for each, and verdicts as they are revealed.

/** @param {{model: Model, el: HTMLElement}} context */
function render(context) {
  const { model } = context;
  return startTable(context, (table) => {
    table.below.parentElement.classList.add("tl-board");
    const seen = make("div", { class: "tl-unseen", hidden: true });
    const votes = make("div", { class: "tl-boardvotes", hidden: true });
    const bar = make("div", { class: "tl-bar" });
    const act = (/** @type {string} */ name) => {
      const one = button("", name === "reveal" ? "tl-main" : "", () => tell(model, { do: name }, table.says));
      bar.append(one);
      return one;
    };
    const buttons = { reveal: act("reveal"), answer: act("answer"), restart: act("restart") };
    table.below.append(seen, votes, bar);

    return () => {
      const scene = model.get("scene");
      const strings = model.get("strings");
      if (scene.trouble) return;
      const letters = model.get("suit_letters");
      seen.hidden = !scene.unseen;
      region(seen, [scene.unseen, letters, strings.ranks], () => (scene.unseen
        ? [make("p", {}, scene.unseen.text), cardRow(scene.unseen.cards, strings, { small: true, letters })] : []));
      votes.hidden = !scene.vote.rows.length;
      region(votes, [scene.vote, letters, strings.ranks], () => {
        if (!scene.vote.rows.length) return [];
        const head = make("tr", {}, ...scene.vote.heads.map((/** @type {string} */ text) => make("th", { scope: "col" }, text)));
        const rows = scene.vote.rows.map((/** @type {any} */ row) => {
          const field = /** @type {HTMLInputElement} */ (make("input", { type: "number", min: 0, max: scene.vote.most, step: 1, inputmode: "numeric",
            class: "tl-boardhands", "aria-label": row.label, value: row.hands, "data-key": row.play }));
          field.addEventListener("change", () => tell(model, { do: "vote", play: row.play, hands: Math.trunc(field.valueAsNumber) || 0 }, table.says));
          const cards = row.cards.length ? cardRow(row.cards, strings, { small: true, letters, name: row.name }) : row.name;
          const verdict = row.verdict
            ? [make("span", { class: `tl-verdict tl-${row.best ? "good" : "bad"}` }, row.verdict), " ", ...spoken(row.why, strings)]
            : [make("span", { role: "img", "aria-label": row.hidden }, "?")];
          return make("tr", {}, make("th", { scope: "row" }, cards), make("td", {}, field), make("td", {}, ...verdict));
        });
        return [make("table", {}, make("caption", {}, scene.vote.caption), make("thead", {}, head), make("tbody", {}, ...rows))];
      });
      for (const [name, one] of Object.entries(buttons)) {
        one.hidden = !scene.vote[name];
        setText(one, scene.vote[name]);
      }
      table.next = buttons.reveal.hidden ? null : buttons.reveal;
    };
  });
}

export default { render };
