import { readAllowance, authorized } from "./call-api.ts";
import { conversionCommand } from "./curl-command.ts";
import { compare } from "./image-compare.ts";
import { imageFacts, saving } from "./image-facts.ts";
import { takeImages } from "./image-input.ts";
import type { ImageRecord } from "./image-record.ts";
import { upload } from "./image-upload.ts";
import { card, element, part } from "./dom.ts";
import { jsonDetails } from "./playground-json.ts";
import { expectSuccess, FieldError } from "./playground-problem.ts";
import { type Run, runOnSubmit } from "./playground-run.ts";
import { size } from "./playground-words.ts";

const maxBytes = 25 * 1024 * 1024;

// The defaults of the API.
const defaults = new Map([["fit", "inside"]]);

/** Returns the fields that differ from the defaults as a query. */
function readQuery(form: HTMLFormElement): string {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === "string" && value !== "" && defaults.get(name) !== value) query.append(name, value);
  return query.toString();
}

/**
 * Returns a name for the result that differs from the file's name in more than case. Otherwise curl would overwrite the
 * file.
 */
function resultName(name: string, format: string): string {
  const stem = name.replace(/\.[^.]*$/, "") || "image";
  const renamed = `${stem}.${format}`;
  return renamed.toLowerCase() === name.toLowerCase() ? `${stem}-converted.${format}` : renamed;
}

/**
 * `<image-playground>` around the form of the image converter: sends the image, compares it with the result, and
 * updates the equivalent command.
 */
class ImagePlayground extends HTMLElement {
  readonly #base = this.dataset["base"] ?? "";
  #shownUrls: string[] = [];
  #stopTaking = () => {};

  connectedCallback(): void {
    const form = part(this, "form", HTMLFormElement);
    runOnSubmit({ form, base: this.#base, work: (run) => this.#convert(form, run) });
    this.#stopTaking = takeImages(form);
    form.addEventListener("input", () => this.#showCommand(form));
    this.#showCommand(form);
  }

  disconnectedCallback(): void {
    this.#stopTaking();
    this.#forget();
  }

  #file(): File | undefined {
    return part(this, "#image", HTMLInputElement).files?.[0];
  }

  #showCommand(form: HTMLFormElement): void {
    const place = document.getElementById("curl");
    if (!place) return;
    const { name = "photo.jpg" } = this.#file() ?? {};
    const format = part(form, "#format", HTMLSelectElement).value;
    place.textContent = conversionCommand(this.dataset["url"] ?? "", {
      query: readQuery(form),
      from: name,
      to: format === "auto" ? null : resultName(name, format),
    });
  }

  /**
   * Revokes the URLs of images that are no longer shown. Otherwise the browser keeps the images as long as the page.
   */
  #forget(): void {
    for (const url of this.#shownUrls) URL.revokeObjectURL(url);
    this.#shownUrls = [];
  }

  #urlOf(image: Blob): string {
    const url = URL.createObjectURL(image);
    this.#shownUrls.push(url);
    return url;
  }

  async #send(form: HTMLFormElement, file: File, { signal, say }: Run): Promise<Response> {
    const bar = part(this, ".sent", HTMLProgressElement);
    const url = `${this.#base}/v1/tools/image-converter?${readQuery(form)}`;
    const headers = { "Content-Type": "application/octet-stream", Accept: "image/*" };
    const onSent = (sent: number) => {
      bar.value = sent;
      bar.hidden = sent === 1;
      say(sent === 1 ? "Converting…" : "Sending…");
    };
    try {
      say("Sending…");
      return await authorized({ base: this.#base }, (authorization) =>
        upload({ url, headers: { ...headers, Authorization: authorization }, body: file, signal, onSent }),
      );
    } finally {
      bar.hidden = true;
    }
  }

  async #convert(form: HTMLFormElement, run: Run) {
    const file = this.#file();
    if (!file) throw new FieldError("image", "Choose an image.");
    if (file.size > maxBytes)
      throw new FieldError(
        "image",
        `The image has ${size(file.size)}. Choose an image of at most 25 MiB (${size(maxBytes)}).`,
      );
    const response = await this.#send(form, file, run);
    await expectSuccess(response);
    const json = response.headers.get("X-Image") ?? "{}";
    // As /openapi.json describes it.
    const record = JSON.parse(json) as ImageRecord;
    const result = await response.blob();
    this.#forget();
    const drawn = await this.#draw(file, result, record);
    return { result: [drawn, jsonDetails(json, "image.json")], allowance: readAllowance(response) };
  }

  async #draw(file: File, result: Blob, record: ImageRecord): Promise<HTMLElement> {
    const { original, format } = record;
    const after = this.#urlOf(result);
    const figure = await compare(
      { url: this.#urlOf(file), label: `Original, ${original.format}`, format: original.format },
      { url: after, label: `Result, ${format}`, format },
    );
    const name = resultName(file.name, format);
    const download = element("a", { class: "button", href: after, download: name }, `Download ${format}`);
    const words = `${size(record.bytes)}, ${saving(original.bytes, record.bytes)}`;
    return card(
      "Result",
      element("p", { class: "actions" }, download, element("b", {}, words)),
      figure,
      ...imageFacts(record),
    );
  }
}

customElements.define("image-playground", ImagePlayground);
