const shownForMs = 2000;

/**
 * `<copy-button for="id">Copy</copy-button>`: copies the text of the element with that id, and says so. Without script
 * it is not shown.
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

/** Where the clipboard is closed to pages, as over plain http to another machine, selects the text instead. */
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
