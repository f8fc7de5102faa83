import { element } from "./dom.ts";

interface Result {
  title: string;
  page: string;
  path: string;
  excerpt: string;
}

const delayMs = 80;

function resultItem({ title, page, path, excerpt }: Result, base: string): HTMLElement {
  const link = element("a", { href: base + path }, element("b", {}, title), ` ${page}`);
  return element("li", {}, link, element("p", { class: "muted small" }, excerpt));
}

/** Moves the focus among the field and the links of the results. */
function moveFocus(dialog: HTMLElement, step: number): void {
  const stops = [...dialog.querySelectorAll<HTMLElement>("input, li a")];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  stops[(at + step + stops.length) % stops.length]?.focus();
}

/** Creates the dialog of the search. */
function createDialog(base: string): { dialog: HTMLDialogElement; input: HTMLInputElement } {
  const input = element("input", {
    type: "search",
    placeholder: "Search the documentation",
    "aria-label": "Search the documentation",
    autocomplete: "off",
    maxlength: "100",
  });
  const status = element("p", { class: "visually-hidden", role: "status" });
  const list = element("ul", {});
  const dialog = element("dialog", { class: "search-dialog", "aria-label": "Search" }, input, status, list);
  document.body.append(dialog);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = 0;

  const search = async () => {
    const turn = ++latest;
    const query = input.value.trim();
    const url = `${base}/docs/search.json?${new URLSearchParams({ q: query }).toString()}`;
    const answer = await fetch(url).catch(() => null);
    // The shape of this server's own response. A failed search shows no results.
    const { results } = (answer?.ok ? await answer.json() : { results: [] }) as { results: Result[] };
    if (turn !== latest) return;
    list.replaceChildren(...results.map((result) => resultItem(result, base)));
    status.textContent = query === "" ? "" : `${results.length} results`;
    if (query !== "" && results.length === 0)
      list.replaceChildren(element("li", { class: "muted" }, "No page contains all of these words."));
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => void search(), delayMs);
  });
  dialog.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      moveFocus(dialog, step);
    } else if (event.key === "Enter" && document.activeElement === input)
      dialog.querySelector<HTMLElement>("li a")?.click();
  });
  // A click on the backdrop, and a link to the page that is open already.
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog || (target instanceof Element && target.closest("a"))) dialog.close();
  });
  return { dialog, input };
}

let created: ReturnType<typeof createDialog> | undefined;

/** Opens the search in a dialog. */
export function openSearch(base: string): void {
  created ??= createDialog(base);
  if (!created.dialog.open) created.dialog.showModal();
  created.input.select();
}
