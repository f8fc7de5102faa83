import type { activate } from "./try-it-form.ts";

/**
 * `<try-it data-method data-path data-base data-operation data-session>` around a form of the reference. The script that
 * sends its call is loaded when the form is opened.
 */
class TryIt extends HTMLElement {
  connectedCallback(): void {
    const details = this.querySelector("details");
    const form = this.querySelector("form");
    if (!details || !form) return;
    const early = new AbortController();
    let isWanted = false;
    let isEdited = false;
    form.addEventListener("input", () => (isEdited = true), { signal: early.signal });
    form.addEventListener(
      "submit",
      (event) => {
        event.preventDefault();
        isWanted = true;
      },
      { signal: early.signal },
    );
    const load = async () => {
      const script: { activate: typeof activate } = await import("./try-it-form.ts");
      early.abort();
      script.activate(this);
      // Shows the command of what the visitor has entered meanwhile.
      if (isEdited) form.dispatchEvent(new Event("input"));
      if (isWanted) form.requestSubmit();
    };
    details.addEventListener("toggle", load, { once: true });
  }
}

customElements.define("try-it", TryIt);
