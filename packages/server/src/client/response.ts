import { ApiError } from "./errors.ts";
import type { Answer, PolicyState } from "./types.ts";

/** Returns the items of a structured field such as `"daily";q=1000;w=86400` (RFC 9651), by name. */
function readItems(field: string | null): Map<string, Record<string, string>> {
  const items = (field ?? "").matchAll(/"([^"]*)"((?:;\w+=\d+)*)/g);
  return new Map(
    Array.from(items, ([, name = "", parameters = ""]) => [
      name,
      Object.fromEntries(new URLSearchParams(parameters.replaceAll(";", "&"))),
    ]),
  );
}

function readPolicies(headers: Headers): PolicyState[] {
  const states = readItems(headers.get("RateLimit"));
  return Array.from(readItems(headers.get("RateLimit-Policy")), ([policy, { q, w }]) => {
    const { r, t } = states.get(policy) ?? {};
    return {
      policy,
      limit: Number(q),
      windowSeconds: Number(w),
      remaining: Number(r),
      resetSeconds: t === undefined ? null : Number(t),
    };
  });
}

/** Returns the seconds of Retry-After, which can be a date (RFC 9110 §10.2.3). */
function readRetryAfter(headers: Headers): number | null {
  const text = headers.get("Retry-After");
  if (text === null) return null;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

/** Returns the object of a JSON text; `undefined` for any other text. */
function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function fromBase64(text: unknown): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(String(text)), (letter) => letter.charCodeAt(0));
}

/** Returns the result of a response, with its binary field, or those of its list, as bytes. */
function readResult(headers: Headers, body: ArrayBuffer): Record<string, unknown> | undefined {
  const [field = "", parameter = ""] = headers.get("X-Binary-Field")?.split(";") ?? [];
  const [kind, name = ""] = parameter.split("=");
  const isBytes = kind === "record";
  const record = readObject((isBytes && headers.get(name)) || new TextDecoder().decode(body));
  if (!record || !field) return record;
  // A record that is too long for a header has the bytes in base64.
  const decode = (result: Record<string, unknown>) => ({ ...result, [field]: fromBase64(result[field]) });
  // The server sends a list of records.
  if (kind === "list") return { [name]: (record[name] as Record<string, unknown>[]).map(decode) };
  return isBytes ? { ...record, [field]: new Uint8Array(body) } : decode(record);
}

/**
 * Returns the result of a response.
 *
 * @throws ApiError for a problem, and for a response that is not of the API.
 */
export function readAnswer({ ok, status, headers }: Response, body: ArrayBuffer): Answer<unknown> {
  const requestId = headers.get("X-Request-Id");
  const policies = readPolicies(headers);
  const read = readResult(headers, body);
  if (ok && read) return { result: read, requestId, policies, headers };
  const { code, message, errors = [], request_id = requestId } = (read ?? {}) as Partial<ProblemBody>;
  const terms = { status, requestId: request_id, retryAfter: readRetryAfter(headers), policies };
  if (code !== undefined && message !== undefined) throw new ApiError({ ...terms, code, message, errors });
  const start = new TextDecoder().decode(body.slice(0, 200)).replaceAll(/\s+/g, " ");
  const type = headers.get("Content-Type") ?? "no type";
  throw new ApiError({
    ...terms,
    code: "unexpected_response",
    message: `expected a response of the API, received ${type} with status ${status}: ${start}`,
    errors: [],
  });
}

/** The members of a problem that the client reads. */
interface ProblemBody extends Pick<ApiError, "code" | "message" | "errors"> {
  request_id: string;
}
