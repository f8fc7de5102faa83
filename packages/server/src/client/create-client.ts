import type { Tool } from "@tools-api/core/tools";
import { attempt, type AttemptTerms } from "./attempts.ts";
import { NetworkError } from "./errors.ts";
import { readAnswer } from "./response.ts";
import type { Answer, CallOptions, Client, ClientOptions, DefaultTools, ToolCallOptions } from "./types.ts";

type Fields = Readonly<Record<string, unknown>>;

// A longer timer fires immediately.
const maxTimeout = 2 ** 31 - 1;

/** Throws if a setting is not a whole number in a range. */
function requireWhole(name: string, value: number, min: number, max: number): void {
  if (!Number.isInteger(value) || value < min || value > max)
    throw new TypeError(`${name}: expected a whole number from ${min} to ${max}, received ${value}`);
}

/** Returns the terms of a call, which override those of its client. */
function attemptTerms(client: ClientOptions, call: CallOptions = {}): AttemptTerms {
  const maxRetries = call.maxRetries ?? client.maxRetries ?? 2;
  const timeout = call.timeout ?? client.timeout ?? 60_000;
  requireWhole("maxRetries", maxRetries, 0, 100);
  requireWhole("timeout", timeout, 1, maxTimeout);
  return { maxRetries, timeout, signal: call.signal };
}

/** Returns a random key. `crypto.randomUUID` is missing on pages without TLS. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns whether a value is a stream of Node, or another sequence of chunks that arrive later. */
function isAsyncIterable(value: unknown): value is AsyncIterable<ArrayBuffer | string> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/**
 * Returns a value that travels as a part of its own; `undefined` for a value of JSON. A stream is read to its end, because
 * every attempt of a call sends the same bytes.
 */
async function filePart(value: unknown): Promise<Blob | undefined> {
  if (value instanceof Blob) return value;
  // Not all browsers can iterate over a stream.
  if (value instanceof ReadableStream) return new Response(value).blob();
  if (value instanceof Response) return value.blob();
  if (isAsyncIterable(value)) {
    const chunks: (ArrayBuffer | string)[] = [];
    for await (const chunk of value) chunks.push(chunk);
    return new Blob(chunks);
  }
  const isBytes = value instanceof ArrayBuffer || ArrayBuffer.isView(value);
  // Neither `fetch` nor the server knows memory that is shared with other threads.
  return isBytes ? new Blob([value as ArrayBuffer]) : undefined;
}

/** Returns a value as a query or a form has it. */
function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Returns a request as a form if it has a file in bytes. */
async function toForm(request: Fields): Promise<FormData | undefined> {
  const form = new FormData();
  let hasFile = false;
  for (const [name, value] of Object.entries(request)) {
    const file = await filePart(value);
    if (file) hasFile = true;
    if (file) form.append(name, file);
    else if (value !== undefined && value !== null) form.append(name, asText(value));
  }
  return hasFile ? form : undefined;
}

/** A request without the headers of every call. */
interface Sent {
  path: string;
  method: "GET" | "POST";
  headers: Readonly<Record<string, string>>;
  body: FormData | string | null;
}

/** Returns the request of a report. */
function toGet(path: string, parameters: Fields): Sent {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined && value !== null) query.set(name, asText(value));
  return {
    path: query.size === 0 ? path : `${path}?${query.toString()}`,
    method: "GET",
    headers: { Accept: "application/json" },
    body: null,
  };
}

/** Returns the request of a tool's call. Bytes are preferred to JSON, which has them in base64. */
async function toPost(name: string, request: Fields, idempotencyKey: string): Promise<Sent> {
  const form = await toForm(request);
  return {
    path: `/v1/tools/${encodeURIComponent(name)}`,
    method: "POST",
    headers: {
      Accept: "*/*, application/json;q=0.5",
      "Idempotency-Key": idempotencyKey,
      // `fetch` names the boundary of a form.
      ...(!form && { "Content-Type": "application/json" }),
    },
    body: form ?? JSON.stringify(request),
  };
}

/**
 * Creates a client of a server. It needs only `fetch`, and runs in browsers, on Node and on Deno. A page of another
 * origin needs `CORS_ORIGINS` on the server.
 *
 * A call is attempted again after a network error, a timeout, 408, 409 `idempotency_in_progress`, 429 and 5xx, with
 * exponential backoff and jitter, and not before `Retry-After`. A response that asks for more than 60 seconds is not
 * waited for. All attempts of a tool's call have the same Idempotency-Key, so they count once.
 *
 * @typeParam Tools - The tools of the server: `typeof tools` of the array that `createApi` gets. Default: the text
 *   analyzer and the image converter.
 * @throws TypeError for an invalid option. A call rejects with an `ApiError` for a response that is not a result, with a
 *   `NetworkError` or a `TimeoutError` if there is no response, and with the reason of an aborted `signal`.
 *
 * @example
 * ```ts
 * import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createAccount, createApiKey } from "@tools-api/core/accounts";
 * import { createApi } from "@tools-api/server";
 * import { ApiError, createClient } from "@tools-api/server/client";
 *
 * const documents = memoryDocuments();
 * const authenticator = apiKeyAuthenticator({ documents });
 * const api = createApi({ documents, usage: memoryUsage(), authenticator });
 * const { id } = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
 * const { secret } = await createApiKey(documents, id, {}, { at: Date.now() });
 *
 * const client = createClient({
 *   baseUrl: "https://api.example.com",
 *   token: secret,
 *   // Only here: calls the API of this process.
 *   fetch: async (...request) => api.fetch(new Request(...request)),
 * });
 * const { sentiment } = await client.call("text-analyzer", { text: "Not bad at all." });
 * console.log(sentiment?.label); // positive
 *
 * const square = new Blob(["<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'/>"]);
 * const { image, width } = await client.call("image-converter", { image: square, format: "webp" });
 * console.log(image instanceof Uint8Array, width); // true 8
 *
 * const { result, policies } = await client.withResponse.profile();
 * console.log(result.email, policies[0]?.remaining); // ada@example.com 997
 *
 * try {
 *   await client.usage({ start_date: "2026-02-31" });
 * } catch (error) {
 *   if (error instanceof ApiError) console.log(error.code, error.errors[0]?.pointer); // invalid_parameter #/start_date
 * }
 * ```
 */
export function createClient<const Tools extends readonly Tool[] = DefaultTools>(
  options: ClientOptions,
): Client<Tools> {
  const { baseUrl, token, headers = {}, fetch: send = fetch } = options;
  if (!/^(https?:\/)?\//i.test(baseUrl))
    throw new TypeError(`baseUrl: expected a URL such as https://api.example.com, received ${baseUrl}`);
  const base = baseUrl.replace(/\/+$/, "");
  attemptTerms(options);

  async function bearer(): Promise<string> {
    const credential = typeof token === "function" ? await token() : token;
    // The error of `Headers` would quote the credential.
    const isUnset = typeof credential !== "string" || credential === "undefined" || credential === "null";
    if (isUnset || !/^[!-~]+$/.test(credential))
      throw new TypeError("token: expected an API key or access token, received other characters or nothing");
    return `Bearer ${credential}`;
  }

  function request({ path, method, body, ...sent }: Sent, call?: CallOptions): Promise<Answer<unknown>> {
    return attempt(attemptTerms(options, call), async (signal) => {
      const fields = new Headers({ Authorization: await bearer() });
      for (const [name, value] of Object.entries({ ...sent.headers, ...headers, ...call?.headers }))
        if (value !== undefined) fields.set(name, value);
      let response: Response;
      let content: ArrayBuffer;
      try {
        response = await send(base + path, { method, headers: fields, body, signal });
        content = await response.arrayBuffer();
      } catch (cause) {
        throw new NetworkError(`${method} ${base}${path}: received no complete response`, { cause });
      }
      return readAnswer(response, content);
    });
  }

  const calls = (finish: (answer: Promise<Answer<unknown>>) => Promise<unknown>) => ({
    async call(name: string, fields: Fields, call?: ToolCallOptions) {
      return finish(request(await toPost(name, fields, call?.idempotencyKey ?? randomKey()), call));
    },
    async usage(parameters: Fields = {}, call?: CallOptions) {
      return finish(request(toGet("/v1/analytics/usage", parameters), call));
    },
    async profile(parameters: Fields = {}, call?: CallOptions) {
      return finish(request(toGet("/v1/user/profile", parameters), call));
    },
  });
  async function* list(name: string, parameters: Fields = {}, call?: CallOptions) {
    let { after } = parameters;
    do {
      const { result } = await request(toGet(`/account/${name}`, { ...parameters, after }), call);
      // Every list responds with a page.
      const { items, next } = result as { items: unknown[]; next: string | null };
      yield* items;
      after = next;
    } while (after !== null);
  }

  const client = {
    ...calls(async (answer) => (await answer).result),
    withResponse: calls((answer) => answer),
    list,
  };
  // The schemas of the server type its records.
  return client as unknown as Client<Tools>;
}
