import { part } from "./dom.ts";
import { size } from "./playground-words.ts";

/**
 * Takes the image of a form from its file input, from what is dropped on the place around it, and from what is pasted
 * anywhere on the page.
 *
 * @returns What ends the listening on the page.
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
  place.addEventListener("dragover", (event) => {
    event.preventDefault();
    place.classList.add("over");
  });
  place.addEventListener("dragleave", () => place.classList.remove("over"));
  place.addEventListener("drop", (event) => {
    event.preventDefault();
    place.classList.remove("over");
    take(event.dataTransfer?.files);
  });
  const paste = (event: ClipboardEvent) => {
    if (take(event.clipboardData?.files)) event.preventDefault();
  };
  document.addEventListener("paste", paste);
  return () => document.removeEventListener("paste", paste);
}
