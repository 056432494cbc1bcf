// Set a position up: pick a place, click cards; notation to read and to copy; the verdicts of a search.

/** @param {{model: Model, el: HTMLElement}} context */
function render({ model, el }) {
  const root = make("div", { class: "tl-root tl-editor" });
  keepKeys(root);
  el.append(root);
  const send = (/** @type {any} */ content) => tell(model, content, says);
  const labels = () => model.get("scene").labels;

  const settings = make("div", { class: "tl-fields" });
  const field = (/** @type {HTMLElement} */ control) => {
    const text = make("span", {});
    const box = make("label", { class: "tl-field" }, text, control);
    return { box, text, control };
  };
  const choice = (/** @type {string} */ act, number = true) => field(make("select", { class: "tl-input", change: (/** @type {Event} */ event) => {
    const value = /** @type {HTMLSelectElement} */ (event.target).value;
    send({ do: act, value: number ? Number(value) : value });
  } }));
  const tick = (/** @type {any} */ content) => {
    const box = make("input", { type: "checkbox", change: () => send(content) });
    const text = make("span", {});
    return { box: make("label", { class: "tl-tickbox" }, box, text), text, control: /** @type {HTMLInputElement} */ (box) };
  };
  const profile = choice("profile", false);
  const seatCount = choice("seats");
  const turn = choice("turn");
  const owner = choice("owner");
  const chain = tick({ do: "chain" });
  const house = make("details", { class: "tl-house" });
  settings.append(profile.box, seatCount.box, turn.box, owner.box, chain.box);

  const places = make("div", { class: "tl-places", role: "radiogroup" });
  const grid = make("div", { class: "tl-grid", role: "listbox", "aria-multiselectable": "true" });
  const help = make("p", { id: freshId(), hidden: true });
  grid.setAttribute("aria-describedby", help.id);

  const line = /** @type {HTMLInputElement} */ (make("input", { type: "text", class: "tl-input tl-text", spellcheck: "false", autocomplete: "off", autocapitalize: "off", maxlength: "500" }));
  const lineField = field(line);
  const fault = make("p", { class: "tl-says tl-fault", role: "status", id: freshId() });
  line.setAttribute("aria-describedby", fault.id);
  const read = button("", "", () => send({ do: "read", text: line.value }));
  const copy = button("", "", () => copyFrom(line));
  const clear = button("", "", () => send({ do: "clear" }));
  const code = /** @type {HTMLInputElement} */ (make("input", { type: "text", class: "tl-input tl-text", readonly: true, spellcheck: "false" }));
  const codeField = field(code);
  const copyCode = button("", "", () => copyFrom(code));
  const goal = choice("goal", false);
  const solve = button("", "tl-main", () => (isEnabled(solve) ? send({ do: "solve" }) : null));
  const says = make("p", { class: "tl-says", role: "status" });
  const verdicts = make("div", { class: "tl-verdicts" });
  const words = make("div", { class: "tl-words" });
  root.append(settings, house, places, grid, lineField.box, fault, make("div", { class: "tl-bar" }, read, copy, clear), goal.box, make("div", { class: "tl-bar" }, solve), says,
    verdicts, words, codeField.box, make("div", { class: "tl-bar" }, copyCode), help);

  line.addEventListener("keydown", (event) => {
    if (event.key === "Enter") send({ do: "read", text: line.value });
  });

  async function copyFrom(/** @type {HTMLInputElement} */ from) {
    try {
      await navigator.clipboard.writeText(from.value);
    } catch {
      from.select();                                                        // no clipboard without a secure page: the old way
      document.execCommand("copy");
    }
    says.dataset.tone = "good";
    says.textContent = "";
    setText(says, labels().copied);
  }

  /* ---------------------------------------------------------------- places */

  function brush(/** @type {string} */ place) {
    model.set("brush", place);
    send(null);
    update();
  }

  function onePlace(/** @type {any} */ place) {
    const strings = model.get("strings");
    const letters = model.get("suit_letters");
    const name = make("span", { class: "tl-name" }, place.name);
    const tag = /^\d$/.test(place.place) ? make("span", { class: "tl-seatno", "aria-hidden": "true" }, place.place) : null;
    const radio = make("button", { type: "button", role: "radio", class: "tl-place", "aria-checked": "false", tabindex: "-1", "data-place": place.place, "data-key": `place-${place.place}`,
      "aria-label": [place.name, ...place.cards.map((/** @type {string} */ card) => strings.cards[card]), place.countText].filter(Boolean).join(", "), click: () => brush(place.place) }, ...(tag ? [tag] : []), name,
      ...(place.countText ? [make("span", { class: "tl-number" }, place.countText)] : []));
    const row = make("div", { class: "tl-placecards", "aria-hidden": "true" });
    if (place.cards.length) row.append(cardRow(place.cards, strings, { letters, small: true }));
    const parts = [radio, row];
    if (place.hidden !== undefined) {
      const many = make("input", { type: "number", min: "0", max: "17", class: "tl-input tl-many", value: String(place.hidden), "aria-label": place.hiddenLabel, "data-key": `hidden-${place.place}`,
        change: (/** @type {Event} */ event) => send({ do: "hidden", seat: Number(place.place), value: Math.trunc(Number(/** @type {HTMLInputElement} */ (event.target).value)) || 0 }) });
      const options = make("div", { class: "tl-seatoptions" }, make("label", { class: "tl-tickbox" }, many, make("span", { "aria-hidden": "true" }, labels().hidden)));
      if (model.get("scene").locks) {
        const box = make("input", { type: "checkbox", "data-key": `passed-${place.place}`, "aria-label": `${place.name} ${place.passedLabel}`, change: () => send({ do: "passed", seat: Number(place.place) }) });
        /** @type {HTMLInputElement} */ (box).checked = place.passed;
        options.append(make("label", { class: "tl-tickbox" }, box, make("span", { "aria-hidden": "true" }, place.passedLabel)));
      }
      parts.push(options);
    }
    return make("div", { class: "tl-placebox", role: "presentation" }, ...parts);
  }

  places.addEventListener("keydown", (event) => {
    const all = /** @type {HTMLElement[]} */ ([...places.querySelectorAll("[role=radio]")]);
    const place = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (place < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const goal = { ArrowRight: place + 1, ArrowDown: place + 1, ArrowLeft: place - 1, ArrowUp: place - 1, Home: 0, End: all.length - 1 }[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    const target = all[(goal + all.length) % all.length];
    stopHere(all, target);
    brush(String(target.dataset.place));
  });

  /* ---------------------------------------------------------------- the cards */

  const slots = () => /** @type {HTMLElement[]} */ ([...grid.children]);

  function put(/** @type {HTMLElement} */ slot) {
    stopHere(slots(), slot);
    send({ do: "put", card: slot.dataset.card, to: model.get("brush") });
  }

  grid.addEventListener("click", (event) => {
    const slot = event.target instanceof Element ? event.target.closest("[role=option]") : null;
    if (slot instanceof HTMLElement) put(slot);
  });

  /** The card next to `slot` in the direction of the key, as they stand on the page. */
  function beside(/** @type {HTMLElement} */ slot, /** @type {string} */ key) {
    const sideways = key === "ArrowLeft" || key === "ArrowRight";
    const sign = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
    const here = slot.getBoundingClientRect();
    let best = null;
    let least = Infinity;
    for (const other of slots()) {
      const there = other.getBoundingClientRect();
      const along = sign * (sideways ? there.left - here.left : there.top - here.top);
      const across = Math.abs(sideways ? there.top - here.top : there.left - here.left);
      if (along > 2 && across < 4 && along < least) [best, least] = [other, along];
    }
    return best;
  }

  grid.addEventListener("keydown", (event) => {
    const at = /** @type {HTMLElement} */ (document.activeElement);
    if (!grid.contains(at) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " || event.key === "Enter") put(at);
    else if (event.key === "Home") stopHere(slots(), slots()[0]);
    else if (event.key === "End") stopHere(slots(), slots()[51]);
    else if (event.key.startsWith("Arrow")) {
      const next = beside(at, event.key);
      if (next) stopHere(slots(), next);
    } else return;
    event.preventDefault();
  });

  function cards(/** @type {any} */ scene) {
    const strings = model.get("strings");
    region(grid, [scene.order, model.get("suit_letters"), strings.cards], () => scene.order.map((/** @type {string} */ card, /** @type {number} */ place) => {
      const slot = make("div", { role: "option", class: "tl-gridcard", "data-card": card, "data-key": card, tabindex: place ? "-1" : "0" });
      slot.append(cardFace(card, strings, { letters: model.get("suit_letters"), small: true }), make("span", { class: "tl-tag", "aria-hidden": "true" }));
      return slot;
    }));
    for (const slot of slots()) {
      const card = String(slot.dataset.card);
      const place = scene.places[card];
      slot.dataset.place = place;
      slot.setAttribute("aria-selected", String(place === model.get("brush") && place !== "deck"));
      slot.setAttribute("aria-label", fill(scene.labels.card, { card: strings.cards[card], place: scene.placeNames[place] }));
      setText(/** @type {HTMLElement} */ (slot.lastChild), /^\d$/.test(place) ? place : { table: "▬", gone: "×" }[/** @type {"table"|"gone"} */ (place)] ?? "");
    }
  }

  /* ---------------------------------------------------------------- everything */

  function options(/** @type {{box: HTMLElement, text: HTMLElement, control: HTMLElement}} */ into, /** @type {string} */ text, /** @type {any[][]} */ list, /** @type {any} */ value) {
    setText(into.text, text);
    region(into.control, list, () => list.map(([one, name]) => make("option", { value: String(one) }, name)));
    /** @type {HTMLSelectElement} */ (into.control).value = String(value);
  }

  function update() {
    const scene = model.get("scene");
    const strings = model.get("strings");
    const seats = scene.seatNames.map((/** @type {string} */ name, /** @type {number} */ seat) => [seat, name]);
    root.lang = strings.lang;
    options(profile, scene.labels.profile, scene.profiles, scene.profile);
    options(seatCount, scene.labels.seats, [[2, "2"], [3, "3"], [4, "4"]], seats.length);
    options(turn, scene.labels.turn, [...seats, [-1, scene.labels.nobody]], scene.turn);
    options(owner, scene.labels.owner, seats, scene.owner);
    owner.box.hidden = !scene.tablePlace.cards.length;
    options(goal, scene.labels.goal, scene.goals, model.get("goal"));
    setText(chain.text, scene.labels.chain);
    chain.control.checked = scene.chain;
    chain.box.hidden = !scene.canChain;
    const wasOpen = house.hasAttribute("open");
    region(house, [scene.house.map((/** @type {any} */ one) => [one.name, one.text]), scene.labels.house], () => [make("summary", {}, scene.labels.house),
      make("div", { class: "tl-houserules" }, ...scene.house.map((/** @type {any} */ one) => {
        const rule = tick({ do: "house", name: one.name });
        rule.control.dataset.key = one.name;
        rule.text.append(one.text);
        return rule.box;
      }))]);
    house.toggleAttribute("open", wasOpen);
    for (const one of scene.house) {
      const box = house.querySelector(`[data-key="${one.name}"]`);
      if (box instanceof HTMLInputElement) box.checked = one.on;
    }
    places.setAttribute("aria-label", scene.labels.places);
    const wanted = [...scene.seats, scene.tablePlace, ...(scene.gonePlace ? [scene.gonePlace] : []), scene.deckPlace];
    region(places, [wanted, scene.locks, model.get("suit_letters"), strings.cards], () => wanted.map(onePlace));
    for (const radio of places.querySelectorAll("[role=radio]")) {
      const on = /** @type {HTMLElement} */ (radio).dataset.place === model.get("brush");
      radio.setAttribute("aria-checked", String(on));
      /** @type {HTMLElement} */ (radio).tabIndex = on ? 0 : -1;
    }
    if (!places.querySelector("[tabindex='0'][role=radio]")) /** @type {HTMLElement|null} */ (places.querySelector("[role=radio]"))?.setAttribute("tabindex", "0");
    grid.setAttribute("aria-label", scene.labels.cards);
    setText(help, scene.labels.cardHelp);
    cards(scene);
    setText(lineField.text, scene.labels.notation);
    if (drawn.get(line) !== scene.text) {                                  // what is being typed stays until something else happened
      drawn.set(line, scene.text);
      line.value = scene.text;
    }
    fault.dataset.tone = scene.valid || !scene.started ? "info" : "bad";
    setSpoken(fault, scene.fault, strings);
    setText(read, scene.labels.read);
    setText(copy, scene.labels.copy);
    setText(clear, scene.labels.clear);
    setText(solve, scene.labels.solve);
    setEnabled(solve, scene.valid && !scene.busy && !scene.fault);
    says.dataset.tone = scene.says.tone;
    setSpoken(says, scene.says.text, strings);
    setText(codeField.text, scene.labels.code);
    code.value = scene.code;
    codeField.box.hidden = copyCode.hidden = !scene.code;
    setText(copyCode, scene.labels.copy);
    verdicts.hidden = !scene.verdicts.length;
    region(verdicts, [scene.verdicts, model.get("suit_letters"), strings.ranks], () => scene.verdicts.length ? [table(scene, strings)] : []);
    words.hidden = !scene.words.length;
    region(words, scene.words, () => scene.words.length ? [make("ol", { class: "tl-story", "aria-label": strings.story }, ...scene.words.map((/** @type {string} */ text) => make("li", {}, ...spoken(text, strings))))] : []);
  }

  function table(/** @type {any} */ scene, /** @type {any} */ strings) {
    const rows = scene.verdicts.map((/** @type {any} */ row, /** @type {number} */ place) => {
      const show = button(strings.showLine, "tl-quiet", () => send({ do: "line", index: place }));
      show.dataset.key = `line-${place}`;
      show.setAttribute("aria-label", fill(strings.showLineOf, { play: row.name }));
      const cards = row.cards.length ? cardRow(row.cards, strings, { small: true, letters: model.get("suit_letters"), name: row.name }) : row.name;
      return make("tr", {}, make("th", { scope: "row" }, cards), make("td", {}, make("span", { class: `tl-verdict ${row.open ? "tl-undecided" : row.best ? "tl-good" : "tl-bad"}` }, row.verdict)),
        make("td", { class: "tl-why" }, ...spoken(row.why, strings)), make("td", {}, ...(row.line ? [show] : [])));
    });
    return make("table", {}, make("caption", {}, strings.allPlays), make("tbody", {}, ...rows));
  }

  const end = watch(model, ["scene", "brush", "goal", "strings", "suit_letters"], update);
  update();
  return () => {
    end();
    root.remove();
  };
}

export default { render };
