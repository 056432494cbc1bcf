// The trainer: what there is to choose, the storm's clock and the learner's data above a puzzle; how it went below it.

/** @param {{model: Model, el: HTMLElement}} context */
function render(context) {
  const { model } = context;
  let timer = 0;
  const end = startTable(context, (table) => {
    const puzzle = puzzleParts(model, table);
    const root = /** @type {HTMLElement} */ (table.below.parentElement);
    const stats = make("p", { class: "tl-stats" });
    const ways = make("div", { class: "tl-ways", role: "group" });
    const selects = make("div", { class: "tl-selects" });
    const clock = make("p", { class: "tl-clock", role: "timer" });
    const tick = make("span", { class: "tl-tickleft" });
    const count = make("span", {});
    const warned = make("div", { class: "tl-hear", "aria-live": "polite" });
    const warning = make("p", { class: "tl-trouble", role: "alert" });
    const told = make("p", { class: "tl-says", role: "status" });
    const result = make("p", { class: "tl-result", "aria-live": "polite" });
    const settings = /** @type {HTMLDetailsElement} */ (make("details", { class: "tl-settings" }));
    const summary = make("summary");
    const inside = make("div", { class: "tl-inside" });
    const asking = make("div", { class: "tl-asking", role: "group" });
    clock.append(tick, count);
    settings.append(summary, inside, asking);
    root.prepend(make("div", { class: "tl-trainer" }, stats, ways, selects, clock, warned, warning, told));
    table.says.after(result);
    root.append(settings);
    const send = (/** @type {any} */ content) => tell(model, content, told);

    // ------------------------------------------------ the clock
    let until = 0;
    let lastMark = Infinity;
    let over = true;
    const show = () => {
      const scene = model.get("scene").training.clock;
      if (!scene || over) return;
      const left = Math.max(0, Math.ceil((until - performance.now()) / 1000));
      setText(tick, `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`);
      for (const [mark, words] of Object.entries(scene.marks)) {
        if (left <= Number(mark) && lastMark > Number(mark)) {
          if (lastMark < Infinity) setText(warned, /** @type {string} */ (words));
          lastMark = Number(mark);
        }
      }
      clock.classList.toggle("tl-short", left <= 10);
      if (!left) {
        over = true;
        send({ do: "time" });
      }
    };
    const setClock = (/** @type {any} */ scene) => {
      clock.hidden = !scene;
      clearInterval(timer);
      if (!scene) {
        lastMark = Infinity;
        setText(warned, "");
        return;
      }
      clock.setAttribute("aria-label", scene.name);
      setText(count, scene.count);
      until = performance.now() + 1000 * scene.left;
      if (lastMark === Infinity) lastMark = Math.ceil(scene.left);
      over = false;
      timer = window.setInterval(show, 250);
      show();
    };
    let drawnClock = "";

    // ------------------------------------------------ the learner's data
    const field = (/** @type {any} */ learner) => {
      const list = make("datalist", { id: freshId() }, ...learner.known.map((/** @type {string} */ name) => make("option", { value: name })));
      const input = /** @type {HTMLInputElement} */ (make("input", { type: "text", maxlength: 64, value: learner.value, list: list.id, autocomplete: "off", "data-key": "nickname" }));
      const go = button(learner.button, "tl-quiet", () => send({ do: "learner", name: input.value }));
      go.dataset.key = "learner";
      input.addEventListener("keydown", (event) => { if (event.key === "Enter") go.click(); });
      return make("p", { class: "tl-nick" }, make("label", {}, `${learner.label} `, input), list, go);
    };
    const box = (/** @type {any} */ one) => {
      const input = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", "data-key": `switch-${one.name}` }));
      input.checked = one.on;
      input.addEventListener("change", () => {
        model.set(one.name, input.checked);
        send(null);
      });
      return make("label", { class: "tl-switch" }, input, ` ${one.label}`);
    };
    const act = (/** @type {string} */ text, /** @type {any} */ content, key = content.do) => {
      const one = button(text, "tl-quiet", () => send(content));
      one.dataset.key = key;
      return one;
    };
    const reader = (/** @type {string} */ text) => {
      const input = /** @type {HTMLInputElement} */ (make("input", { type: "file", accept: ".csv,.json,.jsonl", hidden: true }));
      input.addEventListener("change", async () => {
        const file = input.files?.[0];
        if (file) send({ do: "import", text: await file.text() });
        input.value = "";
      });
      const one = button(text, "tl-quiet", () => input.click());
      one.dataset.key = "import";
      return [one, input];
    };

    return () => {
      puzzle();
      const scene = model.get("scene").training;
      root.classList.toggle("tl-resting", scene.resting);
      region(stats, scene.stats, () => scene.stats.map((/** @type {string} */ text, /** @type {number} */ place) => make(place ? "span" : "strong", {}, text)));
      ways.setAttribute("aria-label", scene.waysName);
      region(ways, scene.ways, () => scene.ways.map((/** @type {any} */ way) => {
        const one = button(way.text, "tl-quiet", () => (isEnabled(one) ? send({ do: way.do, way: way.way }) : setText(told, way.reason)));
        one.dataset.key = way.way;
        setEnabled(one, way.enabled);
        if (way.reason) one.setAttribute("aria-description", way.reason);
        return one;
      }));
      selects.hidden = !scene.selects.length;
      region(selects, scene.selects, () => scene.selects.map((/** @type {any} */ one) => {
        const options = one.options.map((/** @type {any} */ option) => make("option", { value: option.id, selected: option.id === one.value }, option.text));
        const select = /** @type {HTMLSelectElement} */ (make("select", { "data-key": one.name }, ...options));
        select.addEventListener("change", () => {
          model.set(one.name, select.value);
          send(null);
        });
        return make("label", {}, `${one.label} `, select);
      }));
      const clockNow = JSON.stringify(scene.clock);
      if (clockNow !== drawnClock) {
        drawnClock = clockNow;
        setClock(scene.clock);
      }
      warning.hidden = !scene.warning;
      setText(warning, scene.warning);
      told.dataset.tone = scene.told.tone;
      setText(told, scene.told.text);
      setText(result, scene.result);
      settings.hidden = !scene.settings;
      if (!scene.settings) return;
      const data = scene.settings;
      setText(summary, data.name);
      region(inside, { ...data, asking: null }, () => [
        field(data.learner),
        make("p", { class: "tl-switches" }, ...data.switches.map(box)),
        make("p", {}, data.place),
        make("p", { class: "tl-tools" }, act(data.csv, { do: "export", form: "csv" }, "csv"), act(data.json, { do: "export", form: "json" }, "json"), ...reader(data.import), act(data.delete, { do: "delete" }, "ask")),
      ]);
      asking.hidden = !data.asking.length;
      const [question, no, yes] = data.asking;
      region(asking, data.asking, () => (question ? [make("p", {}, question), make("p", { class: "tl-tools" }, act(no, { do: "keep" }), act(yes, { do: "delete" }))] : []));
      asking.setAttribute("aria-label", question ?? "");
      if (question) settings.open = true;
      if (question && !asking.contains(document.activeElement) && settings.contains(document.activeElement)) /** @type {HTMLElement|null} */ (asking.querySelector("button"))?.focus();
    };
  });
  return () => {
    clearInterval(timer);
    end();
  };
}

export default { render };
