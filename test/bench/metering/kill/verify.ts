import { setTimeout as sleep } from "node:timers/promises";
import { setPlan, type Stores } from "@tools-api/core/accounts";
import { call, isReply, type Reply } from "../call.ts";
import { type Customer, onceAvailable } from "../customer.ts";
import type { Fleet } from "../fleet.ts";
import type { Tally } from "./tally.ts";

interface UsageBody {
  totals: { calls: number; succeeded: number; failed: number; rejected: number };
  by_endpoint: { calls: number }[];
  series: { calls: number }[];
  quota: { limit: number; used: number; remaining: number };
}

/** Violations of a round by kind. All are 0 for a correct round. */
export interface Violations {
  /** Acknowledged calls that are not counted, or whose outcome is not recorded. */
  lost: number;
  /** Counted beyond the acknowledged and possibly counted calls, or shown as the same unit. */
  countedTwice: number;
  /** Admitted above the limit. */
  overAdmitted: number;
  /** Views of the same calls that differ: counter, headers, totals, endpoints, series, servers. */
  disagreements: number;
  /** Answers that a client of a healthy service must not get. */
  unexpected: number;
}

/** Room for the reports once the allowance of a round is used up. */
const raisedLimit = 1_000_000_000;
const answerPatienceMs = 15_000;

/** Reads the report of a server that may have just started, or whose store has. */
async function readUsage(url: string, key: string, tally: Tally): Promise<Reply> {
  const deadline = performance.now() + answerPatienceMs;
  for (;;) {
    const reply = await call(`${url}/v1/analytics/usage`, key);
    if (isReply(reply) && reply.status === 200) return reply;
    if (performance.now() > deadline)
      throw new Error(`No report within ${answerPatienceMs} ms: ${JSON.stringify(reply)}`);
    if (reply !== "refused") tally.unknown += 1;
    await sleep(50);
  }
}

function sumOfCalls(records: readonly { calls: number }[]): number {
  return records.reduce((sum, { calls }) => sum + calls, 0);
}

/** Compares every server's report of an account with the answers that its clients received. */
export async function verify(
  stores: Stores,
  { servers }: Fleet,
  { account, key }: Customer,
  limit: number,
  tally: Tally,
): Promise<Violations> {
  // A call that uses the last unit would leave none for the report.
  await onceAvailable(() => setPlan(stores, account, { plan: "enterprise", dailyLimit: raisedLimit }));
  const violations: Violations = {
    lost: 0,
    countedTwice: 0,
    overAdmitted: 0,
    disagreements: 0,
    unexpected: [...tally.others.values()].reduce((sum, count) => sum + count, 0),
  };
  for (const [read, { url }] of servers.entries()) {
    const reply = await readUsage(url ?? "", key, tally);
    const { totals, by_endpoint, series, quota }: UsageBody = JSON.parse(reply.body);
    const counted = quota.used - read - 1; // the reports are calls too
    const views = [
      totals.calls,
      sumOfCalls(by_endpoint),
      sumOfCalls(series),
      quota.limit - quota.remaining,
      reply.limit - reply.remaining,
    ];
    violations.disagreements += views.filter((used) => used !== quota.used).length;
    const ended = totals.succeeded + totals.failed - read; // a report has not ended while it is created
    const { acknowledged, refused, unknown } = tally;
    violations.lost = Math.max(violations.lost, acknowledged - Math.min(counted, ended));
    violations.countedTwice = Math.max(
      violations.countedTwice,
      counted - acknowledged - unknown,
      totals.rejected - refused - unknown,
    );
    violations.overAdmitted = Math.max(violations.overAdmitted, counted - limit, acknowledged - limit);
  }
  // A unit may be shown twice only after a refund: its first call was answered with a fault or not at all.
  const shownAgain = [...tally.shown.values()].reduce((sum, times) => sum + times - 1, 0);
  violations.countedTwice += Math.max(0, shownAgain - tally.unknown);
  return violations;
}
