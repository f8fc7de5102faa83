import { element } from "./dom.ts";

/** An entry of the palette: a link, or a button of the page that it presses. */
interface Entry {
  title: string;
  /** The kind of the entry, or the page of a section. */
  place: string;
  target: { path: string } | { button: HTMLElement };
  excerpt?: string;
}

interface KeyRecord {
  id: string;
  name: string;
}

interface Result {
  title: string;
  page: string;
  path: string;
  excerpt: string;
}

const delayMs = 80;
const maxEntries = 12;

/** The pages that owners open most, and that the sections do not name. */
const morePages = [
  ["Create an API key", "/new-key"],
  ["Invoices", "/plan/invoices"],
  ["Change password", "/password"],
] as const;

/** Returns the pages and the color schemes, read from the links and the buttons of the page. */
function pageEntries(base: string): Entry[] {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("nav.sections a")];
  const pages = links.map((link) => ({ title: link.textContent, path: link.getAttribute("href") ?? base }));
  const others = links.length === 0 ? [] : morePages.map(([title, path]) => ({ title, path: base + path }));
  const themes = document.querySelectorAll<HTMLElement>(".themes button");
  return [
    ...[...pages, ...others].map(({ title, path }) => ({ title, place: "Page", target: { path } })),
    ...[...themes].map((button) => ({
      title: button.textContent,
      place: "Color scheme",
      target: { button },
    })),
  ];
}

/** Returns the part of a response of this server, whose shape is known; nothing if the request failed. */
async function read<Body>(url: string): Promise<Partial<Body>> {
  const answer = await fetch(url).catch(() => null);
  return answer?.ok ? ((await answer.json()) as Body) : {};
}

/** Returns the active keys of the account that is signed in. */
async function keyEntries(base: string): Promise<Entry[]> {
  if (!document.querySelector("nav.sections")) return [];
  const { items = [] } = await read<{ items: KeyRecord[] }>(`${base}/account/keys?state=active&limit=100`);
  return items.map(({ id, name }) => ({
    title: name === "" ? id : name,
    place: "API key",
    target: { path: `${base}/keys/${id}` },
  }));
}

async function documentEntries(base: string, query: string): Promise<Entry[]> {
  const words = new URLSearchParams({ q: query });
  const { results = [] } = await read<{ results: Result[] }>(`${base}/docs/search.json?${words}`);
  return results.map(({ title, page, path, excerpt }) => ({
    title,
    place: page,
    target: { path: base + path },
    excerpt,
  }));
}

/** Returns the entries that have every word of a query. */
function matching(entries: readonly Entry[], query: string): Entry[] {
  const words = query.toLowerCase().split(/\s+/);
  return entries.filter(({ title, place }) => {
    const text = `${title} ${place}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function entryItem({ title, place, target, excerpt }: Entry): HTMLElement {
  const name = element("b", {}, title);
  const stop =
    "path" in target
      ? element("a", { href: target.path }, name)
      : element("button", { type: "button" }, name);
  if ("button" in target) stop.addEventListener("click", () => target.button.click());
  const item = element("li", {}, stop, element("span", { class: "muted small" }, ` ${place}`));
  if (excerpt !== undefined) item.append(element("p", { class: "muted small" }, excerpt));
  return item;
}

/** Moves the focus among the field and the entries. */
function moveFocus(dialog: HTMLElement, step: number): void {
  const stops = [...dialog.querySelectorAll<HTMLElement>("input, li a, li button")];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  stops[(at + step + stops.length) % stops.length]?.focus();
}

/** Creates the dialog of the palette. */
function createDialog(base: string) {
  const label = document.querySelector("nav.sections")
    ? "Search pages, keys and documentation"
    : "Search the documentation";
  const input = element("input", {
    type: "search",
    placeholder: label,
    "aria-label": label,
    autocomplete: "off",
    maxlength: "100",
  });
  const status = element("p", { class: "visually-hidden", role: "status" });
  const list = element("ul", {});
  const dialog = element("dialog", { class: "palette", "aria-label": "Search" }, input, status, list);
  document.body.append(dialog);
  const keys = keyEntries(base);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = 0;

  const show = (entries: readonly Entry[], query: string) => {
    const shown = entries.slice(0, query === "" ? entries.length : maxEntries);
    list.replaceChildren(...shown.map(entryItem));
    status.textContent = query === "" ? "" : `${shown.length} results`;
  };
  const search = async () => {
    const turn = ++latest;
    const query = input.value.trim();
    const pages = pageEntries(base);
    if (query === "") {
      show(pages, query);
      return;
    }
    const documents = documentEntries(base, query);
    const own = matching([...pages, ...(await keys)], query);
    // The first search in the documentation waits for its index.
    if (turn === latest && own.length > 0) show(own, query);
    const all = [...own, ...(await documents)];
    if (turn !== latest) return;
    show(all, query);
    if (list.childElementCount === 0)
      list.replaceChildren(element("li", { class: "muted" }, "Nothing contains all of these words."));
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
      dialog.querySelector<HTMLElement>("li a, li button")?.click();
  });
  // A click on the backdrop, and a link to the page that is open already.
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog || (target instanceof Element && target.closest("a"))) dialog.close();
  });
  void search();
  return { dialog, input };
}

let created: ReturnType<typeof createDialog> | undefined;

/** Opens the palette in a dialog. */
export function openPalette(base: string): void {
  created ??= createDialog(base);
  if (!created.dialog.open) created.dialog.showModal();
  created.input.select();
}
