import { FieldErrors } from "./playground-problem.ts";
import { number, size } from "./playground-words.ts";

/** The request that a form describes. */
export interface ToolRequest {
  /** The fields without the file. */
  fields: Record<string, unknown>;
  file:
    | {
        /** The name of its field. */
        name: string;
        content: File;
        /** Absent: the user chose the file. */
        base64?: string | undefined;
      }
    | undefined;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const utf8 = new TextEncoder();

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`Expected JSON. ${error instanceof Error ? error.message : ""}`.trim(), { cause: error });
  }
}

function readText({ value, dataset }: Control): string {
  const maxBytes = Number(dataset["maxBytes"] ?? Number.POSITIVE_INFINITY);
  const { length } = utf8.encode(value);
  if (length > maxBytes)
    throw new Error(
      `The text has ${number(length)} bytes in UTF-8. Shorten it to at most ${number(maxBytes)}.`,
    );
  return value;
}

/** The functions that return the value of a control that is not empty, by its kind. */
const readers: Readonly<Record<string, (control: Control) => unknown>> = {
  number: ({ value }) => Number(value),
  lines: ({ value }) => value.split("\n").filter((line) => line !== ""),
  choice: ({ value }) => readJson(value),
  flag: ({ value }) => readJson(value),
  json: ({ value }) => readJson(value),
};

/** Returns the value of a field; `undefined` if it is not sent. Throws if the text is no value. */
function readField(control: HTMLElement): unknown {
  const { empty, default: preset } = control.dataset;
  const emptyValue = (): unknown => (empty === undefined ? undefined : JSON.parse(empty));
  if (control instanceof HTMLInputElement && control.type === "checkbox")
    return String(control.checked) === preset ? undefined : control.checked;
  if (control.dataset["control"] === "choices") {
    const chosen = [...control.querySelectorAll<HTMLInputElement>(":checked")];
    return chosen.length === 0 ? emptyValue() : chosen.map(({ value }) => readJson(value));
  }
  // The server renders every other field as one of these.
  const filled = control as Control;
  return filled.value === "" ? emptyValue() : (readers[filled.dataset["control"] ?? ""] ?? readText)(filled);
}

function readFile(input: HTMLInputElement): ToolRequest["file"] {
  const [content] = input.files ?? [];
  const maxBytes = Number(input.dataset["maxBytes"]);
  if (!content) throw new Error("Choose a file.");
  if (content.size > maxBytes)
    throw new Error(
      `The file has ${size(content.size)}. Choose a file of at most ${size(maxBytes)} (${number(maxBytes)} bytes).`,
    );
  return { name: input.name, content, base64: input.dataset["example"] };
}

/**
 * Returns the request that a form describes.
 *
 * @throws FieldErrors with the fields that have no value that can be sent.
 */
export function readRequest(form: HTMLFormElement): ToolRequest {
  const faults = new Map<string, string>();
  const tried = <Value>(name: string, read: () => Value): Value | undefined => {
    try {
      return read();
    } catch (error) {
      faults.set(name, error instanceof Error ? error.message : String(error));
      return undefined;
    }
  };
  const controls = [...form.querySelectorAll<HTMLElement>("[data-control]")];
  const fields = controls.map((control) => {
    const { name = "" } = control.dataset;
    return [name, tried(name, () => readField(control))] as const;
  });
  const input = form.querySelector<HTMLInputElement>("input[type=file]");
  const file = input ? tried(input.name, () => readFile(input)) : undefined;
  if (faults.size > 0) throw new FieldErrors(faults);
  return { fields: Object.fromEntries(fields.filter(([, value]) => value !== undefined)), file };
}
