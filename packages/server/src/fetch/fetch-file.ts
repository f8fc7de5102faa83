import type { IncomingMessage } from "node:http";
import { ToolsError } from "@tools-api/core";
import { describeValue, invalidParameters } from "@tools-api/core/internal/schema";
import { GrowingBytes } from "../http/growing-bytes.ts";
import type { ResolveHost } from "./addresses.ts";
import type { FetchPolicy } from "../http/fetch-policy.ts";
import { openUrl, unlessAborted } from "./open-url.ts";

/** The options of {@link fetchFile}. */
export interface FetchOptions {
  /** The parameter that contains the URL, for errors. */
  field: string;
  /** Maximum size of the file in bytes. */
  maxBytes: number;
  /** Whether the server fetches files, and from which hosts. */
  policy: FetchPolicy;
  /** Ends the fetch, for instance if the caller disconnects. */
  signal?: AbortSignal;
  /** Receives the size of each chunk before it is kept. A `ToolsError` that it throws ends the fetch. */
  onBytes?: (bytes: number) => void;
  /** The maximum number of redirects that are followed. Default: 3. */
  maxRedirects?: number;
  /** The time for the whole fetch in milliseconds, redirects included. Default: 10,000. */
  deadlineMs?: number;
  /** Returns the addresses of a host name. Default: DNS, or for a listed host the resolver of the system. */
  resolve?: ResolveHost;
}

/** A fetched file. */
export interface FetchedFile {
  bytes: Uint8Array;
  /** The type that the server declares, without parameters; an empty string if it declares none. */
  mediaType: string;
  /** The last segment of the path; `null` if it is empty. */
  name: string | null;
  /** The header fields of the response, by their names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

const defaultDeadlineMs = 10_000;
export const maxUrlLength = 8192;
const defaultMaxRedirects = 3;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const request = {
  method: "GET",
  // Attack: a compressed body of 25 kB inflates to 25 MB.
  headers: { Accept: "*/*", "Accept-Encoding": "identity" },
} as const;

function fileName({ pathname }: URL): string | null {
  const segment = pathname.slice(pathname.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(segment) || null;
  } catch {
    return segment;
  }
}

// `URL.canParse` of Node 20 fails for some hosts once it is compiled.
function tryParse(text: string, base?: URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

type Refuse = (detail: string, cause?: unknown) => ToolsError;

/** Returns a function that creates the error of a parameter. */
function refusal(field: string): Refuse {
  return (detail, cause) => invalidParameters([{ name: field, detail }], { cause });
}

/** Returns the URL of a request. `given` is the first one, which errors quote. */
function parseTarget(
  text: string,
  { base, given, refuse }: { base: URL | undefined; given: string; refuse: Refuse },
): URL {
  const parsed = tryParse(text, base);
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw refuse(
      `expected an http or https URL, received ${describeValue(given)}`,
      // The log shows the cause, and must not quote the URL.
      new Error("The URL is malformed or has another scheme."),
    );
  if (parsed.username !== "" || parsed.password !== "")
    throw refuse("expected a URL without user information, received one with a user name or a password");
  if (text.length > maxUrlLength)
    throw refuse(`expected a URL of at most ${maxUrlLength} characters, received more`);
  return parsed;
}

interface ReadOptions extends Required<Pick<FetchOptions, "field" | "maxBytes" | "onBytes">> {
  refuse: Refuse;
}

/** Reads the file of a response. */
async function readFile(
  response: IncomingMessage,
  { field, maxBytes, onBytes, refuse }: ReadOptions,
): Promise<Uint8Array> {
  const requireSize = (bytes: number) => {
    if (bytes > maxBytes)
      throw new ToolsError(
        "payload_too_large",
        `${field}: expected at most ${maxBytes} bytes, received ${Number.isFinite(bytes) ? bytes : "more"}`,
      );
  };
  const { statusCode, headers } = response;
  if (statusCode !== 200) throw refuse(`expected a URL with status 200, received status ${statusCode}`);
  const coding = headers["content-encoding"] ?? "identity";
  if (coding.toLowerCase() !== "identity")
    throw refuse(`expected a file without Content-Encoding, received ${describeValue(coding)}`);
  const announced = Number(headers["content-length"] ?? 0);
  requireSize(announced);
  const file = new GrowingBytes(announced);
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      if (file.length + chunk.byteLength > maxBytes) requireSize(Infinity);
      onBytes(chunk.byteLength);
      file.append(chunk);
    }
  } catch (cause) {
    if (cause instanceof ToolsError) throw cause;
    throw refuse(`expected a complete file, received only ${file.length} bytes`, cause);
  }
  return file.bytes;
}

/**
 * Fetches a file by its http or https URL, with a GET request without credentials. Only hosts that the policy allows
 * are contacted. Under `public`, all addresses of the host must be public, and the port the default one. The connection
 * goes to an address that was checked. By default, up to 3 redirects are followed, each after the same checks.
 *
 * @param url - Without user information, and with at most 8,192 characters.
 * @throws ToolsError `payload_too_large` as soon as more than `maxBytes` arrive or are announced; `invalid_parameter` in
 *   all other cases. Its message does not reveal whether a host is forbidden or does not respond; its `cause` does. The
 *   error of `onBytes`, or the reason of `signal`.
 *
 * @example
 * ```ts
 * import { fetchFile } from "@tools-api/server";
 *
 * const options = { field: "image", maxBytes: 1_000_000, policy: "public" } as const;
 * const { message } = await fetchFile("http://[::1]/x.png", options).catch((error) => error);
 * console.log(message.includes("expected a URL that this server can fetch")); // true
 * ```
 */
export async function fetchFile(url: string, options: FetchOptions): Promise<FetchedFile> {
  const { field, maxBytes, policy, resolve, signal, deadlineMs = defaultDeadlineMs } = options;
  const { maxRedirects = defaultMaxRedirects } = options;
  signal?.throwIfAborted();
  const ended = new AbortController();
  let received = 0;
  let isLate = false;

  const refuse = refusal(field);
  const parse = (text: string, base?: URL) => parseTarget(text, { base, given: url, refuse });
  const onBytes = (bytes: number) => {
    received += bytes;
    options.onBytes?.(bytes);
  };

  async function follow(): Promise<FetchedFile> {
    let target = parse(url);
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const allowed = { policy, resolve, allowsPublic: policy === "public" };
      const response = await openUrl(target, request, allowed, ended.signal).catch((cause: unknown) => {
        throw refuse(
          `expected a URL that this server can fetch, received ${describeValue(url)}. Its host, or one that it redirects ` +
            "to, is not allowed, does not exist, does not respond or has no valid certificate",
          cause,
        );
      });
      const { statusCode = 0, headers } = response;
      if (!redirectStatuses.has(statusCode) || headers.location === undefined) {
        const bytes = await readFile(response, { field, maxBytes, onBytes, refuse }).finally(() =>
          response.destroy(),
        );
        const mediaType = headers["content-type"]?.split(";")[0]?.trim().toLowerCase() ?? "";
        return { bytes, mediaType, name: fileName(target), headers };
      }
      response.destroy();
      target = parse(headers.location, target);
    }
    throw refuse(
      `expected a URL with ${maxRedirects === 0 ? "no" : `at most ${maxRedirects}`} redirects, received more`,
    );
  }

  const hangUp = () => ended.abort(signal?.reason);
  signal?.addEventListener("abort", hangUp);
  const timer = setTimeout(() => {
    isLate = true;
    ended.abort();
  }, deadlineMs);
  try {
    return await unlessAborted(ended.signal, follow());
  } catch (cause) {
    signal?.throwIfAborted();
    if (isLate)
      throw refuse(
        `expected a file that arrives within ${deadlineMs / 1000} s, received ${received} bytes in that time`,
        cause,
      );
    throw cause;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", hangUp);
    // Ends whatever still runs.
    ended.abort();
  }
}
