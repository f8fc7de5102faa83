import { FieldErrors } from "./playground-problem.ts";
import { number, size } from "./playground-words.ts";

/** The request that a form describes. */
export interface ToolRequest {
  /** True if each field has a text that means its value, so that a form carries it. */
  isPlain: boolean;
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
  /** The files after the first one. Each makes a call with the same fields. */
  others: readonly File[];
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
    const chosen = [...control.querySelectorAll<HTMLInputElement>(":checked:not(.all)")];
    return chosen.length === 0 ? emptyValue() : chosen.map(({ value }) => readJson(value));
  }
  // The server renders every other field as one of these.
  const filled = control as Control;
  return filled.value === "" ? emptyValue() : (readers[filled.dataset["control"] ?? ""] ?? readText)(filled);
}

function readFile(input: HTMLInputElement): ToolRequest["file"] {
  const [content, ...others] = input.files ?? [];
  const maxBytes = Number(input.dataset["maxBytes"]);
  if (!content) throw new Error("Choose a file.");
  for (const file of [content, ...others])
    if (file.size > maxBytes)
      throw new Error(
        `${others.length > 0 ? file.name : "The file"} has ${size(file.size)}. Choose a file of at most ${size(maxBytes)} (${number(maxBytes)} bytes).`,
      );
  return { name: input.name, content, base64: input.dataset["example"] };
}

/** Returns whether a form carries a value: browsers change line ends, and a number can be a choice among texts. */
function isPlain(kind: string | undefined, value: unknown): boolean {
  if (typeof value === "string") return !/[\r\n]/.test(value);
  return (kind === "number" || kind === "flag") && value !== null;
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
  const fields = [...form.querySelectorAll<HTMLElement>("[data-control]")].flatMap((control) => {
    const { name = "", control: kind } = control.dataset;
    const value = tried(name, () => readField(control));
    return value === undefined ? [] : [{ name, kind, value }];
  });
  const input = form.querySelector<HTMLInputElement>("input[type=file]");
  const file = input ? tried(input.name, () => readFile(input)) : undefined;
  if (faults.size > 0) throw new FieldErrors(faults);
  return {
    isPlain: fields.every(({ kind, value }) => isPlain(kind, value)),
    fields: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
    file,
    others: [...(input?.files ?? [])].slice(1),
  };
}
