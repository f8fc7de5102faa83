import { part } from "./dom.ts";
import { size } from "./playground-words.ts";

/**
 * Connects a form to images: from its file input, and from files that are dropped or pasted anywhere on the page.
 *
 * @returns A function that removes the listeners from the page.
 */
export function takeImages(form: HTMLFormElement): () => void {
  const input = part(form, "#image", HTMLInputElement);
  const place = part(form, ".drop", HTMLElement);
  const chosen = part(form, "#image-chosen", HTMLElement);

  function take(files: FileList | undefined): boolean {
    const [file] = files ?? [];
    if (!file) return false;
    const transfer = new DataTransfer();
    transfer.items.add(file);
    input.files = transfer.files;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    return true;
  }

  input.addEventListener("input", () => {
    const [file] = input.files ?? [];
    chosen.textContent = file ? `${file.name}, ${size(file.size)}` : "";
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
