import { expect } from "vitest";
import { getRequest, rateLimitOf } from "./contract.ts";

/** The fields of a usage report that tests read. */
export interface UsageBody {
  totals: { calls: number; succeeded: number; failed: number; rejected: number };
  by_endpoint: { endpoint: string; calls: number; rejected: number }[];
  series: { calls: number; rejected: number }[];
  quota: { limit: number; used: number; remaining: number };
}

/** Makes calls with `clients` concurrent clients. Each starts the next call when the previous one is done. */
export async function inParallel(clients: number, calls: number, call: (index: number) => Promise<void>) {
  let next = 0;
  const client = async () => {
    while (next < calls) await call(next++);
  };
  await Promise.all(Array.from({ length: clients }, client));
}

/** Reads today's usage from a server. This call is counted as well. */
export async function readUsage(url: string, key: string): Promise<{ body: UsageBody; headers: Headers }> {
  const response = await fetch(`${url}/v1/analytics/usage`, getRequest(key));
  expect(response.status).toBe(200);
  return { body: (await response.json()) as UsageBody, headers: response.headers };
}

/** Requires that quota, headers, totals, endpoints and series agree on the day's calls. */
export function expectAgreement({ body, headers }: { body: UsageBody; headers: Headers }): void {
  const { totals, by_endpoint, series, quota } = body;
  const sum = (records: { calls: number }[]) => records.reduce((total, { calls }) => total + calls, 0);
  expect(totals.calls).toBe(quota.used);
  expect(sum(by_endpoint)).toBe(quota.used);
  expect(sum(series)).toBe(quota.used);
  expect(quota.remaining).toBe(quota.limit - quota.used);
  expect(rateLimitOf(headers)).toMatchObject({ limit: quota.limit, remaining: quota.remaining });
}
