// A number is guessed, then shown: a slider and a field that move together (whole numbers: the field alone).

/** @param {{model: Model, el: HTMLElement}} context */
function render({ model, el }) {
  const { root, body, prompt, says, troubled } = frame(el, "guess");
  const ask = make("div", { class: "tl-guessing", role: "group", "aria-labelledby": prompt.id });
  const slider = /** @type {HTMLInputElement} */ (make("input", { type: "range", min: 0, max: 100, step: 1, class: "tl-slider" }));
  const ends = make("div", { class: "tl-ends", "aria-hidden": "true" });
  const name = make("span", {});
  const field = /** @type {HTMLInputElement} */ (make("input", { type: "number", min: 0, step: "any", inputmode: "decimal", class: "tl-guessfield" }));
  const label = make("label", { class: "tl-guesslabel" }, name, field);
  const go = button("", "tl-main", () => give());
  const bar = make("div", { class: "tl-guessbar" }, label, go);
  ask.append(make("div", { class: "tl-sliding" }, slider, ends), bar);
  const scale = make("div", { class: "tl-scale", "aria-hidden": "true", hidden: true });
  const why = make("p", { class: "tl-guesswhy" });
  body.append(prompt, ask, scale, says, why);

  function give() {
    const scene = model.get("scene");
    if (scene.given) return;
    const guess = field.valueAsNumber;
    if (!Number.isFinite(guess) || guess < 0 || (!scene.whole && guess > 100)) {
      says.dataset.tone = "info";
      setText(says, scene.first);
      field.focus();
      return;
    }
    tell(model, { do: "guess", guess }, says);
  }

  const move = (/** @type {HTMLInputElement} */ from, /** @type {HTMLInputElement} */ to) => {
    if (!Number.isFinite(from.valueAsNumber)) return;
    if (!model.get("scene").whole) to.value = from.value;
    model.set("draft", from.valueAsNumber);
    tell(model, null, says);
  };
  slider.addEventListener("input", () => move(slider, field));
  field.addEventListener("input", () => move(field, slider));
  for (const input of [slider, field]) input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.ctrlKey) { event.preventDefault(); give(); }
  });

  function update() {
    const scene = model.get("scene");
    const strings = model.get("strings");
    if (troubled(scene, strings)) return;
    setText(prompt, scene.prompt);
    setText(name, scene.label);
    setText(go, scene.button);
    slider.setAttribute("aria-label", scene.slider);
    slider.parentElement.hidden = scene.whole;
    region(ends, scene.limits, () => scene.limits.map((/** @type {string} */ text) => make("span", {}, text)));
    if (document.activeElement !== field && document.activeElement !== slider && !scene.whole) {
      slider.value = field.value = String(model.get("draft"));
    }
    const focused = ask.contains(document.activeElement);
    ask.hidden = scene.given;
    scale.hidden = !scene.given;
    region(scale, scene.marks, () => scene.marks.map((/** @type {any} */ mark) =>
      make("span", { class: `tl-mark tl-mark-${mark.kind}`, style: `inset-inline-start: ${(100 * mark.at).toFixed(2)}%`, "data-side": mark.at > 0.5 ? "end" : "start" }, make("span", {}, mark.text))));
    says.dataset.tone = scene.says.tone;
    setText(says, scene.says.text);
    setText(why, scene.why);
    why.hidden = !scene.why;
    if (scene.given && focused) { says.tabIndex = -1; says.focus(); }
  }

  const end = watch(model, ["scene", "draft", "strings"], update);
  update();
  return () => {
    end();
    root.remove();
  };
}

export default { render };
