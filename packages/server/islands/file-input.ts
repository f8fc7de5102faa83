import { part } from "./dom.ts";
import { size } from "./playground-words.ts";

/** Loads the file of an example, unless the visitor chooses another one first. The event `filled` says that it is there. */
async function putExample(
  url: string,
  input: HTMLInputElement,
  put: (files: Iterable<File>) => void,
): Promise<void> {
  const response = await fetch(url);
  const content = await response.blob();
  if (!response.ok || input.files?.length !== 0) return;
  put([new File([content], url.split("/").at(-1) ?? "", { type: content.type })]);
  input.dispatchEvent(new Event("filled"));
}

/**
 * Connects a form with a file to its sources: the example, its file input, and files that are dropped or pasted anywhere
 * on the page.
 *
 * @returns A function that removes the listeners from the page.
 */
export function takeFiles(form: HTMLFormElement): () => void {
  const input = form.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) return () => {};
  const place = part(form, ".drop", HTMLElement);
  const chosen = part(form, `#${input.id}-chosen`, HTMLElement);

  const put = (files: Iterable<File>) => {
    const transfer = new DataTransfer();
    for (const file of files) transfer.items.add(file);
    input.files = transfer.files;
  };
  const take = (files: FileList | undefined) => {
    if (!files || files.length === 0) return false;
    put(files);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    return true;
  };

  const show = () => {
    const [file, ...others] = input.files ?? [];
    const sum = others.reduce((bytes, other) => bytes + other.size, file?.size ?? 0);
    const name = others.length > 0 ? `${others.length + 1} files` : file?.name;
    chosen.textContent = name === undefined ? "" : `${name}, ${size(sum)}`;
  };
  const { example, exampleUrl } = input.dataset;
  if (example !== undefined) {
    const bytes = Uint8Array.from(atob(example), (character) => character.charCodeAt(0));
    put([new File([bytes], `example-${input.name}`)]);
    show();
  }
  if (exampleUrl !== undefined) void putExample(exampleUrl, input, put);
  input.addEventListener("input", () => {
    delete input.dataset["example"];
    show();
  });
  const listening = new AbortController();
  const { signal } = listening;
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") ?? false;
  // On the whole page, because the browser would open a file that is dropped outside the drop area.
  const over = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    place.classList.add("over");
  };
  const leave = ({ relatedTarget }: DragEvent) => {
    if (relatedTarget === null) place.classList.remove("over");
  };
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    place.classList.remove("over");
    take(event.dataTransfer?.files);
  };
  document.addEventListener("dragover", over, { signal });
  document.addEventListener("dragleave", leave, { signal });
  document.addEventListener("drop", drop, { signal });
  const paste = (event: ClipboardEvent) => {
    if (take(event.clipboardData?.files)) event.preventDefault();
  };
  document.addEventListener("paste", paste, { signal });
  return () => listening.abort();
}
