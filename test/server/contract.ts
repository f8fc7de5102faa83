import { expect } from "vitest";

/** The fields of an error body that tests read. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: string;
  message: string;
  detail: string;
  instance: string;
  request_id: string;
  errors?: { pointer: string; detail: string }[];
  "violated-policies"?: string[];
}

/** A policy of the rate limit headers as numbers. */
interface PolicyFigures {
  policy: string;
  limit: number;
  window: number;
  remaining: number;
  /** Seconds to the reset. Absent on a 503. */
  seconds: number | undefined;
}

/** The policy of the `X-RateLimit` headers, and all policies. */
export interface RateLimitFigures extends PolicyFigures {
  reset: number;
  /** In the order of the headers. */
  policies: PolicyFigures[];
}

const policyShape = /^"([a-z_]+)";q=(\d+);w=(\d+)$/;
const limitShape = /^"([a-z_]+)";r=(\d+)(?:;t=(\d+))?$/;

/** Parses the rate limit headers. Requires that all are present and consistent. */
export function rateLimitOf(headers: Headers): RateLimitFigures {
  const itemsOf = (name: string) => (headers.get(name) ?? "").split(", ");
  const limits = itemsOf("RateLimit");
  const policies = itemsOf("RateLimit-Policy").map((item, index) => {
    const policy = policyShape.exec(item);
    const limit = limitShape.exec(limits[index] ?? "");
    expect(policy, `RateLimit-Policy: ${headers.get("RateLimit-Policy")}`).not.toBeNull();
    expect(limit, `RateLimit: ${headers.get("RateLimit")}`).not.toBeNull();
    expect(limit?.[1]).toBe(policy?.[1]);
    return {
      policy: policy?.[1] ?? "",
      limit: Number(policy?.[2]),
      window: Number(policy?.[3]),
      remaining: Number(limit?.[2]),
      seconds: limit?.[3] === undefined ? undefined : Number(limit[3]),
    };
  });
  expect(limits).toHaveLength(policies.length);
  const remaining = Number(headers.get("X-RateLimit-Remaining"));
  const reset = Number(headers.get("X-RateLimit-Reset"));
  expect(headers.get("X-RateLimit-Reset")).toMatch(/^\d{10}$/);
  const away = ({ seconds }: PolicyFigures) =>
    seconds === undefined ? 0 : Math.abs(reset - Date.now() / 1000 - seconds);
  // Find the policy by its limit and remaining calls. If several match, the nearest reset decides.
  const [shown] = policies
    .filter((one) => one.limit === Number(headers.get("X-RateLimit-Limit")) && one.remaining === remaining)
    .toSorted((a, b) => away(a) - away(b));
  expect(shown, JSON.stringify([...headers])).toBeDefined();
  if (!shown) throw new Error("X-RateLimit headers without a policy");
  // A busy machine reads a response late.
  if (shown.seconds !== undefined) expect(away(shown)).toBeLessThan(60);
  return { ...shown, reset, policies };
}

/** Requires the headers of every response under /v1 and returns its rate limit. */
export function expectContractHeaders(response: Response): RateLimitFigures {
  expect(response.headers.get("X-Request-Id")).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  return rateLimitOf(response.headers);
}

/** Requires an error of the catalog as the contract describes it, and returns its body. */
export async function expectProblem(response: Response, status: number, code: string): Promise<Problem> {
  const text = await response.text();
  expect(response.status, text).toBe(status);
  expect(response.headers.get("Content-Type")).toBe("application/problem+json");
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  // The next lines check the shape.
  const problem = JSON.parse(text) as Problem;
  expect(problem).toMatchObject({ status, code });
  expect(problem.message.length).toBeGreaterThan(0);
  expect(problem.detail).toBe(problem.message);
  expect(problem.title.length).toBeGreaterThan(0);
  expect(problem.type).toMatch(/#/);
  expect(problem.request_id).toBe(response.headers.get("X-Request-Id"));
  const { seconds } = expectContractHeaders(response);
  if (status === 429 || status === 503)
    expect(Number(response.headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
  if (status === 503) expect(seconds).toBeUndefined();
  if (status === 401) expect(response.headers.get("WWW-Authenticate")).toMatch(/^Bearer realm="tools-api"/);
  return problem;
}

/** Returns the `fetch` options that send JSON with a credential. */
export function jsonRequest(key: string, body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
}

/** Returns the `fetch` options that read with a credential. */
export function getRequest(key: string): RequestInit {
  return { headers: { Authorization: `Bearer ${key}` } };
}
