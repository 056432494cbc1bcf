// The table that CardTable and PuzzlePlayer share: seats, the combination to beat, the round, the buttons.
// Everything to show stands in the trait `scene`, made in Python; nothing here knows a rule.

/**
 * Build a table inside `root`; the answer has `update()` and the places where a widget puts its own things.
 * @param {Model} model @param {HTMLElement} root
 */
function buildTable(model, root) {
  const strings = () => model.get("strings");
  const heading = make("div", { class: "tl-heading" });
  const trouble = make("p", { class: "tl-trouble", role: "alert", hidden: true });
  const felt = make("div", { class: "tl-felt" });
  const middle = make("div", { class: "tl-middle" });
  const bar = make("div", { class: "tl-bar", role: "group" });
  const reason = make("p", { class: "tl-reason", id: freshId() });
  const help = make("p", { id: freshId(), hidden: true });
  const stepped = make("div", { class: "tl-hear", "aria-live": "polite" });
  const says = make("p", { class: "tl-says", role: "status" });
  const stepper = make("div", { class: "tl-stepper", role: "group", hidden: true });
  const below = make("div", { class: "tl-below" });
  const log = make("details", { class: "tl-log" });
  root.append(heading, trouble, felt, says, bar, reason, stepper, below, log, help, stepped);

  /** @type {Map<number, {box: HTMLElement, plate: HTMLElement, cards: HTMLElement}>} */
  const seats = new Map();
  const seatOf = (/** @type {number} */ seat) => {
    let found = seats.get(seat);
    if (!found) {
      const plate = make("div", { class: "tl-plate", "aria-hidden": "true" });   // the group's name says the same
      const cards = make("div", { class: "tl-cards" });
      found = { box: make("div", { class: "tl-seat", role: "group" }, plate, cards), plate, cards };
      seats.set(seat, found);
    }
    return found;
  };

  // only what still lies in an open hand: a card may have been laid while Python had not heard of the pick yet
  const selected = () => {
    const held = (model.get("scene").seats ?? []).flatMap((/** @type {any} */ seat) => seat.cards);
    return /** @type {string[]} */ (model.get("selected")).filter((card) => held.includes(card));
  };
  const pick = (/** @type {string} */ card, /** @type {string[]} */ hand) => {
    // a selection is from one hand: picking from another starts afresh
    const kept = selected().filter((other) => hand.includes(other));
    const next = kept.includes(card) ? kept.filter((other) => other !== card) : [...kept, card];
    model.set("selected", hand.filter((other) => next.includes(other)));
    tell(model, null, says);
    update();
  };

  const act = (/** @type {string} */ name, /** @type {HTMLElement} */ from) => {
    // a quick hand is ahead of Python's word on the cards it has just picked: let Python judge the play itself
    const ahead = name === "play" && selected().length && selected().join() !== model.get("scene").judged.join();
    if (!isEnabled(from) && !ahead) {
      says.textContent = "";
      setSpoken(says, model.get("scene").buttons[name].reason, strings());
      return;
    }
    tell(model, { do: name, cards: selected() }, says);
  };
  const play = button("", "tl-main", () => act("play", play));
  const pass = button("", "", () => act("pass", pass));
  const back = button("", "", () => act("back", back));
  play.setAttribute("aria-describedby", reason.id);
  const hint = button("", "", () => act("hint", hint));
  bar.append(play, pass, back, hint);
  const buttons = /** @type {Record<string, HTMLElement>} */ ({ play, pass, back, hint });

  let stepping = false;
  const steps = ["first", "previous", "next", "last"].map((name, place) => {
    const glyph = ["«", "‹", "›", "»"][place];
    const one = button(glyph, "tl-step", () => {
      if (!isEnabled(one)) return;
      const { at, of } = model.get("scene").step;
      stepping = true;
      tell(model, { do: "step", to: [0, at - 1, at + 1, of][place] }, says);
    });
    one.dataset.step = name;
    return one;
  });
  const count = make("span", { class: "tl-count" });
  stepper.append(steps[0], steps[1], count, steps[2], steps[3]);

  root.addEventListener("keydown", (event) => {
    const inHand = event.target instanceof Element && event.target.closest("[role=option]");
    if (!inHand || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter") act("play", play);
    else if (event.key === "Backspace") act("back", back);
    else if (event.key === "Escape") {
      model.set("selected", []);
      tell(model, null, says);
      update();
    } else return;
    event.preventDefault();
  });

  function plate(/** @type {any} */ seat) {
    const parts = [make("span", { class: "tl-name" }, seat.name)];
    parts.push(make("span", { class: "tl-number" }, seat.countText));
    for (const badge of seat.badges) parts.push(make("span", { class: `tl-badge tl-${badge.kind}` }, badge.text));
    return parts;
  }

  function seatCards(/** @type {any} */ seat, /** @type {HTMLElement} */ box) {
    const letters = model.get("suit_letters");
    if (seat.pickable) {
      pickRow(box, { cards: seat.cards, picked: selected(), name: seat.label, many: true, letters, strings: strings(), help: help.id,
        kind: seat.where === "bottom" ? "tl-fan" : "tl-other", toggle: (card) => pick(card, seat.cards) });
      return;
    }
    box.onclick = box.onkeydown = null;
    region(box, [seat.cards, seat.hidden, seat.label, seat.where, letters, strings().ranks], () => {
      if (seat.cards.length) return [cardRow(seat.cards, strings(), { letters, small: seat.where !== "bottom", name: seat.label, kind: seat.where === "bottom" ? "tl-fan" : "" })];
      if (!seat.hidden) return [];
      const row = make("span", { class: "tl-row tl-small", role: "img", "aria-label": seat.label });
      for (let n = 0; n < seat.hidden; n += 1) row.append(make("span", { class: "tl-slot" }, cardBack()));
      return [row];
    });
  }

  function centre(/** @type {any} */ scene) {
    const letters = model.get("suit_letters");
    region(middle, [scene.table, scene.round, letters, strings().ranks], () => {
      const parts = /** @type {(Node|string)[]} */ ([make("p", { class: "tl-tabletext" }, ...spoken(scene.table.text, strings()))]);
      if (scene.table.cards.length) parts.push(cardRow(scene.table.cards, strings(), { letters, kind: "tl-laid" }));
      if (scene.round.length) {
        const list = make("ol", { class: "tl-round", "aria-label": strings().round });
        for (const entry of scene.round) list.append(make("li", {}, ...spoken(entry, strings())));
        parts.push(list);
      }
      return parts;
    });
  }

  function update() {
    const scene = model.get("scene");
    root.lang = strings().lang;
    root.classList.toggle("tl-troubled", Boolean(scene.trouble));
    trouble.hidden = !scene.trouble;
    setText(trouble, scene.trouble ?? "");
    setText(help, strings().tableKeys);
    for (const part of [felt, bar, reason, says, stepper, below, log, heading]) part.hidden = Boolean(scene.trouble);
    if (scene.trouble) return;
    region(heading, [scene.title, scene.goal], () => [
      ...(scene.title ? [make("p", { class: "tl-title" }, scene.title)] : []), ...(scene.goal ? [make("p", { class: "tl-goal" }, scene.goal)] : [])]);
    const wanted = scene.seats.map((/** @type {any} */ seat) => seatOf(seat.seat).box);
    const order = [...wanted.slice(1), middle, wanted[0]];                  // reading order: the others, the table, then one's own hand
    if (order.some((box, place) => felt.children[place] !== box) || felt.children.length !== order.length) felt.replaceChildren(...order);
    for (const seat of scene.seats) {
      const { box, plate: top, cards } = seatOf(seat.seat);
      box.className = `tl-seat tl-at-${seat.where} ${seat.turn ? "tl-turn" : ""} ${seat.out ? "tl-out" : ""}`;
      box.setAttribute("aria-label", [seat.name, seat.countText, ...seat.badges.map((/** @type {any} */ badge) => badge.text)].join(", "));
      region(top, [seat.name, seat.countText, seat.badges], () => plate(seat));
      seatCards(seat, cards);
    }
    centre(scene);
    for (const [name, one] of Object.entries(buttons)) {
      const state = scene.buttons[name];
      one.hidden = state.hidden;
      setText(one, state.text);
      setEnabled(one, state.enabled);
      if (name === "play") continue;                                       // it has its reason in sight
      if (state.reason) one.setAttribute("aria-description", state.reason);
      else one.removeAttribute("aria-description");
    }
    bar.setAttribute("aria-label", strings().actions);
    bar.hidden = Object.values(scene.buttons).every((/** @type {any} */ state) => state.hidden);
    reason.hidden = scene.buttons.play.hidden;
    setSpoken(reason, scene.buttons.play.hidden ? "" : scene.buttons.play.reason, strings());
    setSpoken(says, scene.says.text, strings());
    says.dataset.tone = scene.says.tone;
    stepper.hidden = !scene.step.of;
    stepper.setAttribute("aria-label", strings().steps);
    steps.forEach((one, place) => {
      one.setAttribute("aria-label", strings().stepNames[place]);
      setEnabled(one, place < 2 ? scene.step.at > 0 : scene.step.at < scene.step.of);
    });
    setText(count, fill(strings().stepCount, scene.step));
    if (stepping) {                                                         // say where the line stands now
      stepping = false;
      const play = scene.step.at ? (scene.words ?? [])[scene.step.at - 1] ?? scene.log.at(-1) : "";
      setSpoken(stepped, [fill(strings().stepCount, scene.step), play].filter(Boolean).join(": "), strings());
    }
    log.hidden = !scene.log.length;
    region(log, [scene.log, strings().log], () => [make("summary", {}, strings().log),
      make("ol", {}, ...scene.log.map((/** @type {string} */ entry) => make("li", {}, ...spoken(entry, strings()))))]);
  }

  return { update, below, says, steps, next: null };
}

/** What every table widget's render has in common. */
function startTable(/** @type {{model: Model, el: HTMLElement}} */ { model, el }, /** @type {(table: any) => (() => void)} */ more) {
  const root = make("div", { class: "tl-root tl-table" });
  keepKeys(root);
  el.append(root);
  const table = buildTable(model, root);
  const extra = more(table);
  const update = () => {
    const active = /** @type {HTMLElement|null} */ (root.contains(document.activeElement) ? document.activeElement : null);
    table.update();
    extra();
    if (!active || (active.isConnected && active.checkVisibility())) return;
    // what had the focus is gone: go on where the widget says, where the line is stepped through, or where the outcome is told
    if (root.contains(document.activeElement) && document.activeElement !== active) return;
    const next = table.next ?? table.steps[2];
    if (next.checkVisibility() && isEnabled(next)) next.focus();
    else {
      table.says.tabIndex = -1;
      table.says.focus();
    }
  };
  const end = watch(model, ["scene", "selected", "strings", "suit_letters"], update);
  update();
  return () => {
    end();
    root.remove();
  };
}
