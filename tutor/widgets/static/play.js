// A match: the table of table.js, and below it what belongs to a match. The bots play when this page asks for their next
// play, so that they can be watched; what is not shown in `scene` is not known here.

/** @param {{model: Model, el: HTMLElement, host?: any}} context */
function render(context) {
  const { model } = context;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  let waitsFor = "";
  let shown = new AbortController();
  const review = make("div", { class: "tl-inplace" });
  const end = startTable(context, (table) => {
    const send = (/** @type {any} */ content) => tell(model, content, table.says);
    const root = /** @type {HTMLElement} */ (table.below.parentElement);
    root.classList.add("tl-play");
    const why = make("p", { class: "tl-whynow", "aria-live": "polite" });
    const curtain = make("div", { class: "tl-curtain", role: "group", hidden: true });
    const tools = make("div", { class: "tl-tools" });
    const pace = make("div");
    const points = make("div", { class: "tl-verdicts tl-points" });
    const limits = make("p", {});
    const forms = make("div", {});
    const answer = make("p", { class: "tl-says", "aria-live": "polite" });
    table.says.after(curtain, why);
    table.below.append(make("div", { class: "tl-pace" }, tools, pace), review, points, limits, forms);

    const ask = () => send({ do: "tick", at: model.get("scene").at });

    /** Ask for the next play of a bot after a while, once: the answer may take its time. */
    function wait(/** @type {any} */ scene) {
      const wanted = scene.wait && scene.delay >= 0 ? `${scene.at} ${scene.delay}` : "";
      if (wanted === waitsFor) return;
      clearTimeout(timer);
      waitsFor = wanted;
      if (wanted) timer = setTimeout(ask, scene.delay);
    }

    return () => {
      const scene = model.get("scene");
      const choices = model.get("forms");
      for (const part of [curtain, why, points, limits]) part.hidden = Boolean(scene.trouble);
      if (scene.trouble) return;
      wait(scene);
      setSpoken(why, scene.why, model.get("strings"));
      curtain.hidden = !scene.curtain;
      region(curtain, scene.curtain, () => {
        if (!scene.curtain) return [];
        const ready = button(scene.curtain.button, "tl-main", () => send({ do: "ready" }));
        ready.dataset.key = "ready";
        return [make("p", {}, scene.curtain.text), ready];
      });
      table.next = scene.curtain ? curtain.lastChild : null;               // what gets the focus when the hand is covered
      region(tools, scene.tools, () => scene.tools.map((/** @type {any} */ tool) => {
        const one = button(tool.text, tool.main ? "tl-main" : "", tool.do === "tick" ? ask : () => send({ do: tool.do }));
        one.dataset.key = tool.do;
        return one;
      }));
      region(pace, [choices.words.speed, choices.speeds, model.get("speed")], () =>
        [field(choices.words.speed, select(choices.speeds, model.get("speed"), "speed", (value) => send({ do: "speed", value })))]);
      region(points, [scene.points, scene.players], () => [pointsTable(scene)]);
      setText(limits, scene.points.limits);
      limits.hidden = !scene.points.limits;
      const open = [...forms.querySelectorAll("details[open]")].map((one) => /** @type {HTMLElement} */ (one).dataset.panel);
      region(forms, [choices, scene.players], () => [who(scene, choices), newMatch(choices, send), paste(choices, send), files(choices, send)]);
      for (const one of forms.querySelectorAll("details")) one.open = open.includes(one.dataset.panel);
      const asked = forms.querySelector(`[data-panel="${scene.answer.panel}"]`);
      if (!asked) answer.remove();
      else if (answer.parentElement !== asked) asked.append(answer);
      setSpoken(answer, scene.answer.text, model.get("strings"));
      answer.dataset.tone = scene.answer.tone;
    };
  });

  /** Show the review of the deal, a widget of its own, below the table, or take it away. */
  async function look() {
    shown.abort();
    const { signal } = (shown = new AbortController());
    const place = make("div", {});
    review.replaceChildren(place);
    const ref = model.get("review");
    if (!ref) return;
    const widget = await context.host.getWidget(ref);
    if (!signal.aborted) await widget.render({ el: place, signal });
  }

  const stop = watch(model, ["review"], look);
  look();
  return () => {
    clearTimeout(timer);
    shown.abort();
    stop();
    end();
  };
}

/** A control with its name above it. */
function field(/** @type {string} */ text, /** @type {HTMLElement} */ control) {
  return make("label", { class: "tl-field" }, make("span", {}, text), control);
}

/** @param {string[][]} options value and name of each @param {string} value @param {string} key @param {(value: string) => void} [act] */
function select(options, value, key, act) {
  const box = /** @type {HTMLSelectElement} */ (make("select", { class: "tl-input", "data-key": key }, ...options.map(([one, name]) => make("option", { value: one }, name))));
  box.value = value;
  if (act) box.addEventListener("change", () => act(box.value));
  return box;
}

/** A line to type into. @param {string} value @param {string} key @param {Record<string, any>} [more] */
function input(value, key, more = {}) {
  return /** @type {HTMLInputElement} */ (make("input", { type: "text", class: "tl-input", spellcheck: "false", autocomplete: "off", "data-key": key, value, ...more }));
}

function panel(/** @type {string} */ name, /** @type {string} */ text, /** @type {(Node|string)[]} */ ...parts) {
  return make("details", { class: "tl-panel", "data-panel": name }, make("summary", { "data-key": `panel-${name}` }, text), ...parts);
}

function pointsTable(/** @type {any} */ scene) {
  const { caption, corner, rows, total } = scene.points;
  const cells = (/** @type {string[]} */ row) => row.map((text, place) => (place ? make("td", {}, text) : make("th", { scope: "row" }, text)));
  const head = [corner, ...scene.players.map((/** @type {any} */ player) => player.name)].map((text) => make("th", { scope: "col" }, text));
  return make("table", {}, make("caption", {}, caption), make("thead", {}, make("tr", {}, ...head)),
    make("tbody", {}, ...rows.map((/** @type {string[]} */ row) => make("tr", {}, ...cells(row)))), make("tfoot", {}, make("tr", {}, ...cells(total))));
}

function who(/** @type {any} */ scene, /** @type {any} */ forms) {
  return panel("who", forms.words.who, make("ul", { class: "tl-who" }, ...scene.players.map((/** @type {any} */ player) =>
    make("li", {}, make("strong", {}, player.name), `: ${[player.kind, player.character].filter(Boolean).join(". ")}`))));
}

function newMatch(/** @type {any} */ setup, /** @type {(content: any) => void} */ send) {
  const { words } = setup;
  const house = setup.house.map((/** @type {string[]} */ [name, text, game]) => {
    const tick = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", value: name, "data-key": `house-${name}` }));
    tick.checked = setup.houseOn.includes(name);
    return { box: make("label", { class: "tl-tickbox" }, tick, make("span", {}, text)), tick, game };
  });
  const fitting = () => {
    const game = setup.profiles.find((/** @type {string[]} */ one) => one[0] === profile.value)[2];
    for (const one of house) one.box.hidden = Boolean(one.game) && one.game !== game;
  };
  const profile = select(setup.profiles, setup.profile, "profile", fitting);
  fitting();
  const players = setup.players.map((/** @type {string} */ player, /** @type {number} */ seat) => select(setup.kinds, player, `player-${seat}`));
  const seed = input("", "seed", { maxlength: "40" });
  const target = input(setup.target ?? "", "target", { inputmode: "numeric", maxlength: "6", size: "6" });
  const deals = input(setup.deals ?? "", "deals", { inputmode: "numeric", maxlength: "6", size: "6" });
  const begin = button(words.begin, "tl-main", () => send({ do: "new", profile: profile.value, house: house.filter((/** @type {any} */ one) => one.tick.checked && !one.box.hidden).map((/** @type {any} */ one) => one.tick.value),
    players: players.map((/** @type {HTMLSelectElement} */ one) => one.value), seed: seed.value, target: target.value, deals: deals.value }));
  begin.dataset.key = "begin";
  seed.placeholder = setup.seed;
  return panel("match", words.match, make("div", { class: "tl-fields" }, field(words.rules, profile)),
    make("details", { class: "tl-house", "data-panel": "house" }, make("summary", { "data-key": "panel-house" }, words.house), make("div", { class: "tl-houserules" }, ...house.map((/** @type {any} */ one) => one.box))),
    make("div", { class: "tl-fields" }, ...players.map((/** @type {HTMLElement} */ one, /** @type {number} */ seat) => field(fill(words.seat, { n: seat + 1 }), one))),
    make("div", { class: "tl-fields" }, field(words.seed, seed), field(words.target, target), field(words.deals, deals)), make("div", { class: "tl-bar" }, begin));
}

function paste(/** @type {any} */ forms, /** @type {(content: any) => void} */ send) {
  const { words } = forms;
  const text = /** @type {HTMLTextAreaElement} */ (make("textarea", { class: "tl-input tl-text", rows: "3", spellcheck: "false", autocomplete: "off", "data-key": "paste" }));
  const go = button(words.playIt, "", () => send({ do: "paste", text: text.value }));
  go.dataset.key = "play-it";
  return panel("paste", words.paste, field(words.pasteHelp, text), make("div", { class: "tl-bar" }, go));
}

function files(/** @type {any} */ forms, /** @type {(content: any) => void} */ send) {
  const { words, name, saved } = forms;
  const as = input(name, "name", { maxlength: "60" });
  const save = button(words.save, "", () => send({ do: "save", name: as.value }));
  save.dataset.key = "save";
  const parts = [make("div", { class: "tl-fields" }, field(words.name, as), save)];
  if (saved.length) {
    const which = select(saved.map((/** @type {string} */ one) => [one, one]), saved[0], "saved");
    const load = button(words.load, "", () => send({ do: "load", name: which.value }));
    load.dataset.key = "load";
    parts.push(make("div", { class: "tl-fields" }, field(words.saved, which), load));
  }
  return panel("files", words.files, ...parts);
}

export default { render };
