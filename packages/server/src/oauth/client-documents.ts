import { type Clock, ToolsError } from "@tools-api/core";
import { ClientMetadata } from "@tools-api/core/oauth";
import { describeValue, validate } from "@tools-api/core/internal/schema";
import { minuteMs } from "@tools-api/core/internal/time";
import { LRUCache } from "lru-cache";
import type { z } from "zod";
import { addressBlock } from "../http/address-block.ts";
import { attemptLimiter, retryAfterSeconds } from "../http/attempt-limiter.ts";
import { type FetchedFile, fetchFile } from "../fetch/fetch-file.ts";
import { type FetchPolicy, isListed } from "../http/fetch-policy.ts";

/** The metadata documents of clients whose id is the URL of one (draft-ietf-oauth-client-id-metadata-document). */
export interface ClientDocuments {
  /**
   * Returns the metadata at a URL, from the cache or by fetching it.
   *
   * @param address The address of the client that sent the request.
   * @throws ToolsError `invalid_request` if the URL or its document is invalid; `too_many_attempts`.
   */
  read(url: string, address: string): Promise<z.output<typeof ClientMetadata>>;
}

const field = "client_id";
// Access tokens contain the id, and authenticators refuse long ones.
const maxUrlLength = 1000;
/** Maximum size of a document, as the draft recommends, and of a registration. */
export const maxMetadataBytes = 5120;
const maxDocuments = 1000;
const minFreshMs = 5 * minuteMs;
const maxFreshMs = 24 * 60 * minuteMs;

// Attack: requests without a credential make the server send requests to a site of the attacker's choice.
const fetchesPerAddress = { attempts: 30, windowMs: minuteMs };

function refuse(detail: string, cause?: unknown): ToolsError {
  return new ToolsError("invalid_request", `${field}: ${detail}`, { cause });
}

/**
 * Returns a client id that is a URL.
 *
 * @throws ToolsError `invalid_request` unless it is an https URL with a path, in the form in which browsers show it.
 */
function parseClientUrl(id: string): URL {
  const url = id.length <= maxUrlLength && URL.canParse(id) ? new URL(id) : null;
  const isValid =
    url?.href === id &&
    url.protocol === "https:" &&
    url.pathname !== "/" &&
    url.username === "" &&
    url.password === "" &&
    !id.includes("#");
  if (isValid) return url;
  throw refuse(
    `expected a normalized https URL with a path, without user information and fragment, of at most ${maxUrlLength} ` +
      `characters, received ${describeValue(id)}`,
  );
}

/** Returns the milliseconds for which a document can be used, by the header of its response (RFC 9111 §4.2). */
function freshMs(headers: FetchedFile["headers"], now: number): number {
  const text = (name: string) => String(headers[name] ?? "");
  const control = text("cache-control");
  const seconds = /\bs-maxage="?(\d+)/i.exec(control)?.[1] ?? /\bmax-age="?(\d+)/i.exec(control)?.[1];
  const byAge = seconds === undefined ? NaN : (Number(seconds) - (Number(text("age")) || 0)) * 1000;
  const stated = Number.isNaN(byAge) ? Date.parse(text("expires")) - now : byAge;
  const isStorable = !/\bno-(?:store|cache)\b/i.test(control);
  return isStorable ? Math.min(Math.max(stated || 0, minFreshMs), maxFreshMs) : minFreshMs;
}

function parseDocument(url: string, { bytes, mediaType }: FetchedFile): z.output<typeof ClientMetadata> {
  // Attack: sites serve files of their users, but not with a type of their choice.
  if (!/^application\/(?:[\w.+-]+\+)?json$/.test(mediaType))
    throw refuse(`expected a document of type application/json, received ${describeValue(mediaType)}`);
  let document: unknown;
  try {
    document = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw refuse("expected a JSON document in UTF-8, received other bytes", cause);
  }
  if (typeof document !== "object" || document === null || Array.isArray(document))
    throw refuse("expected a document that is a JSON object, received another value");
  // A JSON object has its members by name.
  const members = document as Record<string, unknown>;
  // Attack: a copy of the document of another application, at a URL of the attacker.
  if (members["client_id"] !== url)
    throw refuse(
      `expected a document whose client_id is its URL, received ${describeValue(members["client_id"])}`,
    );
  const method = members["token_endpoint_auth_method"] ?? "none";
  if (method !== "none")
    throw refuse(
      `expected a document with the token_endpoint_auth_method none, received ${describeValue(method)}`,
    );
  try {
    return validate(ClientMetadata, members);
  } catch (cause) {
    if (!(cause instanceof ToolsError)) throw cause;
    throw refuse(`expected a valid document. ${cause.message}`, cause);
  }
}

/** Creates the reader of one authorization server. It keeps up to 1,000 documents, from 5 minutes to 24 hours each. */
export function clientDocuments({
  fetchUrls,
  clock,
  fetchDocument = fetchFile,
}: {
  /** The hosts that the operator allows in addition to those on public addresses. */
  fetchUrls: FetchPolicy;
  clock: Clock;
  fetchDocument?: typeof fetchFile | undefined;
}): ClientDocuments {
  const documents = new LRUCache<string, z.output<typeof ClientMetadata>>({
    max: maxDocuments,
    ttl: minFreshMs,
    ttlResolution: 0,
    perf: clock,
  });
  const fetching = new Map<string, Promise<z.output<typeof ClientMetadata>>>();
  const fetches = attemptLimiter(fetchesPerAddress, clock);

  async function load(id: string, url: URL): Promise<z.output<typeof ClientMetadata>> {
    const file = await fetchDocument(id, {
      field,
      maxBytes: maxMetadataBytes,
      policy: isListed(fetchUrls, url) ? fetchUrls : "public",
      maxRedirects: 0,
    });
    const metadata = parseDocument(id, file);
    documents.set(id, metadata, { ttl: freshMs(file.headers, clock.now()) });
    return metadata;
  }

  return {
    async read(id, address) {
      const url = parseClientUrl(id);
      const known = documents.get(id) ?? fetching.get(id);
      if (known) return known;
      const waitMs = fetches.take(addressBlock(address));
      if (waitMs > 0)
        throw new ToolsError(
          "too_many_attempts",
          `The server has fetched ${fetchesPerAddress.attempts} documents of clients for this address in a minute, the maximum.`,
          { retryAfter: retryAfterSeconds(waitMs) },
        );
      const loading = load(id, url)
        .catch((cause: unknown) => {
          const isAboutUrl =
            cause instanceof ToolsError &&
            (cause.code === "invalid_parameter" || cause.code === "payload_too_large");
          throw isAboutUrl ? new ToolsError("invalid_request", cause.message, { cause }) : cause;
        })
        .finally(() => fetching.delete(id));
      fetching.set(id, loading);
      return loading;
    },
  };
}
