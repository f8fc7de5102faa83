import type { openPalette } from "./palette-dialog.ts";

/** Opens the palette. Its script is loaded at the first use. */
async function open(): Promise<void> {
  const dialog: { openPalette: typeof openPalette } = await import("./palette-dialog.ts");
  dialog.openPalette(document.documentElement.dataset["base"] ?? "");
}

/** The field of the search in the documentation. */
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
document.querySelector(".palette-opener")?.addEventListener("click", () => void open());
document.addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof Element && event.target.matches("input, textarea, select");
  const isSlash =
    field !== null && event.key === "/" && !isTyping && !event.metaKey && !event.ctrlKey && !event.altKey;
  const isCommand = event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey);
  if (!isSlash && !isCommand) return;
  event.preventDefault();
  void open();
});
