import { isFileHandle } from "@tools-api/core/files";
import type { CallContext } from "../http/call-context.ts";
import type { Services } from "../http/context.ts";
import { unlessHungUp } from "../http/hung-up.ts";
import type { StringSink } from "../http/json-string.ts";
import { fetchFile, type FetchedFile, type FetchOptions, maxUrlLength } from "./fetch-file.ts";

/** The URL of a file, in the place of the file. */
export class FileUrl {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }
}

const schemes = ["http:", "https:"];

/** The handle of a stored file, in the place of the file. */
export class FileHandle {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}

/** The characters of a handle. They are valid base64, but of 20 bytes, which no file has. */
const handleLength = "file_".length + 22;

/** Returns whether a text can be the start of a handle, or a whole one. */
function mayBeHandle(text: string): boolean {
  return text.length <= handleLength && ("file_".startsWith(text) || text.startsWith("file_"));
}

/** Reads the characters of a file in base64, of its URL, or of its handle. Base64 has no colon. */
export class FileText implements StringSink {
  readonly #file: StringSink;
  /** The characters so far, while they may be a handle or the start of a URL; `null` once they are not. */
  #opening: string | null = "";
  #url: string | null = null;

  /**
   * Creates the reader.
   *
   * @param file - Receives all characters that are not those of a URL.
   */
  constructor(file: StringSink) {
    this.#file = file;
  }

  pushBytes(bytes: Buffer): boolean {
    return this.#opening === null && this.#url === null && this.#file.pushBytes?.(bytes) === true;
  }

  push(characters: string): void {
    if (this.#url !== null) {
      // One character more than the maximum shows that the URL is too long.
      this.#url += characters.slice(0, maxUrlLength + 1 - this.#url.length);
      return;
    }
    if (this.#opening === null) {
      this.#file.push(characters);
      return;
    }
    const opening = this.#opening + characters;
    const start = (length: number) => opening.slice(0, length).toLowerCase();
    if (schemes.some((scheme) => start(scheme.length) === scheme)) {
      this.#url = opening.slice(0, maxUrlLength + 1);
    } else if (schemes.some((scheme) => scheme.startsWith(start(scheme.length))) || mayBeHandle(opening)) {
      this.#opening = opening;
    } else {
      this.#opening = null;
      this.#file.push(opening);
    }
  }

  end(): unknown {
    if (this.#url !== null) return new FileUrl(this.#url);
    if (this.#opening !== null && isFileHandle(this.#opening)) return new FileHandle(this.#opening);
    if (this.#opening !== null && this.#opening !== "") this.#file.push(this.#opening);
    return this.#file.end();
  }
}

/**
 * Fetches the file of a request. Its bytes count against the caller's share of the work queue as they arrive, as those
 * of a body do.
 *
 * @throws ToolsError `invalid_parameter`, `payload_too_large`, `overloaded`, and `invalid_request` if the client
 *   disconnects.
 */
export async function receiveFile(
  c: CallContext,
  { fetchUrls: policy }: Pick<Services, "fetchUrls">,
  { url }: FileUrl,
  { field, maxBytes }: Pick<FetchOptions, "field" | "maxBytes">,
): Promise<FetchedFile> {
  const { signal } = c.req.raw;
  const slot = c.get("slot");
  const fetched = { url, bytes: 0 };
  const options: FetchOptions = {
    field,
    maxBytes,
    policy,
    signal,
    onBytes(bytes) {
      slot?.grow(bytes);
      fetched.bytes += bytes;
    },
  };
  try {
    const file = await unlessHungUp({ signal }, () => fetchFile(url, options));
    c.set("fetched", fetched);
    return file;
  } catch (error) {
    c.set("fetched", { ...fetched, error });
    throw error;
  }
}
