import { ToolsError } from "@tools-api/core";
import type { StoredFile } from "@tools-api/core/files";
import type { BlobRange } from "@tools-api/core/storage";
import type { ApiContext } from "../../http/context.ts";
import type { FileStorage } from "../../http/file-storage.ts";
import { streamChunks } from "../../http/stream-chunks.ts";

/**
 * Returns the range that a request asks for (RFC 9110 §14.2); `null` for the whole file. A server may ignore a range, and this
 * one ignores lists of ranges and those outside the file.
 */
function requestedRange(header: string | undefined, bytes: number): BlobRange | null {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return null;
  const start = first === "" ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === "" || last === "" ? bytes : Math.min(bytes, Number(last) + 1);
  return start < end ? { start, end } : null;
}

/** Returns the file name of a download in ASCII, and in UTF-8 (RFC 6266 §4.3). */
function attachment(name: string): string {
  const ascii = name.replaceAll(/[^ -~]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"${ascii === name ? "" : `; filename*=UTF-8''${encoded}`}`;
}

/**
 * Responds with the bytes of a file, as a download that no browser shows.
 *
 * @throws ToolsError `not_found` if the bytes are no longer there, `overloaded`.
 */
export async function sendFile(c: ApiContext, { blobs }: FileStorage, file: StoredFile): Promise<Response> {
  const range = requestedRange(c.req.header("Range"), file.bytes);
  const { start, end } = range ?? { start: 0, end: file.bytes };
  const content = await blobs.get(file, { start, end });
  if (!content) throw new ToolsError("not_found", `The bytes of the file ${file.id} are no longer here.`);
  const fields = {
    "Content-Type": file.mediaType,
    "Content-Length": String(end - start),
    "Content-Disposition": attachment(file.name ?? file.id),
    "Content-Security-Policy": "sandbox",
    "Accept-Ranges": "bytes",
    ETag: `"${file.sha256}"`,
    ...(range && { "Content-Range": `bytes ${start}-${end - 1}/${file.bytes}` }),
  };
  if (c.req.method === "HEAD") return c.body(null, 200, fields);
  c.set("bytesOut", end - start);
  return c.body(
    streamChunks(content, () => {}),
    range ? 206 : 200,
    fields,
  );
}
