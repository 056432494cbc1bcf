/** @param {{model: Model, el: HTMLElement}} context */
function render(context) {
  return startTable(context, (table) => puzzleParts(context.model, table));
}

export default { render };
