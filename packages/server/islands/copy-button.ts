const messageMs = 2000;
const copyKeys = /Mac|iP(?:hone|ad)/.test(navigator.userAgent) ? "⌘C" : "Ctrl+C";

/**
 * `<copy-button for="id" label="Copy key">Copy</copy-button>`: copies the text of the element with that id, and confirms it. `parts.css`
 * hides it without scripts.
 */
class CopyButton extends HTMLElement {
  connectedCallback(): void {
    const label = this.textContent;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet small";
    button.textContent = label;
    const name = this.getAttribute("label") ?? label;
    button.setAttribute("aria-label", name);
    const status = document.createElement("span");
    status.className = "visually-hidden";
    status.setAttribute("role", "status");
    this.replaceChildren(button, status);
    let timer: ReturnType<typeof setTimeout> | undefined;
    button.addEventListener("click", async () => {
      const message = await copyText(document.getElementById(this.getAttribute("for") ?? ""));
      button.textContent = message;
      button.setAttribute("aria-label", message);
      status.textContent = message;
      clearTimeout(timer);
      timer = setTimeout(() => {
        button.textContent = label;
        button.setAttribute("aria-label", name);
        status.textContent = "";
      }, messageMs);
    });
  }
}

/**
 * Copies the text of an element and returns the message to show. If the clipboard is unavailable, for example
 * over plain HTTP on a host other than localhost, selects the text instead.
 */
async function copyText(source: HTMLElement | null): Promise<string> {
  if (!source) return "Nothing to copy";
  try {
    await navigator.clipboard.writeText(source.textContent);
    return "Copied";
  } catch {
    getSelection()?.selectAllChildren(source);
    return `Selected. Press ${copyKeys}`;
  }
}

customElements.define("copy-button", CopyButton);
