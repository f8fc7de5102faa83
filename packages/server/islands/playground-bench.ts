import { type Allowance, authorized, readAllowance } from "./call-api.ts";
import { part } from "./dom.ts";
import * as general from "./draw-response.ts";
import { saveButton } from "./json-view.ts";
import { callBody, callCode, callCommand, requestJson } from "./playground-call.ts";
import { fileResults, type FileResult } from "./playground-files.ts";
import { readRequest, type ToolRequest } from "./playground-form.ts";
import { connectControls } from "./playground-live.ts";
import {
  connectAllBoxes,
  linkedTexts,
  optionsLink,
  writeFields,
  writeOptions,
} from "./playground-options.ts";
import { expectSuccess, FieldErrors } from "./playground-problem.ts";
import { type Run, runOnSubmit, showResult } from "./playground-run.ts";
import type { DrawModule, ToolAnswer } from "./tool-answer.ts";
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

/** Returns the module that draws a tool's results, or the general one. */
async function loadDraw(script: string | undefined): Promise<DrawModule> {
  if (script === undefined) return general;
  try {
    // The modules `draw-….ts` have this form.
    return (await import(script)) as DrawModule;
  } catch (error) {
    reportError(error);
    return general;
  }
}

function fileName({ headers }: Response): string {
  const [, name = "result"] = /filename="([^"]+)"/.exec(headers.get("Content-Disposition") ?? "") ?? [];
  return name;
}

/** Changes the text of an element, unless that would only drop the visitor's selection in it. */
function setText(place: Element, text: string): void {
  if (place.textContent !== text) place.textContent = text;
}

/** A response that the playground shows. */
interface Answered {
  name: string;
  json: string | null;
  body: Blob | null;
  replaced: string | null;
}

/** The response to the example that the page came with. */
interface OpeningAnswer {
  json: unknown;
  /** The path of a response that is bytes. */
  body?: string;
  sizes?: ToolAnswer["sizes"];
}

/** The form of a tool, and the work that it starts. */
class Bench {
  readonly #host: HTMLElement;
  readonly #form: HTMLFormElement;
  readonly #base: string;
  readonly #path: string;
  readonly #content: readonly string[];
  readonly #texts: readonly string[];
  readonly #draw: Promise<DrawModule>;
  #shownUrls: string[] = [];
  /** The calls of the day, from the newest response. */
  #allowance: Allowance | null = null;

  constructor(host: HTMLElement, form: HTMLFormElement) {
    const { base = "", path = "", content = "", texts = "", draw } = host.dataset;
    this.#host = host;
    this.#form = form;
    this.#base = base;
    this.#path = path;
    this.#content = content.split(" ");
    this.#texts = texts.split(" ");
    this.#draw = loadDraw(draw);
  }

  /** Connects the form with the rest of the page. */
  start(): void {
    const form = this.#form;
    runOnSubmit({ form, base: this.#base, work: (run) => this.#run(run) });
    connectAllBoxes(form);
    const save = saveButton(() => requestJson(readRequest(form)), "request.json");
    document.getElementById("curl")?.after(save);
    const show = () => {
      this.#showCommand(save);
      for (const area of form.querySelectorAll("textarea")) area.dir = textDirection(area.value);
    };
    const texts = linkedTexts(this.#texts);
    if (Object.keys(texts).length > 0) writeFields(form, texts);
    form.addEventListener("input", show);
    document.querySelector(".share-text")?.addEventListener("input", show);
    form.querySelector("input[type=file]")?.addEventListener("filled", show);
    connectControls(form);
    show();
    if (Object.keys(texts).length === 0) void this.#open();
    for (const preset of document.querySelectorAll<HTMLAnchorElement>(".presets a"))
      preset.addEventListener("click", (event) => {
        // A new tab or window gets the link.
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        // The server renders an object.
        const options = JSON.parse(preset.dataset["options"] ?? "{}") as Record<string, unknown>;
        writeOptions(form, options, this.#content);
      });
  }

  #showCommand(save: HTMLElement): void {
    const { url = "", accept, tool = "" } = this.#host.dataset;
    const share = document.getElementById("share");
    const includesText = document.querySelector<HTMLInputElement>(".share-text input")?.checked ?? false;
    const texts = includesText ? this.#texts : [];
    const link = optionsLink(this.#form, { url, tool, content: this.#content, texts });
    if (share && link !== null) setText(share, link);
    const place = document.getElementById("curl");
    if (!place) return;
    try {
      const request = readRequest(this.#form);
      const { command, needsFile } = callCommand(url + this.#path, accept, request);
      setText(place, command);
      const code = callCode(url + this.#path, accept, request);
      for (const [id, text] of Object.entries(code)) setText(part(document, `#${id}`, HTMLElement), text);
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
    const { accept } = this.#host.dataset;
    const bar = part(this.#host, ".sent", HTMLProgressElement);
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

  /** Draws a response to a request. */
  async #drawn(
    { fields, file }: ToolRequest,
    answer: Pick<ToolAnswer, "json" | "body" | "name"> & Partial<Pick<ToolAnswer, "sizes" | "replaced">>,
  ): Promise<readonly HTMLElement[]> {
    const { draw } = await this.#draw;
    this.#forget();
    return draw({
      sizes: {},
      replaced: null,
      ...answer,
      fields,
      file: file?.content,
      urlFor: (content) => this.#urlFor(content),
      rerun: (changed) => {
        writeFields(this.#form, changed);
        this.#form.requestSubmit();
      },
    });
  }

  /** Shows the response that the page came with, if the visitor has changed nothing until then. */
  async #open(): Promise<void> {
    const embedded = document.getElementById("answer")?.textContent;
    if (embedded === undefined) return;
    // The server renders it.
    const { json, body: url, sizes } = JSON.parse(embedded) as OpeningAnswer;
    const form = this.#form;
    let isChanged = false;
    const change = () => (isChanged = true);
    form.addEventListener("input", change, { once: true });
    form.addEventListener("submit", change, { once: true });
    const input = form.querySelector<HTMLInputElement>("input[type=file]");
    if (input?.files?.length === 0)
      await new Promise((resolve) => input.addEventListener("filled", resolve, { once: true }));
    const body = url === undefined ? null : await (await fetch(url)).blob();
    if (isChanged) return;
    const answer = { json: JSON.stringify(json), body, name: "", ...(sizes && { sizes }) };
    const result = await this.#drawn(readRequest(form), answer);
    if (!isChanged) showResult(result, true);
  }

  /** Makes a call. Throws its error. */
  async #call(request: ToolRequest, run: Run): Promise<Omit<Answered, "replaced">> {
    const response = await this.#send(request, run);
    this.#allowance = readAllowance(response) ?? this.#allowance;
    await expectSuccess(response);
    const isJson = response.headers.get("Content-Type")?.includes("json") ?? false;
    const body = isJson ? null : await response.blob();
    const json = isJson
      ? await response.text()
      : response.headers.get(this.#host.dataset["record"] ?? "X-Result");
    return { name: fileName(response), json, body };
  }

  /** Makes a call, and a second one if its response is better for the visitor. */
  async #answer(request: ToolRequest, run: Run): Promise<Answered> {
    const first = await this.#call(request, run);
    const { improve } = await this.#draw;
    const added = first.json === null ? null : improve?.(first.json, request.fields);
    if (!added) return { ...first, replaced: null };
    const fields = { ...request.fields, ...added };
    const second = await this.#call({ ...request, fields }, run).catch(() => null);
    return second ? { ...second, replaced: first.json } : { ...first, replaced: null };
  }

  async #run(run: Run) {
    const request = readRequest(this.#form);
    if (request.others.length > 0) return this.#runMany(request, run);
    const result = await this.#drawn(request, await this.#answer(request, run));
    return { result, allowance: this.#allowance };
  }

  /** Makes a call for each file, one after the other. A file that fails does not stop the others. */
  async #runMany(request: ToolRequest, run: Run) {
    const { file, others } = request;
    const files = file ? [file.content, ...others] : others;
    const results: FileResult[] = [];
    for (const [index, content] of files.entries()) {
      const say = () => run.say(`File ${index + 1} of ${files.length}…`);
      const name = file?.name ?? "";
      try {
        const answer = await this.#answer({ ...request, file: { name, content } }, { ...run, say });
        const body = answer.body ?? new Blob([answer.json ?? ""]);
        results.push({ file: content, body, name: resultName(content.name, answer.name), fault: "" });
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        results.push({ file: content, body: null, name: "", fault: message });
      }
    }
    this.#forget();
    return { result: [await fileResults(results, (file) => this.#urlFor(file))], allowance: this.#allowance };
  }
}

/** Returns a name for the result of a file: its stem, with the extension of the response. */
function resultName(name: string, responseName: string): string {
  const [extension = ""] = /\.[^.]*$/.exec(responseName) ?? [];
  return `${name.replace(/\.[^.]*$/, "") || "result"}${extension}`;
}

/** Makes the form of a tool work. */
export function activate(host: HTMLElement, form: HTMLFormElement): void {
  new Bench(host, form).start();
}
