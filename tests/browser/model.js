// The front end's half of a widget model, as anywidget hands it to a module (get, set, save_changes, on, off, send).
// `python` takes a message to the Python half and answers with the messages that came back.

export class Model {
  constructor(state, python) {
    this.state = structuredClone(state);
    this.python = python;
    this.unsaved = {};
    this.calls = new Map();
  }
  get(name) {
    return this.state[name];
  }
  set(name, value) {
    if (Object.is(this.state[name], value)) return;
    this.state[name] = value;
    this.unsaved[name] = value;
    this.tell(`change:${name}`);
  }
  save_changes() {
    const changes = this.unsaved;
    this.unsaved = {};
    if (Object.keys(changes).length) this.toPython({ method: "update", state: changes });
  }
  send(content) {
    this.toPython({ method: "custom", content });
  }
  on(names, call) {
    for (const name of names.split(" ")) {
      if (!this.calls.has(name)) this.calls.set(name, new Set());
      this.calls.get(name).add(call);
    }
  }
  off(names, call) {
    for (const name of names.split(" ")) this.calls.get(name)?.delete(call);
  }
  listeners() {
    return [...this.calls.values()].reduce((sum, set) => sum + set.size, 0);
  }
  tell(name, ...values) {
    for (const call of [...(this.calls.get(name) ?? [])]) call(...values);
  }
  toPython(message) {
    this.python(structuredClone(message)).then((answers) => this.receive(answers));
  }
  receive(messages) {
    for (const message of messages) {
      if (message.method === "custom") this.tell("msg:custom", message.content, []);
      else {
        Object.assign(this.state, message.state);
        for (const name of Object.keys(message.state)) this.tell(`change:${name}`);
      }
    }
  }
}

/** Show `widget` (a module's default export) in `element`; answers with the function that removes it. */
export async function show(widget, model, element) {
  return await widget.render({ model, el: element });
}
