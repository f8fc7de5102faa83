import type { openSearch } from "./docs-search-dialog.ts";

/** Opens the search. Its script is loaded at the first use. */
async function open(): Promise<void> {
  const dialog: { openSearch: typeof openSearch } = await import("./docs-search-dialog.ts");
  dialog.openSearch(document.documentElement.dataset["base"] ?? "");
}

const field = document.querySelector<HTMLInputElement>("#search");
field?.addEventListener("pointerdown", (event) => {
  event.preventDefault();
  void open();
});
field?.addEventListener("keydown", (event) => {
  if (event.key.length !== 1 && event.key !== "Enter") return;
  event.preventDefault();
  void open();
});
document.addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof Element && event.target.matches("input, textarea, select");
  const isSlash = event.key === "/" && !isTyping && !event.metaKey && !event.ctrlKey && !event.altKey;
  const isCommand = event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey);
  if (!isSlash && !isCommand) return;
  event.preventDefault();
  void open();
});
