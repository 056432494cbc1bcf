// A copy of the learner's answers in the browser's own storage, under one key, one line of JSON for each. It draws
// nothing: it works from the moment Python makes it, seen or not.
const KEY = "tienlen-progress";

const kept = () => (localStorage.getItem(KEY) ?? "").split("\n").filter(Boolean);

function learnerOf(line) {
  try {
    return JSON.parse(line).learner;
  } catch {
    return undefined; // damaged: may be anybody's
  }
}

/** Adds what Python has. Only lines of a learner who asked for that go; another page may have written the others. */
function keep(model) {
  const gone = new Set(model.get("gone"));
  const known = kept().filter((line) => !gone.size || ![undefined, ...gone].includes(learnerOf(line)));
  const lines = new Set([...known, ...model.get("lines").split("\n").filter(Boolean)]);
  localStorage.setItem(KEY, [...lines].join("\n"));
}

/** The storage may be forbidden or full: then there is no copy, and the answers are in the file alone. */
function ifAllowed(act) {
  try {
    act();
  } catch (error) {
    console.warn("no copy of the answers in this browser:", error);
  }
}

export default {
  initialize({ model }) {
    const onChange = () => ifAllowed(() => keep(model));
    model.on("change:lines change:gone", onChange);
    ifAllowed(() => model.send({ found: kept().join("\n") }));
    onChange();
  },
  render() {},
};
