import { ToolsError } from "@tools-api/core";
import { describeValue } from "@tools-api/core/internal/schema";
import type { CallContext } from "./call-context.ts";
import type { BodySink } from "./body.ts";

// RFC 2046 §5.1.1: the characters and the maximum length of a boundary.
const boundaryParameter = /;\s*boundary=(?:"([\w'()+,\-./:=? ]{1,70})"|([\w'()+,\-./:=?]{1,70}))\s*(?:;|$)/i;
const lineEnd = Buffer.from("\r\n");
const headersEnd = Buffer.from("\r\n\r\n");
// Valid requests have few parts and few headers. More would only fill the memory.
const maxParts = 64;
const maxHeaderBytes = 8192;
const maxPadding = 256;

function malformed(what: string): ToolsError {
  return new ToolsError("invalid_request", `body: expected multipart/form-data, received ${what}`);
}

/**
 * Returns the boundary of the content type.
 *
 * @throws ToolsError `invalid_request` if there is none.
 */
export function multipartBoundary(c: CallContext): string {
  const match = boundaryParameter.exec(c.req.header("Content-Type") ?? "");
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined || boundary.endsWith(" "))
    throw new ToolsError(
      "invalid_request",
      "Content-Type: expected a boundary of 1 to 70 characters, received none",
    );
  return boundary;
}

function parseHeaders(block: Buffer): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of block.toString("utf8").split("\r\n")) {
    const name = line.slice(0, Math.max(0, line.indexOf(":")));
    headers.set(name.trim().toLowerCase(), line.slice(name.length + 1).trim());
  }
  return headers;
}

const dispositionParameter = /\s*;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/y;

/** Returns the parameters of a part's disposition (RFC 7578 §4.2). Browsers write a quote as %22 (HTML §4.10.21.8). */
function dispositionParameters(disposition: string): Map<string, string> {
  const parameters = new Map<string, string>();
  const type = /^form-data(?=\s*;)/i.exec(disposition);
  dispositionParameter.lastIndex = type?.[0].length ?? disposition.length;
  for (
    let match = dispositionParameter.exec(disposition);
    match;
    match = dispositionParameter.exec(disposition)
  ) {
    const name = match[1]?.toLowerCase() ?? "";
    // The first of several counts.
    if (!parameters.has(name)) parameters.set(name, (match[2] ?? match[3] ?? "").replaceAll("%22", '"'));
  }
  return parameters;
}

/** The header fields of a part. */
export interface PartTerms {
  name: string;
  /** Without a path; `null` if the part has none. */
  fileName: string | null;
  /** An empty string if there is none. */
  mediaType: string;
}

function partTerms(headers: Map<string, string>): PartTerms {
  const parameters = dispositionParameters(headers.get("content-disposition") ?? "");
  const name = parameters.get("name");
  if (name === undefined) throw malformed("a part without Content-Disposition: form-data and a name");
  // RFC 7578 §4.7 deprecates this header. Encoded bytes would look like a corrupt image.
  if (!/^(?:7bit|8bit|binary)$/i.test(headers.get("content-transfer-encoding") ?? "binary"))
    throw malformed(`the part ${describeValue(name)} with a Content-Transfer-Encoding`);
  return {
    name,
    fileName: parameters.get("filename")?.split(/[/\\]/).at(-1) ?? null,
    mediaType: headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "",
  };
}

/** A receiver of the parts of a multipart body. */
export interface PartSink {
  /** Starts a part. The bytes that follow are its content. */
  begin(part: PartTerms): void;
  write(chunk: Uint8Array): void;
}

/** Reads a multipart body (RFC 7578) in chunks of any size. It keeps only the end of a chunk. */
export class MultipartReader implements BodySink<void> {
  readonly #sink: PartSink;
  readonly #delimiter: Buffer;
  #state: "preamble" | "delimiter" | "headers" | "content" | "epilogue" = "preamble";
  // A delimiter starts with a line end. The first one may be at the very start of the body.
  #rest: Buffer = lineEnd;
  #parts = 0;

  constructor(boundary: string, sink: PartSink) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
    this.#sink = sink;
  }

  write(chunk: Uint8Array): void {
    const received = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let bytes = this.#withRest(received);
    for (;;) {
      const read = this.#read(bytes);
      if (read === null) break;
      bytes = bytes.subarray(read);
    }
  }

  /** Returns the bytes to continue with. Prepends the rest of the last chunk if they belong together. */
  #withRest(received: Buffer): Buffer {
    const rest = this.#rest;
    if (rest.length === 0) return received;
    const reach = this.#delimiter.length - 1;
    const isContent = this.#state === "content" && rest.length <= reach && received.length >= reach;
    // Most chunks are inside a large file. Prepending the rest to each of them would copy the file once more.
    if (!isContent || Buffer.concat([rest, received.subarray(0, reach)]).includes(this.#delimiter))
      return Buffer.concat([rest, received]);
    this.#sink.write(rest);
    return received;
  }

  end(): void {
    if (this.#state !== "epilogue") throw malformed("a body that ends before its last boundary");
  }

  /** Reads one element. Returns its length, or `null` if it needs more bytes. */
  #read(bytes: Buffer): number | null {
    if (this.#state === "delimiter") return this.#readDelimiter(bytes);
    if (this.#state === "headers") return this.#readHeaders(bytes);
    return this.#state === "epilogue" ? this.#wait(Buffer.alloc(0)) : this.#readContent(bytes);
  }

  #wait(rest: Buffer): null {
    // A copy, because the chunk may be a small view of a large buffer.
    this.#rest = Buffer.from(rest);
    return null;
  }

  #readContent(bytes: Buffer): number | null {
    const end = bytes.indexOf(this.#delimiter);
    // The end of the chunk may be the start of a delimiter.
    const length = end === -1 ? Math.max(0, bytes.length - this.#delimiter.length + 1) : end;
    if (this.#state === "content" && length > 0) this.#sink.write(bytes.subarray(0, length));
    if (end === -1) return this.#wait(bytes.subarray(length));
    this.#state = "delimiter";
    return end + this.#delimiter.length;
  }

  /** Reads the end of a boundary line: two hyphens after the last boundary, otherwise white space and a line end. */
  #readDelimiter(bytes: Buffer): number | null {
    if (bytes.length < 2) return this.#wait(bytes);
    if (bytes.toString("latin1", 0, 2) === "--") {
      this.#state = "epilogue";
      return 2;
    }
    const end = bytes.indexOf(lineEnd);
    const text = bytes.toString("latin1", 0, Math.min(end === -1 ? bytes.length : end, maxPadding + 2));
    // Without a complete line end, the last character may be its first half.
    const padding = end === -1 ? text.replace(/\r$/, "") : text;
    if (padding.length > maxPadding || !/^[ \t]*$/.test(padding))
      throw malformed("other characters after a boundary");
    if (end === -1) return this.#wait(bytes);
    this.#state = "headers";
    // Keeps the line end: a part may have no headers, and then its empty line ends them.
    return end;
  }

  #readHeaders(bytes: Buffer): number | null {
    const end = bytes.indexOf(headersEnd);
    // Without an empty line, the last bytes may be its start.
    if ((end === -1 ? bytes.length - headersEnd.length + 1 : end) > maxHeaderBytes)
      throw malformed(`a part with more than ${maxHeaderBytes} bytes of headers`);
    if (end === -1) return this.#wait(bytes);
    this.#parts += 1;
    if (this.#parts > maxParts) throw malformed(`more than ${maxParts} parts`);
    this.#sink.begin(partTerms(parseHeaders(bytes.subarray(0, end))));
    this.#state = "content";
    return end + headersEnd.length;
  }
}
