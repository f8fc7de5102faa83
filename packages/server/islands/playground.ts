import { takeFiles } from "./file-input.ts";
import type { activate } from "./playground-bench.ts";

/** The events that show that a visitor begins to use the page. */
const beginnings = ["pointermove", "pointerdown", "keydown", "focusin", "dragenter"] as const;

/**
 * `<tool-playground data-base data-url data-path data-tool data-content data-scripts data-accept data-record data-draw>`
 * around the form of a tool. The scripts that run the tool are loaded together when the visitor begins to use the page.
 */
class ToolPlayground extends HTMLElement {
  #stopTaking = () => {};

  connectedCallback(): void {
    const form = this.querySelector("form");
    if (!form) return;
    this.#stopTaking = takeFiles(form);
    const early = new AbortController();
    const { signal } = early;
    /** The actions of the visitor before the scripts are loaded, to repeat afterwards. */
    const repeats: (() => void)[] = [];
    let isLoading = false;
    const load = async () => {
      if (isLoading) return;
      isLoading = true;
      const [script = "", ...imports] = (this.dataset["scripts"] ?? "").split(" ");
      for (const href of imports)
        document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
      const bench = (await import(script)) as { activate: typeof activate };
      early.abort();
      bench.activate(this, form);
      for (const repeat of repeats) repeat();
    };
    const defer = (event: Event, repeat: () => void) => {
      event.preventDefault();
      repeats.push(repeat);
      void load();
    };
    for (const type of beginnings) document.addEventListener(type, load, { signal, passive: true });
    form.addEventListener("submit", (event) => defer(event, () => form.requestSubmit()), { signal });
    // A file can also be dropped or pasted without any of the events above.
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
  }

  disconnectedCallback(): void {
    this.#stopTaking();
  }
}

customElements.define("tool-playground", ToolPlayground);
