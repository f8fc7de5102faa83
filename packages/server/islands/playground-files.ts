import { element, table } from "./dom.ts";
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

function sums(results: readonly FileResult[]): string {
  const done = results.flatMap(({ file, body }) => (body ? [{ file, body }] : []));
  const before = done.reduce((sum, { file }) => sum + file.size, 0);
  const after = done.reduce((sum, { body }) => sum + body.size, 0);
  const failed = results.length - done.length;
  const words = `${done.length} of ${results.length} files, ${size(before)} to ${size(after)}`;
  return [
    words,
    ...(before > 0 ? [saving(before, after)] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ].join(", ");
}

/** Renders the results of several files with their sizes and downloads. */
export function fileResults(results: readonly FileResult[], urlFor: (file: Blob) => string): HTMLElement {
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
  return element(
    "section",
    { class: "card" },
    element("h2", {}, "Results"),
    element("p", { role: "status" }, sums(results)),
    table("Results", ["File", "Original", "Result", "Change", "File of the result"], rows),
  );
}
