import { takeFiles } from "./file-input.ts";
import type { activate } from "./playground-bench.ts";

/**
 * `<tool-playground data-base data-url data-path data-tool data-content data-texts data-scripts data-accept data-record
 * data-draw>` around the form of a tool. Loads the scripts that run the tool together, and repeats what the visitor did
 * until then.
 */
class ToolPlayground extends HTMLElement {
  #stopTaking = () => {};

  connectedCallback(): void {
    const form = this.querySelector("form");
    if (!form) return;
    this.#stopTaking = takeFiles(form);
    const early = new AbortController();
    const { signal } = early;
    const repeats: (() => void)[] = [];
    const defer = (event: Event, repeat: () => void) => {
      event.preventDefault();
      repeats.push(repeat);
    };
    form.addEventListener("submit", (event) => defer(event, () => form.requestSubmit()), { signal });
    form.addEventListener(
      "input",
      (event) => defer(event, () => event.target?.dispatchEvent(new Event("input", { bubbles: true }))),
      { signal },
    );
    for (const preset of document.querySelectorAll<HTMLElement>(".presets a"))
      preset.addEventListener(
        "click",
        (event) => {
          // A new tab or window gets the link.
          if (!event.metaKey && !event.ctrlKey && !event.shiftKey) defer(event, () => preset.click());
        },
        { signal },
      );
    void this.#load(form, (activate) => {
      early.abort();
      activate();
      for (const repeat of repeats) repeat();
    });
  }

  async #load(form: HTMLFormElement, onLoaded: (activate: () => void) => void): Promise<void> {
    const [script = "", ...imports] = (this.dataset["scripts"] ?? "").split(" ");
    for (const href of imports)
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    try {
      const bench = (await import(script)) as { activate: typeof activate };
      onLoaded(() => bench.activate(this, form));
    } catch (error) {
      // Without the class, the sentence becomes visible only after a delay.
      form.querySelector(".script-missing")?.classList.add("now");
      reportError(error);
    }
  }

  disconnectedCallback(): void {
    this.#stopTaking();
  }
}

customElements.define("tool-playground", ToolPlayground);
