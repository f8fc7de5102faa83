import { authorized, readAllowance } from "./call-api.ts";
import { part } from "./dom.ts";
import { draw as drawResponse } from "./draw-response.ts";
import { takeFiles } from "./file-input.ts";
import { saveButton } from "./json-view.ts";
import { callBody, callCommand, requestJson } from "./playground-call.ts";
import { readRequest, type ToolRequest } from "./playground-form.ts";
import { expectSuccess, FieldErrors } from "./playground-problem.ts";
import { type Run, runOnSubmit } from "./playground-run.ts";
import type { Draw } from "./tool-answer.ts";
import { upload } from "./upload.ts";

const rightToLeft = /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u;

/**
 * Returns the direction of the first letter, as `dir="auto"` does. `dir="auto"` itself takes Chromium 13 s on a
 * paragraph of a megabyte.
 */
function textDirection(text: string): "ltr" | "rtl" {
  const [letter = ""] = /\p{L}/u.exec(text) ?? [];
  return rightToLeft.test(letter) ? "rtl" : "ltr";
}

/** Returns the function that draws a tool's result: that of a module, or the general one. */
async function loadDraw(script: string | undefined): Promise<Draw> {
  if (script === undefined) return drawResponse;
  try {
    // The modules `draw-….ts` export it.
    const { draw } = (await import(script)) as { draw: Draw };
    return draw;
  } catch (error) {
    reportError(error);
    return drawResponse;
  }
}

function fileName({ headers }: Response): string {
  const [, name = "result"] = /filename="([^"]+)"/.exec(headers.get("Content-Disposition") ?? "") ?? [];
  return name;
}

/**
 * `<tool-playground data-base data-url data-path data-accept data-record data-draw>` around the form of a tool: sends
 * the request, draws the response, and updates the equivalent command.
 */
class ToolPlayground extends HTMLElement {
  readonly #base = this.dataset["base"] ?? "";
  readonly #path = this.dataset["path"] ?? "";
  readonly #draw = loadDraw(this.dataset["draw"]);
  #shownUrls: string[] = [];
  #stopTaking = () => {};

  connectedCallback(): void {
    const form = part(this, "form", HTMLFormElement);
    runOnSubmit({ form, base: this.#base, work: (run) => this.#run(form, run) });
    this.#stopTaking = takeFiles(form);
    const save = saveButton(() => requestJson(readRequest(form)), "request.json");
    document.getElementById("curl")?.after(save);
    const show = () => {
      this.#showCommand(form, save);
      for (const area of form.querySelectorAll("textarea")) area.dir = textDirection(area.value);
    };
    form.addEventListener("input", show);
    show();
  }

  disconnectedCallback(): void {
    this.#stopTaking();
    this.#forget();
  }

  #showCommand(form: HTMLFormElement, save: HTMLElement): void {
    const place = document.getElementById("curl");
    if (!place) return;
    try {
      const { url = "", accept } = this.dataset;
      const { command, needsFile } = callCommand(url + this.#path, accept, readRequest(form));
      place.textContent = command;
      save.hidden = !needsFile;
    } catch (error) {
      // The form is incomplete: the command stays that of the last complete one.
      if (!(error instanceof FieldErrors)) throw error;
    }
  }

  /**
   * Revokes the URLs of files that are no longer shown. Otherwise the browser keeps the files as long as the page.
   */
  #forget(): void {
    for (const url of this.#shownUrls) URL.revokeObjectURL(url);
    this.#shownUrls = [];
  }

  #urlFor(file: Blob): string {
    const url = URL.createObjectURL(file);
    this.#shownUrls.push(url);
    return url;
  }

  async #send(request: ToolRequest, { signal, say }: Run): Promise<Response> {
    const { accept } = this.dataset;
    const bar = part(this, ".sent", HTMLProgressElement);
    const { body, type } = await callBody(request);
    const headers = { ...(type && { "Content-Type": type }), ...(accept && { Accept: accept }) };
    const onSent = (sent: number) => {
      bar.value = sent;
      bar.hidden = sent === 1;
      say(sent === 1 ? "Running…" : "Sending…");
    };
    try {
      onSent(request.file ? 0 : 1);
      const url = this.#base + this.#path;
      return await authorized({ base: this.#base }, (authorization) =>
        upload({ url, headers: { ...headers, Authorization: authorization }, body, signal, onSent }),
      );
    } finally {
      bar.hidden = true;
    }
  }

  async #run(form: HTMLFormElement, run: Run) {
    const request = readRequest(form);
    const response = await this.#send(request, run);
    await expectSuccess(response);
    const isJson = response.headers.get("Content-Type")?.includes("json") ?? false;
    const body = isJson ? null : await response.blob();
    const json = isJson ? await response.text() : response.headers.get(this.dataset["record"] ?? "X-Result");
    this.#forget();
    const draw = await this.#draw;
    const result = await draw({
      fields: request.fields,
      file: request.file?.content,
      json,
      body,
      name: fileName(response),
      urlFor: (file) => this.#urlFor(file),
    });
    return { result, allowance: readAllowance(response) };
  }
}

customElements.define("tool-playground", ToolPlayground);
