import type { RequestRecord } from "@tools-api/server";
import { serverLoad } from "@tools-api/server";
import { expect, it } from "vitest";

const record = (changes: Partial<RequestRecord>): RequestRecord => ({
  level: "info",
  request_id: "req_1",
  method: "GET",
  route: "/v1/user/profile",
  status: 200,
  duration_ms: 2,
  bytes_in: 0,
  bytes_out: 0,
  ...changes,
});

it("reports the calls, errors, latencies and top accounts of the last hour, and nothing older", () => {
  let now = 1_000 * 60_000;
  const load = serverLoad(() => now);
  for (let made = 0; made < 90; made++) load.count(record({ account: "acct_1" }));
  for (let made = 0; made < 8; made++)
    load.count(record({ account: "acct_2", status: 422, duration_ms: 40 }));
  load.count(record({ status: 503, duration_ms: 0 }));
  load.count(record({ status: 200, duration_ms: 1e9 }));
  load.count(record({ route: "/account/keys" }));
  load.count(record({ route: null }));
  const report = load.report();
  expect(report).toMatchObject({
    since: now,
    calls: 100,
    clientErrors: 8,
    serverErrors: 1,
    topAccounts: [
      { account: "acct_1", calls: 90 },
      { account: "acct_2", calls: 8 },
    ],
  });
  expect(report.latency?.p50).toBeCloseTo(2, 0);
  expect(report.latency?.p95).toBeGreaterThanOrEqual(40);
  expect(report.latency?.p95).toBeLessThan(40 * 1.19);
  now += 59 * 60_000;
  expect(load.report().calls).toBe(100);
  now += 60_000;
  expect(load.report()).toMatchObject({ calls: 0, latency: null, topAccounts: [] });
});
