import { callApi } from "./call-api.ts";
import { analysisCommand } from "./curl-command.ts";
import { part } from "./dom.ts";
import { saveButton } from "./playground-json.ts";
import { expectSuccess, FieldError } from "./playground-problem.ts";
import { type Run, runOnSubmit } from "./playground-run.ts";
import { number } from "./playground-words.ts";
import type { TextRecord } from "./text-record.ts";
import { drawRecord } from "./text-result.ts";

const maxBytes = 1_000_000;

// Linux accepts no argument longer than 128 KiB, and a command of ten screens is unreadable.
const maxCommandLength = 4000;

const utf8 = new TextEncoder();

const rightToLeft = /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u;

/**
 * Returns the direction of the first letter, as `dir="auto"` does. `dir="auto"` itself takes Chromium 13 s on a
 * paragraph of a megabyte.
 */
function textDirection(text: string): "ltr" | "rtl" {
  const [letter = ""] = /\p{L}/u.exec(text) ?? [];
  return rightToLeft.test(letter) ? "rtl" : "ltr";
}

/**
 * `<text-playground>` around the form of the text analyzer: sends the text, renders the result, and updates the
 * equivalent command.
 */
class TextPlayground extends HTMLElement {
  readonly #base = this.dataset["base"] ?? "";

  connectedCallback(): void {
    const form = part(this, "form", HTMLFormElement);
    const text = part(form, "#text", HTMLTextAreaElement);
    runOnSubmit({ form, base: this.#base, work: (run) => this.#analyze(run) });
    const save = saveButton(() => this.#body(), "request.json");
    document.getElementById("curl")?.after(save);
    const show = () => {
      this.#showCommand(save);
      text.dir = textDirection(text.value);
    };
    form.addEventListener("input", show);
    show();
  }

  /** Returns the request without the fields that have default values. */
  #body(): string {
    const text = part(this, "#text", HTMLTextAreaElement).value;
    const language = part(this, "#language", HTMLSelectElement).value;
    const boxes = [...this.querySelectorAll<HTMLInputElement>("[name=analysis_type]")];
    const chosen = boxes.filter(({ checked }) => checked);
    const isAll = boxes.every(({ checked, value }) => checked === (value !== "syntax"));
    return JSON.stringify({
      text,
      ...(!isAll && { analysis_type: chosen.map(({ value }) => value).join(",") }),
      ...(language !== "auto" && { language }),
    });
  }

  #showCommand(save: HTMLElement): void {
    const place = document.getElementById("curl");
    if (!place) return;
    const json = this.#body();
    const isLong = json.length > maxCommandLength;
    const url = this.dataset["url"] ?? "";
    place.textContent = analysisCommand(url, isLong ? { file: "request.json" } : { json });
    save.hidden = !isLong;
  }

  async #analyze({ signal, say }: Run) {
    const text = part(this, "#text", HTMLTextAreaElement).value;
    const { length } = utf8.encode(text);
    if (length > maxBytes)
      throw new FieldError(
        "text",
        `The text has ${number(length)} bytes in UTF-8. Shorten it to at most ${number(maxBytes)}.`,
      );
    if (!this.querySelector("[name=analysis_type]:checked"))
      throw new FieldError("analysis_type", "Choose at least one analysis.");
    say("Analyzing…");
    const body = this.#body();
    const headers = { "Content-Type": "application/json" };
    const init = { method: "POST", headers, body, signal };
    const { response, allowance } = await callApi("/v1/tools/text-analyzer", init, { base: this.#base });
    await expectSuccess(response);
    const json = await response.text();
    // As /openapi.json describes it.
    const record = JSON.parse(json) as TextRecord;
    return { result: drawRecord(text, record, json), allowance };
  }
}

customElements.define("text-playground", TextPlayground);
