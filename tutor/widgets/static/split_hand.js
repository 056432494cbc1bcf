// Lay a hand out: pick cards of the upper row, put them together, take groups apart again, have the layout checked.

/** @param {{model: Model, el: HTMLElement}} context */
function render({ model, el }) {
  const { root, body, prompt, says, troubled } = frame(el, "split");
  const hand = make("div", { class: "tl-pool" });
  const bar = make("div", { class: "tl-bar" });
  const head = make("p", { class: "tl-foundhead", id: freshId() });
  const groups = make("ul", { class: "tl-groups", "aria-labelledby": head.id });
  const answerHead = make("p", { class: "tl-foundhead", id: freshId() });
  const answer = make("ul", { class: "tl-groups", "aria-labelledby": answerHead.id });
  const help = make("p", { id: freshId(), hidden: true });

  const picked = () => /** @type {string[]} */ (model.get("selected")).filter((card) => model.get("scene").cards.includes(card));
  const put = () => {
    if (model.get("scene").over) return;
    if (picked().length) tell(model, { do: "put", cards: picked() }, says);
    else setText(says, model.get("scene").pickFirst);
  };
  const check = () => (model.get("scene").canCheck ? tell(model, { do: "check" }, says) : setText(says, model.get("scene").leftText));
  const buttons = /** @type {Record<string, HTMLElement>} */ ({
    put: button("", "tl-main", put),
    singles: button("", "", () => tell(model, { do: "singles" }, says)),
    check: button("", "tl-main", check),
    answer: button("", "", () => tell(model, { do: "answer" }, says)),
    again: button("", "", () => tell(model, { do: "again" }, says)),
    new: button("", "", () => tell(model, { do: "new" }, says)),
  });
  bar.append(...Object.values(buttons));
  body.append(prompt, hand, bar, says, head, groups, answerHead, answer);
  root.append(help);

  function pick(/** @type {string[]} */ cards) {
    if (model.get("scene").over) return;
    model.set("selected", cards);
    tell(model, null, says);
    update();
  }

  hand.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter") put();
    else if (event.key === "Escape") pick([]);
    else return;
    event.preventDefault();
  });

  function item(/** @type {any} */ group, /** @type {number} */ place, /** @type {boolean} */ movable) {
    const letters = model.get("suit_letters");
    const strings = model.get("strings");
    const parts = [cardRow(group.cards, strings, { letters, small: true }), make("span", { class: "tl-groupname" }, group.name)];
    if (movable) {
      const apart = button("×", "tl-quiet", () => tell(model, { do: "apart", index: place }, says));
      apart.dataset.key = `apart-${place}`;
      apart.setAttribute("aria-label", group.apart);
      apart.title = model.get("scene").apartText;
      parts.push(apart);
    }
    return make("li", {}, ...parts);
  }

  function update() {
    const scene = model.get("scene");
    const strings = model.get("strings");
    const letters = model.get("suit_letters");
    if (troubled(scene, strings)) return;
    setText(prompt, scene.prompt);
    setText(help, scene.help);
    const inHand = hand.contains(document.activeElement);
    pickRow(hand, { cards: scene.cards, picked: picked(), name: scene.hand, many: true, letters, strings, help: help.id,
      toggle: (card) => pick(picked().includes(card) ? picked().filter((other) => other !== card) : [...picked(), card]) });
    hand.hidden = !scene.cards.length;
    for (const [name, one] of Object.entries(buttons)) {
      setText(one, scene.buttons[name].text);
      one.hidden = scene.buttons[name].hidden;
    }
    setEnabled(buttons.put, picked().length > 0);
    setEnabled(buttons.check, scene.canCheck);
    if (inHand && !scene.cards.length) buttons.check.focus();            // the last card has left the hand
    bar.hidden = Object.values(buttons).every((one) => one.hidden);
    says.dataset.tone = scene.says.tone;
    setSpoken(says, scene.says.text, strings);
    setText(head, scene.groupsText);
    region(groups, [scene.groups, scene.over, letters, strings.ranks], () => scene.groups.map((/** @type {any} */ group, /** @type {number} */ place) => item(group, place, !scene.over)));
    groups.hidden = head.hidden = !scene.groups.length;
    setText(answerHead, scene.answerText);
    region(answer, [scene.answer, letters, strings.ranks], () => scene.answer.map((/** @type {any} */ group, /** @type {number} */ place) => item(group, place, false)));
    answer.hidden = answerHead.hidden = !scene.answer.length;
  }

  const end = watch(model, ["scene", "selected", "strings", "suit_letters"], () => {
    const at = document.activeElement;
    update();
    // the button just pressed may be gone: go on with the one that took its place
    if (at instanceof HTMLElement && bar.contains(at) && at.hidden) Object.values(buttons).find((one) => !one.hidden)?.focus();
  });
  update();
  return () => {
    end();
    root.remove();
  };
}

export default { render };
