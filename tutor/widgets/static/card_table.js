/** @param {{model: Model, el: HTMLElement}} context */
function render(context) {
  return startTable(context, () => () => {});
}

export default { render };
