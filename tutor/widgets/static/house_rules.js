// A vote on house rules: hands for and against each, what is carried, and the text of the rules.

/** @param {{model: Model, el: HTMLElement}} context */
function render({ model, el }) {
  const { root, body, prompt, says, troubled } = frame(el, "vote");
  const profileName = make("span");
  const profile = /** @type {HTMLSelectElement} */ (make("select", { class: "tl-votefield", change: () => tell(model, { do: "profile", value: profile.value }, says) }));
  const table = make("table", { class: "tl-votes" });
  const textName = make("span");
  const text = make("code", { class: "tl-votetext" });
  const clear = button("", "", () => tell(model, { do: "clear" }, says));
  body.append(prompt, make("label", { class: "tl-votelabel" }, profileName, profile), table, says, make("p", { class: "tl-votelabel" }, textName, text), make("div", { class: "tl-bar" }, clear));

  /** @type {Map<string, {row: HTMLElement, fields: HTMLInputElement[], state: HTMLElement}>} */
  const rows = new Map();

  function hands(/** @type {any} */ row, /** @type {number} */ side) {
    const field = /** @type {HTMLInputElement} */ (make("input", { type: "number", min: 0, max: model.get("scene").most, step: 1, inputmode: "numeric", class: "tl-votefield", "aria-label": row.labels[side] }));
    field.addEventListener("change", () => tell(model, { do: "vote", rule: row.id, side, hands: Math.trunc(field.valueAsNumber) || 0 }, says));
    return field;
  }

  function build(/** @type {any} */ scene) {
    rows.clear();
    const heads = make("tr", {}, ...scene.heads.map((/** @type {string} */ head) => make("th", { scope: "col" }, head)));
    const lines = scene.rows.map((/** @type {any} */ row) => {
      const state = make("span", { class: "tl-votestate" });
      const fields = [hands(row, 0), hands(row, 1)];
      const head = make("th", { scope: "row" }, make("span", {}, row.name), ...(row.note ? [make("span", { class: "tl-votenote" }, ` (${row.note})`)] : []), " ", state);
      const line = make("tr", {}, head, ...fields.map((field) => make("td", {}, field)));
      rows.set(row.id, { row: line, fields, state });
      return line;
    });
    table.setAttribute("aria-label", scene.caption);
    table.replaceChildren(make("thead", {}, heads), make("tbody", {}, ...lines));
  }

  let built = "";
  function update() {
    const scene = model.get("scene");
    const strings = model.get("strings");
    if (troubled(scene, strings)) return;
    setText(prompt, scene.prompt);
    setText(profileName, scene.profileLabel);
    region(profile, scene.profiles, () => scene.profiles.map((/** @type {any} */ each) => make("option", { value: each.id }, each.name)));
    profile.value = scene.profile;
    const shape = JSON.stringify([scene.heads, scene.rows.map((/** @type {any} */ row) => [row.id, row.name])]);
    if (shape !== built) build(scene);
    built = shape;
    for (const row of scene.rows) {
      const line = /** @type {any} */ (rows.get(row.id));
      line.row.dataset.state = row.state;
      setText(line.state, row.stateText);
      line.fields.forEach((/** @type {HTMLInputElement} */ field, /** @type {number} */ side) => {
        if (field.valueAsNumber !== row.hands[side]) field.value = String(row.hands[side]);
      });
    }
    setText(clear, scene.clear);
    setText(textName, scene.textLabel);
    setText(text, scene.text);
    says.dataset.tone = scene.says.tone;
    setText(says, scene.says.text);
  }

  const end = watch(model, ["scene", "strings"], update);
  update();
  return () => {
    end();
    root.remove();
  };
}

export default { render };
