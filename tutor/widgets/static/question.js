// Questions with answers to choose from: PickCard, BeatIt, NameIt and the check at the end of a lesson.

/** @param {{model: Model, el: HTMLElement}} context */
function render({ model, el }) {
  const { root, body, prompt, says, troubled } = frame(el, "ask");
  const head = make("div", { class: "tl-askhead" });
  const title = make("span", { class: "tl-asktitle" });
  const dots = make("ol", { class: "tl-dots" });
  head.append(title, dots);
  const shown = make("div", { class: "tl-shown" });
  const rows = make("dl", { class: "tl-rows" });
  const options = make("div", { class: "tl-options", role: "group", "aria-labelledby": prompt.id });
  const reasons = make("ul", { class: "tl-reasons", "aria-live": "polite" });
  const bar = make("div", { class: "tl-bar" });
  const check = button("", "tl-main", () => (isEnabled(check) ? tell(model, { do: "check", chosen: model.get("chosen") }, says) : setText(says, model.get("strings").chooseFirst)));
  const again = button("", "", () => tell(model, { do: "again" }, says));
  const next = button("", "tl-main", () => tell(model, { do: "next" }, says));
  bar.append(check, again, next);
  body.append(head, prompt, shown, rows, options, bar, says, reasons);

  const toggle = (/** @type {string} */ id) => {
    const scene = model.get("scene");
    if (scene.answered) return;
    const chosen = /** @type {string[]} */ (model.get("chosen"));
    const has = chosen.includes(id);
    model.set("chosen", has ? chosen.filter((other) => other !== id) : scene.many ? [...chosen, id] : [id]);
    tell(model, null, says);
    update();
  };

  function update() {
    const scene = model.get("scene");
    const strings = model.get("strings");
    const letters = model.get("suit_letters");
    const chosen = /** @type {string[]} */ (model.get("chosen"));
    if (troubled(scene, strings)) return;
    setText(title, scene.title);
    dots.hidden = scene.progress.length < 2;
    region(dots, scene.progress, () => scene.progress.length < 2 ? [] : scene.progress.map((/** @type {any} */ one) =>
      make("li", { class: `tl-dot-${one.state}`, "aria-current": one.now ? "step" : null }, make("span", { class: "tl-hear" }, one.text))));
    setSpoken(prompt, scene.prompt, strings);
    region(shown, [scene.shown, letters, strings.ranks], () => scene.shown.length ? [cardRow(scene.shown, strings, { letters, kind: "tl-laid" })] : []);
    shown.hidden = !scene.shown.length;
    region(rows, [scene.rows, letters, strings.ranks], () => scene.rows.map((/** @type {any} */ one) => make("div", { class: one.own ? "tl-own" : "" }, make("dt", {}, one.name),
      make("dd", {}, one.cards.length ? cardRow(one.cards, strings, { letters, small: !one.own }) : one.text))));
    rows.hidden = !scene.rows.length;
    region(options, [scene.options, scene.many, scene.asked, letters, strings.ranks], () => scene.options.map((/** @type {any} */ option, /** @type {number} */ place) => {
      const one = make("button", { type: "button", class: `tl-option ${option.cards.length ? "" : "tl-wordy"}`, role: scene.many ? "checkbox" : "radio", "data-key": option.id,
        "aria-checked": "false", "aria-label": option.name, tabindex: scene.many || !place ? "0" : "-1" });
      if (option.cards.length) for (const card of option.cards) {
        const slot = make("span", { class: "tl-slot" });
        slot.append(cardFace(card, strings, { letters }));
        one.append(slot);
      } else one.append(option.name);
      one.append(make("span", { class: "tl-tick", "aria-hidden": "true" }));
      one.addEventListener("click", () => toggle(option.id));
      return one;
    }));
    options.setAttribute("role", scene.many ? "group" : "radiogroup");
    for (const one of /** @type {HTMLElement[]} */ ([...options.children])) {
      const id = String(one.dataset.key);
      const option = scene.options.find((/** @type {any} */ other) => other.id === id);
      one.setAttribute("aria-checked", String(chosen.includes(id)));
      one.setAttribute("aria-label", option.mark ? `${option.name}, ${option.markText}` : option.name);
      one.setAttribute("aria-disabled", String(Boolean(scene.answered)));
      one.dataset.mark = option.mark ?? "";
    }
    check.hidden = Boolean(scene.answered);
    setText(check, strings.check);
    setEnabled(check, chosen.length > 0 || scene.noneAllowed);
    again.hidden = !scene.canRepeat;
    setText(again, scene.againText);
    next.hidden = !scene.canNext;
    setText(next, strings.next);
    says.dataset.tone = scene.says.tone;
    setSpoken(says, scene.says.text, strings);
    region(reasons, scene.reasons, () => scene.reasons.map((/** @type {string} */ text) => make("li", {}, ...spoken(text, strings))));
    bar.hidden = scene.done && !scene.canRepeat;
  }

  options.addEventListener("keydown", (event) => {
    const all = /** @type {HTMLElement[]} */ ([...options.children]);
    const place = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (place < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const goal = { ArrowRight: place + 1, ArrowDown: place + 1, ArrowLeft: place - 1, ArrowUp: place - 1, Home: 0, End: all.length - 1 }[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    const target = all[(goal + all.length) % all.length];
    if (model.get("scene").many) target.focus();
    else {
      stopHere(all, target);
      if (!model.get("chosen").includes(target.dataset.key)) toggle(String(target.dataset.key));
    }
  });

  const end = watch(model, ["scene", "chosen", "strings", "suit_letters"], () => {
    const at = document.activeElement;
    update();
    // the button just pressed may be gone: go on with the one that took its place
    if (at instanceof HTMLElement && bar.contains(at) && at.hidden) (/** @type {HTMLElement[]} */ ([next, again, check]).find((one) => !one.hidden))?.focus();
  });
  update();
  return () => {
    end();
    root.remove();
  };
}

export default { render };
