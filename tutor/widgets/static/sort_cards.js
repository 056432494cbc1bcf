// Put cards in order: pick them one after the other, they move from the upper row to the lower one.

/** @param {{model: Model, el: HTMLElement}} context */
function render({ model, el }) {
  const { root, body, prompt, says, troubled } = frame(el, "sort");
  const pool = make("div", { class: "tl-pool" });
  const ends = make("div", { class: "tl-ends", "aria-hidden": "true" });
  const low = make("span");
  const high = make("span");
  ends.append(low, high);
  const row = make("div", { class: "tl-line" });
  const bar = make("div", { class: "tl-bar" });
  const check = button("", "tl-main", () => (isEnabled(check) ? tell(model, { do: "check", placed: model.get("placed") }, says) : setText(says, model.get("strings").placeAll)));
  const again = button("", "", () => tell(model, { do: "again" }, says));
  const fresh = button("", "", () => tell(model, { do: "new" }, says));
  bar.append(check, again, fresh);
  body.append(prompt, pool, ends, row, bar, says);
  const help = make("p", { id: freshId(), hidden: true });
  root.append(help);

  function change(/** @type {string[]} */ placed) {
    model.set("placed", placed);
    tell(model, null, says);
    update();
  }

  function update() {
    const scene = model.get("scene");
    const strings = model.get("strings");
    const letters = model.get("suit_letters");
    if (troubled(scene, strings)) return;
    const inPool = pool.contains(document.activeElement);
    const placed = /** @type {string[]} */ (model.get("placed")).filter((card) => scene.cards.includes(card));
    const left = scene.cards.filter((/** @type {string} */ card) => !placed.includes(card));
    setText(prompt, scene.prompt);
    setText(help, strings.sortKeys);
    setText(low, strings.lowEnd);
    setText(high, strings.highEnd);
    pickRow(pool, { cards: left, picked: [], name: strings.toPlace, many: false, letters, strings, help: help.id, toggle: (card) => change([...placed, card]) });
    if (inPool && !left.length) check.focus();                              // the last card left the upper row
    pool.classList.toggle("tl-empty", !left.length);
    pickRow(row, { cards: placed, picked: [], name: strings.placedSoFar, many: false, letters, strings, help: help.id, toggle: (card) => change(placed.filter((other) => other !== card)) });
    row.style.setProperty("--tl-places", String(scene.cards.length));
    for (const slot of /** @type {HTMLElement[]} */ ([...row.querySelectorAll("[role=option]")])) {
      const mark = scene.checked && scene.checked.join() === placed.join() ? scene.marks[String(slot.dataset.card)] : "";
      slot.dataset.mark = mark ?? "";
      slot.setAttribute("aria-label", strings.cards[String(slot.dataset.card)] + (mark === "wrong" ? `, ${strings.wrong}` : ""));
    }
    setText(check, strings.check);
    setEnabled(check, !left.length);
    again.hidden = !placed.length;
    setText(again, strings.clear);
    fresh.hidden = !scene.canNew;
    setText(fresh, strings.newCards);
    says.dataset.tone = scene.says.tone;
    setSpoken(says, scene.says.text, strings);
  }

  const end = watch(model, ["scene", "placed", "strings", "suit_letters"], update);
  update();
  return () => {
    end();
    root.remove();
  };
}

export default { render };
