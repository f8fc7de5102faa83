/** The remaining calls of the day, from the headers of a response. */
export interface Allowance {
  limit: number;
  remaining: number;
  resetsAt: Date;
}

/** A response of the API with any status. */
export interface ApiAnswer {
  response: Response;
  /** `null` if the response lacks the headers, for instance if a proxy sent it. */
  allowance: Allowance | null;
}

/** The identity for a call. */
export interface ApiCaller {
  /** The `basePath` of the server, from a `data-base` attribute of the page. */
  base: string;
  /** An API key or a token. Absent: the call uses the signed-in session. */
  key?: string | undefined;
}

/** An error for a call without a valid session. */
export class SessionEndedError extends Error {
  override readonly name = "SessionEndedError";
}

/** An error for a call that got no response. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
}

/**
 * Calls `fetch`, and replaces its `TypeError` for network failures. A bug in these scripts would also throw a
 * `TypeError`.
 */
async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    if (cause instanceof TypeError) throw new UnreachableError("The server cannot be reached.", { cause });
    throw cause;
  }
}

interface SessionToken {
  token: string;
  /** On the clock of `performance`, because the clock of the visitor's machine may be wrong. */
  staleAt: number;
}

// The token is fetched again this long before it expires, so that it does not expire on the way.
const spareMs = 60_000;

const fetched = new Map<string, Promise<SessionToken>>();

async function fetchToken(base: string): Promise<SessionToken> {
  const asked = performance.now();
  const response = await reach(`${base}/account/session-token`, { method: "POST" });
  if (response.status === 401) throw new SessionEndedError("You are signed out.");
  if (!response.ok) throw new Error(`The server issued no token for the call (status ${response.status}).`);
  // As /openapi.json describes it.
  const { token, expires_at } = (await response.json()) as { token: string; expires_at: string };
  const answeredAt = Date.parse(response.headers.get("Date") ?? "") || Date.now();
  return { token, staleAt: asked + Date.parse(expires_at) - answeredAt - spareMs };
}

/** Returns the token of this page. Concurrent calls share one request for it. */
async function sessionToken(base: string): Promise<string> {
  const known = await fetched.get(base)?.catch(() => null);
  if (known && performance.now() < known.staleAt) return known.token;
  const fetching = fetchToken(base);
  fetched.set(base, fetching);
  return (await fetching).token;
}

/**
 * Sends a call with a credential. If the server refuses a session token, fetches another one and retries once: the
 * session may still be valid if the token expired while the machine was asleep.
 *
 * @param send Sends the call with the value of `Authorization`.
 * @throws SessionEndedError, UnreachableError
 */
export async function authorized(
  { base, key }: ApiCaller,
  send: (authorization: string) => Promise<Response>,
): Promise<Response> {
  if (key !== undefined) return send(`Bearer ${key}`);
  const response = await send(`Bearer ${await sessionToken(base)}`);
  if (response.status !== 401) return response;
  fetched.delete(base);
  return send(`Bearer ${await sessionToken(base)}`);
}

/** Returns the remaining calls of the day from the headers of a response; `null` if they are missing. */
export function readAllowance({ headers }: Response): Allowance | null {
  const [limit, remaining, reset] = ["Limit", "Remaining", "Reset"].map((name) =>
    Number(headers.get(`X-RateLimit-${name}`) ?? Number.NaN),
  );
  if (limit === undefined || remaining === undefined || reset === undefined) return null;
  if (![limit, remaining, reset].every(Number.isFinite)) return null;
  return { limit, remaining, resetsAt: new Date(reset * 1000) };
}

/**
 * Makes a call under `/v1`, which counts. Sends no cookies, because the API accepts only bearer credentials.
 *
 * @param path The path after the base, such as `/v1/user/profile`.
 * @throws SessionEndedError, UnreachableError; the reason of the signal if it is aborted.
 */
export async function callApi(path: string, init: RequestInit, caller: ApiCaller): Promise<ApiAnswer> {
  const response = await authorized(caller, (authorization) => {
    const headers = new Headers(init.headers);
    headers.set("Authorization", authorization);
    return reach(caller.base + path, { ...init, headers, credentials: "omit" });
  });
  return { response, allowance: readAllowance(response) };
}
