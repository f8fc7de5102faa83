import { element, table } from "./dom.ts";
import { zip } from "./zip.ts";
import { saving } from "./image-facts.ts";
import { size } from "./playground-words.ts";

/** The result of one file. */
export interface FileResult {
  file: File;
  /** The result; `null` if the call failed. */
  body: Blob | null;
  name: string;
  /** The reason of the failure. */
  fault: string;
}

/** Renders the sum of the sizes before and after, and the numbers of files. */
function sums(results: readonly FileResult[]): HTMLElement {
  const done = results.flatMap(({ file, body }) => (body ? [{ file, body }] : []));
  const before = done.reduce((sum, { file }) => sum + file.size, 0);
  const after = done.reduce((sum, { body }) => sum + body.size, 0);
  const failed = results.length - done.length;
  const files = [`${done.length} of ${results.length} files`, ...(failed > 0 ? [`${failed} failed`] : [])];
  const sizes =
    before > 0 ? [element("b", {}, `${size(before)} → ${size(after)}`), `, ${saving(before, after)}, `] : [];
  return element("p", { class: "outcome", role: "status" }, ...sizes, files.join(", "));
}

/** Returns an archive with all results. */
async function archive(results: readonly FileResult[]): Promise<Blob> {
  const done = results.flatMap(({ body, name }) => (body ? [{ body, name }] : []));
  return zip(
    await Promise.all(
      done.map(async ({ body, name }) => ({ name, content: new Uint8Array(await body.arrayBuffer()) })),
    ),
  );
}

/** Renders the results of several files with the sum of their sizes and their downloads, together and one by one. */
export async function fileResults(
  results: readonly FileResult[],
  urlFor: (file: Blob) => string,
): Promise<HTMLElement> {
  const rows = results.map(({ file, body, name, fault }) =>
    body
      ? [
          file.name,
          size(file.size),
          size(body.size),
          saving(file.size, body.size),
          element("a", { href: urlFor(body), download: name, "aria-label": `Download ${name}` }, "Download"),
        ]
      : [file.name, size(file.size), "–", fault, ""],
  );
  const whole = results.some(({ body }) => body)
    ? [
        element(
          "a",
          { class: "button", href: urlFor(await archive(results)), download: "results.zip" },
          "Download all as ZIP",
        ),
      ]
    : [];
  return element(
    "section",
    { class: "card" },
    sums(results),
    element("p", { class: "actions" }, ...whole),
    table("Results", ["File", "Original", "Result", "Change", "Download"], rows),
  );
}
