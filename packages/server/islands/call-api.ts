/** What is left of the day after a call, by its headers. */
export interface Allowance {
  limit: number;
  remaining: number;
  resetsAt: Date;
}

/** An answer of the API, whatever its status. */
export interface ApiAnswer {
  response: Response;
  /** `null` where the answer came without the headers, as from a proxy in between. */
  allowance: Allowance | null;
}

/** Whom a call is made as. */
export interface ApiCaller {
  /** The `basePath` of the server, from a `data-base` of the page. */
  base: string;
  /** An API key or a token; without one the call is made as who is signed in. */
  key?: string | undefined;
}

/** Nobody is signed in any more. */
export class SessionEndedError extends Error {
  override readonly name = "SessionEndedError";
}

/** Nothing answered. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
}

/** As `fetch`, but for its `TypeError`, which a mistake in a script of ours would be as well. */
async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    if (cause instanceof TypeError) throw new UnreachableError("The server could not be reached.", { cause });
    throw cause;
  }
}

interface SessionToken {
  token: string;
  /** On the clock of `performance`, since that of the visitor's machine may be wrong. */
  staleAt: number;
}

// Fetched anew this long before it ends, so that a call does not arrive with one that has ended meanwhile.
const spareMs = 60_000;

const fetched = new Map<string, Promise<SessionToken>>();

async function fetchToken(base: string): Promise<SessionToken> {
  const asked = performance.now();
  const response = await reach(`${base}/account/session-token`, { method: "POST" });
  if (response.status === 401) throw new SessionEndedError("You are signed out.");
  if (!response.ok) throw new Error(`The server gave no token for the call (${response.status}).`);
  // As /openapi.json describes it.
  const { token, expires_at } = (await response.json()) as { token: string; expires_at: string };
  const answeredAt = Date.parse(response.headers.get("Date") ?? "") || Date.now();
  return { token, staleAt: asked + Date.parse(expires_at) - answeredAt - spareMs };
}

/** The token of this page, fetched once for all who ask at the same time. */
async function sessionToken(base: string): Promise<string> {
  const known = await fetched.get(base)?.catch(() => null);
  if (known && performance.now() < known.staleAt) return known.token;
  const fetching = fetchToken(base);
  fetched.set(base, fetching);
  return (await fetching).token;
}

/**
 * Sends what has to be sent with a credential. A session token that is refused is fetched anew once: the session may go
 * on while its token ended in a machine that was asleep.
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

/** What the headers of an answer say is left. */
export function allowanceOf({ headers }: Response): Allowance | null {
  const [limit, remaining, reset] = ["Limit", "Remaining", "Reset"].map((name) =>
    Number(headers.get(`X-RateLimit-${name}`) ?? Number.NaN),
  );
  if (limit === undefined || remaining === undefined || reset === undefined) return null;
  if (![limit, remaining, reset].every(Number.isFinite)) return null;
  return { limit, remaining, resetsAt: new Date(reset * 1000) };
}

/**
 * Makes a call under `/v1`, which counts. Cookies stay behind: the API takes bearer credentials alone.
 *
 * @param path Behind the base, such as `/v1/user/profile`.
 * @throws SessionEndedError, UnreachableError; the reason of the signal when it aborts.
 */
export async function callApi(path: string, init: RequestInit, caller: ApiCaller): Promise<ApiAnswer> {
  const response = await authorized(caller, (authorization) => {
    const headers = new Headers(init.headers);
    headers.set("Authorization", authorization);
    return reach(caller.base + path, { ...init, headers, credentials: "omit" });
  });
  return { response, allowance: allowanceOf(response) };
}
