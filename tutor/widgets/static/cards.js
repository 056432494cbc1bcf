// Shared by every widget: small DOM helpers and the drawing of a card. Joined in front of a widget's own file by
// tutor/widgets/base.py, so nothing is exported here. Text reaches the page through textContent and setAttribute only.

/** @typedef {{get(name: string): any, set(name: string, value: any): void, save_changes(): void, send(content: any): void,
 *   on(name: string, call: (...args: any[]) => void): void, off(name: string, call: (...args: any[]) => void): void}} Model */

const SVG_NS = "http://www.w3.org/2000/svg";

/**
 * An HTML element with attributes (null and false are left out) and children; strings become text nodes.
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...(Node|string|null)} children
 * @returns {HTMLElement}
 */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** @param {string} tag @param {Record<string, any>} attributes @param {...Node} children */
function draw(tag, attributes, ...children) {
  const element = document.createElementNS(SVG_NS, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** A button whose key presses stay with us. @param {string} text @param {string} kind @param {(event: Event) => void} act */
function button(text, kind, act) {
  const element = make("button", { type: "button", class: `tl-button ${kind}` }, text);
  element.addEventListener("click", act);
  return element;
}

/** Grey but reachable: the reason must be readable, so the button keeps its place in the tab order. */
function setEnabled(/** @type {HTMLElement} */ element, /** @type {boolean} */ enabled) {
  element.setAttribute("aria-disabled", String(!enabled));
}

function isEnabled(/** @type {HTMLElement} */ element) {
  return element.getAttribute("aria-disabled") !== "true";
}

/** An id that no other view of any widget has. */
function freshId() {
  return `tl-${Math.random().toString(36).slice(2)}`;
}

/** Set text only when it differs: a live region must not repeat itself. */
function setText(/** @type {HTMLElement} */ element, /** @type {string} */ text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Text whose cards are heard as words ("five of diamonds"): a screen reader calls the sign ♥ a black heart, or nothing at all.
 * @param {string} text @param {any} strings the widget's words
 */
function spoken(text, strings) {
  const ranks = /** @type {Record<string, string>} */ ({});
  for (const [rank, name] of Object.entries(strings.ranks)) ranks[/** @type {string} */ (name)] = rank;
  const names = Object.keys(ranks).sort((one, other) => other.length - one.length);
  const cards = new RegExp(`((?:${names.join("|")})[♠♣♦♥])`, "u");
  return text.split(cards).filter(Boolean).map((part) => {
    const rank = ranks[part.slice(0, -1)];
    const name = rank && strings.cards[rank + { "♠": "s", "♣": "c", "♦": "d", "♥": "h" }[part.slice(-1)]];
    return name ? make("span", { class: "tl-said", role: "img", "aria-label": name }, part) : part;
  });
}

/** As `setText`, with the cards heard as words. */
function setSpoken(/** @type {HTMLElement} */ element, /** @type {string} */ text, /** @type {any} */ strings) {
  if (element.textContent !== text) element.replaceChildren(...spoken(text, strings));
}

/** Fill `pattern` like "{name} has {count}" from `values`. */
function fill(/** @type {string} */ pattern, /** @type {Record<string, any>} */ values) {
  return pattern.replace(/\{(\w+)\}/g, (all, name) => (name in values ? String(values[name]) : all));
}

/**
 * Key presses inside a widget are not commands of the notebook around it (there b adds a cell and x cuts one).
 * Combinations with Ctrl or Meta pass, so that saving and copying still work.
 */
function keepKeys(/** @type {HTMLElement} */ root) {
  root.addEventListener("keydown", (event) => {
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
  });
  // JupyterLab matches its shortcuts against the focused element before any listener here runs
  root.addEventListener("focusin", (event) => {
    if (event.target instanceof Element) event.target.setAttribute("data-lm-suppress-shortcuts", "true");
  });
}

/** @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

/**
 * Rebuild a part of the page only when its data changed, and give the keyboard focus back to the same thing
 * (elements carry data-key), or to what now stands in its place.
 * @param {HTMLElement} box @param {any} data @param {() => (Node|string)[]} build
 */
function region(box, data, build) {
  const mark = JSON.stringify(data);
  if (drawn.get(box) === mark) return;
  drawn.set(box, mark);
  const active = /** @type {HTMLElement|null} */ (box.contains(document.activeElement) ? document.activeElement : null);
  const stops = () => /** @type {HTMLElement[]} */ ([...box.querySelectorAll("[data-key]")]);
  const place = active ? stops().indexOf(active) : -1;
  box.replaceChildren(...build());
  if (!active) return;
  const now = stops();
  const same = now.find((stop) => stop.dataset.key === active.dataset.key);
  (same ?? now[Math.min(Math.max(place, 0), now.length - 1)])?.focus();
}

/** How long Python may take over a message before the page says that it hears nothing, in milliseconds. */
const PATIENCE = 5000;

/** @type {WeakSet<Model>} */
const unanswered = new WeakSet();

/**
 * Send Python a message, or with `content` null the changed traits. After a restart of the kernel nobody is there any more;
 * then the status line says so. A notebook opened anew with its widgets sends into the void: Python answers every message
 * with `answered`, and if that does not come, the status line says that, too.
 * @param {Model} model @param {any} content @param {HTMLElement} says
 */
function tell(model, content, says) {
  try {
    if (!content) return model.save_changes();
    if (!unanswered.has(model)) {
      unanswered.add(model);
      const timer = setTimeout(() => {
        says.dataset.tone = "bad";
        setText(says, model.get("strings").silent ?? "");
      }, PATIENCE);
      const heard = (/** @type {any} */ message) => {
        if (!message?.answered) return;
        clearTimeout(timer);
        unanswered.delete(model);
        model.off("msg:custom", heard);
        const scene = model.get("scene");
        if (says.textContent === model.get("strings").silent) setText(says, scene.says?.text ?? "");
      };
      model.on("msg:custom", heard);
    }
    model.send(content);
  } catch {
    says.dataset.tone = "bad";
    setText(says, model.get("strings").asleep);
  }
}

/**
 * The frame of an exercise: `body` takes its parts, among them `prompt` and the status line `says`; `troubled(scene, strings)`
 * shows the scene's trouble in place of the body, if it has one, and tells whether it has.
 * @param {HTMLElement} el @param {string} kind
 */
function frame(el, kind) {
  const root = make("div", { class: `tl-root tl-${kind}` });
  keepKeys(root);
  el.append(root);
  const trouble = make("p", { class: "tl-trouble", role: "alert", hidden: true });
  const body = make("div");
  root.append(trouble, body);
  const troubled = (/** @type {any} */ scene, /** @type {any} */ strings) => {
    root.lang = strings.lang;
    trouble.hidden = !scene.trouble;
    body.hidden = Boolean(scene.trouble);
    setText(trouble, scene.trouble ?? "");
    return Boolean(scene.trouble);
  };
  return { root, body, prompt: make("p", { class: "tl-prompt", id: freshId() }), says: make("p", { class: "tl-says", role: "status" }), troubled };
}

/** Subscribe `call` to several traits; the answer ends the subscription. */
function watch(/** @type {Model} */ model, /** @type {string[]} */ names, /** @type {() => void} */ call) {
  for (const name of names) model.on(`change:${name}`, call);
  return () => {
    for (const name of names) model.off(`change:${name}`, call);
  };
}

/* ---------------------------------------------------------------- cards */

/** Each suit in a box of 100 by 100, centred. @type {Record<string, string>} */
const SUIT_PATH = {
  h: "M50 93C22 68 5 51 5 31 5 17 15 7 28 7c9 0 18 5 22 14C54 12 63 7 72 7c13 0 23 10 23 24 0 20-17 37-45 62Z",
  d: "M50 3C60 20 72 36 86 50 72 64 60 80 50 97 40 80 28 64 14 50 28 36 40 20 50 3Z",
  s: "M50 4C56 18 93 40 93 64c0 13-9 21-20 21-8 0-14-4-18-11 1 9 4 15 11 22H34c7-7 10-13 11-22-4 7-10 11-18 11C16 85 7 77 7 64 7 40 44 18 50 4Z",
  c: "M50 5a21 21 0 0 1 16 35c2-1 5-2 8-2a21 21 0 1 1-3 41c-7 0-13-4-17-9 1 9 4 18 12 26H34c8-8 11-17 12-26-4 5-10 9-17 9a21 21 0 1 1-3-41c3 0 6 1 8 2A21 21 0 0 1 50 5Z",
};

/** Where the pips of the number cards stand on a card of 100 by 140. @type {Record<string, number[][]>} */
const PIPS = {
  A: [[50, 70]],
  2: [[50, 30], [50, 110]],
  3: [[50, 30], [50, 70], [50, 110]],
  4: [[37, 30], [63, 30], [37, 110], [63, 110]],
  5: [[37, 30], [63, 30], [50, 70], [37, 110], [63, 110]],
  6: [[37, 30], [63, 30], [37, 70], [63, 70], [37, 110], [63, 110]],
  7: [[37, 30], [63, 30], [50, 50], [37, 70], [63, 70], [37, 110], [63, 110]],
  8: [[37, 30], [63, 30], [50, 50], [37, 70], [63, 70], [50, 90], [37, 110], [63, 110]],
  9: [[37, 28], [63, 28], [37, 56], [63, 56], [50, 70], [37, 84], [63, 84], [37, 112], [63, 112]],
  T: [[37, 28], [63, 28], [50, 42], [37, 56], [63, 56], [37, 84], [63, 84], [50, 98], [37, 112], [63, 112]],
};

function suitMark(/** @type {string} */ suit, x = 50, y = 50, size = 16) {
  const turned = y > 71 ? " rotate(180)" : "";
  return draw("path", { d: SUIT_PATH[suit], class: "tl-ink", transform: `translate(${x} ${y})${turned} scale(${size / 100}) translate(-50 -50)` });
}

/** Upper half of a jack, queen or king, down to the middle line y = 70. */
function courtHalf(/** @type {string} */ rank, /** @type {string} */ suit, /** @type {string} */ turn) {
  const half = draw("g", { transform: turn });
  const add = (/** @type {string} */ kind, /** @type {string} */ d) => half.append(draw("path", { d, class: kind }));
  add("tl-cloth", "M25 70V62C28 55 36 53 43 52H57C64 53 72 55 75 62V70Z");
  add("tl-trim", "M43 52 50 70 57 52Z");
  if (rank === "Q") add("tl-hair", "M36 60C33 44 37 31 50 31S67 44 64 60C60 58 60 50 59 45H41C40 50 40 58 36 60Z");
  if (rank === "J") add("tl-hair", "M38 53C36 44 38 35 50 35S64 44 62 53L58 44H42Z");
  if (rank === "K") add("tl-hair", "M39 46C38 38 42 33 50 33S62 38 61 46Z");
  half.append(draw("ellipse", { cx: 50, cy: 45, rx: 8.6, ry: 10, class: "tl-skin" }));
  if (rank === "K") {
    add("tl-hair", "M41.5 46C42 58 46 61 50 61S58 58 58.5 46C55 50 53 50.5 50 50.5S45 50 41.5 46Z");
    add("tl-gold", "M37 36 34.5 20 43 27.5 50 17 57 27.5 65.5 20 63 36Z");
  }
  if (rank === "Q") add("tl-gold", "M38 34C38 28 36 25 37 22L43 27 46 20 50 26 54 20 57 27 63 22C64 25 62 28 62 34 54 31 46 31 38 34Z");
  if (rank === "J") {
    add("tl-cloth", "M36 36C37 27 44 23 52 23S64 29 64 36C54 33 46 33 36 36Z");
    add("tl-gold", "M61 33C68 30 71 24 69 17 63 19 59 25 60 32Z");
  }
  half.append(draw("circle", { cx: 46.6, cy: 44, r: 1.1, class: "tl-dot" }), draw("circle", { cx: 53.4, cy: 44, r: 1.1, class: "tl-dot" }));
  half.append(draw("path", { d: rank === "K" ? "M48 53.5H52" : "M47.6 50.2C49 51.4 51 51.4 52.4 50.2", class: "tl-line" }));
  half.append(suitMark(suit, 33, 27, 13));
  return half;
}

/**
 * The face of a card as a drawing; the name for screen readers is set by whoever places it.
 * @param {string} card such as "Th" @param {any} strings the widget's words @param {{letters?: boolean, small?: boolean}} [look]
 */
function cardFace(card, strings, look = {}) {
  const rank = card[0];
  const suit = card[1];
  const index = strings.ranks[rank];
  const svg = draw("svg", { viewBox: "0 0 100 140", class: `tl-face tl-suit-${suit}`, "aria-hidden": "true", focusable: "false" });
  svg.append(draw("rect", { x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 9, class: "tl-paper" }));
  const word = (/** @type {string} */ text, /** @type {Record<string, any>} */ attributes) => {
    const element = draw("text", { "text-anchor": "middle", class: "tl-ink tl-index", ...attributes });
    if (text.length > 1) for (const [name, value] of [["textLength", Number(attributes["font-size"]) * 0.92], ["lengthAdjust", "spacingAndGlyphs"]])
      element.setAttribute(String(name), String(value));
    element.textContent = text;
    return element;
  };
  if (look.small) {
    svg.append(word(index, { x: 50, y: 66, "font-size": 66 }));
    if (look.letters) svg.append(suitMark(suit, 30, 105, 40), word(strings.suitLetters[suit], { x: 72, y: 120, "font-size": 44 }));
    else svg.append(draw("g", {}, draw("path", { d: SUIT_PATH[suit], class: "tl-ink", transform: "translate(26 80) scale(.48)" })));
    return svg;
  }
  const corner = (/** @type {string} */ turn) => {
    const group = draw("g", { transform: turn });
    group.append(word(index, { x: 15, y: 28, "font-size": 27 }), suitMark(suit, 15, 41, 17));
    if (look.letters) group.append(word(strings.suitLetters[suit], { x: 15, y: 66, "font-size": 17 }));
    return group;
  };
  svg.append(corner(""), corner("rotate(180 50 70)"));
  if (PIPS[rank]) {
    const size = rank === "A" ? 46 : 17;
    for (const [x, y] of PIPS[rank]) svg.append(suitMark(suit, x, y, size));
  } else {
    svg.append(draw("rect", { x: 25, y: 14, width: 50, height: 112, rx: 4, class: "tl-frame" }));
    svg.append(courtHalf(rank, suit, ""), courtHalf(rank, suit, "rotate(180 50 70)"));
    svg.append(draw("path", { d: "M25 70H75", class: "tl-line" }));
  }
  return svg;
}

/** The back of a card. */
function cardBack() {
  return make("span", { class: "tl-back", "aria-hidden": "true" });
}

/** Cards to look at, not to pick: one picture with one name. @param {string[]} cards */
function cardRow(cards, /** @type {any} */ strings, /** @type {{letters?: boolean, small?: boolean, name?: string, kind?: string}} */ look = {}) {
  const row = make("span", { class: `tl-row ${look.small ? "tl-small" : ""} ${look.kind ?? ""}`, role: "img",
    "aria-label": look.name ?? cards.map((card) => strings.cards[card]).join(", ") });
  for (const card of cards) {
    const slot = make("span", { class: "tl-slot" });
    slot.append(cardFace(card, strings, look));
    row.append(slot);
  }
  return row;
}

/**
 * Cards to pick from: a list box with one stop in the tab order. Arrows, Home and End move, Space picks.
 * @param {{cards: string[], picked: string[], name: string, many: boolean, letters: boolean, strings: any, kind?: string, help?: string,
 *   toggle(card: string): void}} hand
 * @param {HTMLElement} box
 */
function pickRow(box, hand) {
  region(box, [hand.cards, hand.name, hand.letters, hand.strings.cards], () => {
    if (!hand.cards.length) return [];
    const list = make("div", { role: "listbox", class: `tl-row ${hand.kind ?? ""}`, "aria-label": hand.name, "aria-multiselectable": hand.many ? "true" : null,
      "aria-orientation": "horizontal",
      "aria-describedby": hand.help ?? null });
    const middle = (hand.cards.length - 1) / 2;
    hand.cards.forEach((card, place) => {
      const slot = make("div", { role: "option", class: "tl-slot tl-pick", "data-key": card, "data-card": card, "aria-label": hand.strings.cards[card],
        "aria-selected": "false", tabindex: place ? "-1" : "0" });
      slot.style.setProperty("--tl-turn", String(place - middle));
      slot.append(cardFace(card, hand.strings, { letters: hand.letters }));
      list.append(slot);
    });
    return [list];
  });
  const slots = /** @type {HTMLElement[]} */ ([...box.querySelectorAll("[role=option]")]);
  for (const slot of slots) slot.setAttribute("aria-selected", String(hand.picked.includes(String(slot.dataset.card))));
  box.onclick = (event) => {
    const slot = event.target instanceof Element ? event.target.closest("[role=option]") : null;
    if (!(slot instanceof HTMLElement) || !box.contains(slot)) return;
    stopHere(slots, slot);
    hand.toggle(String(slot.dataset.card));
  };
  box.onkeydown = (event) => {
    const place = slots.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (place < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const goal = { ArrowRight: place + 1, ArrowDown: place + 1, ArrowLeft: place - 1, ArrowUp: place - 1, Home: 0, End: slots.length - 1 }[event.key];
    if (goal !== undefined) {
      stopHere(slots, slots[Math.min(Math.max(goal, 0), slots.length - 1)]);
      event.preventDefault();
    } else if (event.key === " ") {
      hand.toggle(String(slots[place].dataset.card));
      event.preventDefault();
    }
  };
}

/** Move the one tab stop of a list to `slot` and focus it. */
function stopHere(/** @type {HTMLElement[]} */ slots, /** @type {HTMLElement} */ slot) {
  for (const other of slots) other.tabIndex = other === slot ? 0 : -1;
  slot.focus();
}
