// Find every combination of a kind in a hand: pick the cards of one, take it, go on with the next.

/** @param {{model: Model, el: HTMLElement}} context */
function render({ model, el }) {
  const { root, body, prompt, says, troubled } = frame(el, "find");
  const hand = make("div", { class: "tl-pool" });
  const bar = make("div", { class: "tl-bar" });
  const head = make("p", { class: "tl-foundhead", id: freshId() });
  const found = make("ul", { class: "tl-found", "aria-labelledby": head.id });
  const help = make("p", { id: freshId(), hidden: true });
  const take = () => {
    if (model.get("scene").over) return;
    const cards = model.get("selected");
    if (!cards.length) return setText(says, model.get("scene").pickFirst);
    // The selection belongs to the page alone, and so a quick hand may go on at once: updates of a trait can arrive after a message
    // that was sent later, and Python's word on it would undo what has been picked since. Cards refused are picked again.
    pick([]);
    tell(model, { do: "take", cards }, says);
  };
  const main = button("", "tl-main", take);
  const rest = button("", "", () => tell(model, { do: "rest" }, says));
  const again = button("", "", () => tell(model, { do: "again" }, says));
  const fresh = button("", "", () => tell(model, { do: "new" }, says));
  bar.append(main, rest, again, fresh);
  body.append(prompt, hand, bar, says, head, found);
  root.append(help);

  function pick(/** @type {string[]} */ cards) {
    if (model.get("scene").over) return;
    model.set("selected", cards);
    tell(model, null, says);
    update();
  }

  hand.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter") take();
    else if (event.key === "Escape") pick([]);
    else return;
    event.preventDefault();
  });

  const pickedNow = () => /** @type {string[]} */ (model.get("selected"));
  let slips = Number(model.get("scene").slips ?? 0);

  function update() {
    const scene = model.get("scene");
    const strings = model.get("strings");
    const letters = model.get("suit_letters");
    if (troubled(scene, strings)) return;
    const slip = scene.slips > slips;
    slips = scene.slips;
    if (slip && !pickedNow().length) return pick(scene.refused);
    const picked = pickedNow();
    setSpoken(prompt, scene.prompt, strings);
    setText(help, scene.help);
    pickRow(hand, { cards: scene.cards, picked, name: scene.hand, many: true, letters, strings, help: help.id,
      toggle: (card) => pick(pickedNow().includes(card) ? pickedNow().filter((other) => other !== card) : [...pickedNow(), card]) });
    setText(main, scene.takeText);
    setEnabled(main, picked.length > 0);
    setText(rest, scene.restText);
    setText(again, scene.againText);
    setText(fresh, scene.newText);
    main.hidden = rest.hidden = Boolean(scene.over);
    again.hidden = !scene.canAgain;
    fresh.hidden = !scene.canNew;
    bar.hidden = [main, rest, again, fresh].every((one) => one.hidden);
    says.dataset.tone = scene.says.tone;
    setSpoken(says, scene.says.text, strings);
    setText(head, scene.foundText);
    region(found, [scene.found, letters, strings.ranks], () => scene.found.map((/** @type {any} */ one) =>
      make("li", { "data-missed": String(one.missed) }, cardRow(one.cards, strings, { letters, small: true }), one.missed ? make("span", {}, one.missedText) : null)));
    found.hidden = !scene.found.length;
  }

  const end = watch(model, ["scene", "selected", "strings", "suit_letters"], () => {
    const at = document.activeElement;
    update();
    // the button just pressed may be gone: go on with the one that took its place
    if (at instanceof HTMLElement && bar.contains(at) && at.hidden) [main, again, fresh].find((one) => !one.hidden)?.focus();
  });
  update();
  return () => {
    end();
    root.remove();
  };
}

export default { render };
