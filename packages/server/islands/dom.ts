type Child = Node | string;

/** Creates an element with attributes and children. Text is never parsed as markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/**
 * Returns an element that the page always contains.
 *
 * @throws Error if it is missing.
 */
export function part<Found extends Element>(
  root: ParentNode,
  selector: string,
  type: abstract new () => Found,
): Found {
  const found = root.querySelector(selector);
  if (found instanceof type) return found;
  throw new Error(`The page has no ${selector}.`);
}

/** Creates a section of a result. */
export function card(title: string, ...children: readonly Child[]): HTMLElement {
  return element("section", { class: "card" }, element("h2", {}, title), ...children);
}

/** Creates a list of names and values. */
export function facts(rows: readonly (readonly [name: string, value: Child])[]): HTMLElement {
  return element(
    "dl",
    {},
    ...rows.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]),
  );
}

/** Creates a region in which a wide table scrolls, also by keyboard. */
export function table(
  label: string,
  columns: readonly string[],
  rows: readonly (readonly Child[])[],
): HTMLElement {
  const head = element("tr", {}, ...columns.map((column) => element("th", { scope: "col" }, column)));
  const body = rows.map(([name = "", ...cells]) =>
    element("tr", {}, element("th", { scope: "row" }, name), ...cells.map((cell) => element("td", {}, cell))),
  );
  const whole = element("table", {}, element("thead", {}, head), element("tbody", {}, ...body));
  return element("div", { class: "table", role: "region", tabindex: "0", "aria-label": label }, whole);
}

/** Creates a muted paragraph. */
export function remark(text: string): HTMLElement {
  return element("p", { class: "muted" }, text);
}
