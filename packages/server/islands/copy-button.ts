const shownForMs = 2000;

/**
 * `<copy-button for="id">Copy</copy-button>`: copies the text of the element with that id, and confirms it. Hidden
 * without scripts.
 */
class CopyButton extends HTMLElement {
  connectedCallback(): void {
    const label = this.textContent;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet small";
    button.textContent = label;
    const told = document.createElement("span");
    told.className = "visually-hidden";
    told.setAttribute("role", "status");
    this.replaceChildren(button, told);
    let timer: ReturnType<typeof setTimeout> | undefined;
    button.addEventListener("click", async () => {
      const outcome = await copy(document.getElementById(this.getAttribute("for") ?? ""));
      button.textContent = outcome;
      told.textContent = outcome;
      clearTimeout(timer);
      timer = setTimeout(() => {
        button.textContent = label;
        told.textContent = "";
      }, shownForMs);
    });
  }
}

/**
 * Copies a text and returns the confirmation. If the page may not use the clipboard, as over plain http from another
 * machine, selects the text instead.
 */
async function copy(source: HTMLElement | null): Promise<string> {
  if (!source) return "Nothing to copy";
  const text = source instanceof HTMLInputElement ? source.value : source.textContent;
  try {
    await navigator.clipboard.writeText(text);
    return "Copied";
  } catch {
    getSelection()?.selectAllChildren(source);
    return "Press Ctrl+C";
  }
}

customElements.define("copy-button", CopyButton);
