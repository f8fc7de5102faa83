import { accounts } from "../identity/accounts.ts";
import { type PaymentReport, sumPayments } from "../billing/revenue.ts";
import type { Stores } from "../store/commit.ts";
import { addCounts, noCounts, type UsageCounts } from "../store/storage.ts";
import { dayMs } from "../time.ts";
import { formatDay, listBoundaries, listPeriods, type Period } from "./period.ts";
import { withAverage } from "./report.ts";

/** The usage of all accounts in a range of time, and the accounts that were opened in it. */
export interface ServerCounts extends Omit<UsageCounts, "durationUs"> {
  averageDurationMs: number;
  signUps: number;
}

/** The last 30 UTC days of a server, including the current one. */
export interface ServerReport {
  /** The first and the last day as YYYY-MM-DD. */
  startDate: string;
  endDate: string;
  totals: ServerCounts;
  /** One period for each day, oldest first. */
  series: (Period & ServerCounts)[];
  /** The accounts with the most calls, most first. */
  topAccounts: { account: string; email: string; calls: number }[];
  payments: PaymentReport;
}

const reportedDays = 30;
const topCount = 10;

// The bounds of what one query of the usage store reads.
const accountsAtOnce = 100;

/**
 * Reports the last 30 UTC days of a server from its stores, so every process reports the same. Reads every account, a
 * hundred at a time. Accounts count on the day on which they were opened, those that are closed too.
 *
 * @param now Epoch milliseconds.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { getServerReport } from "@tools-api/core/usage";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * await createAccount(stores.documents, { email: "ada@example.com" }, { at: Date.now() });
 * const { totals } = await getServerReport(stores, Date.now());
 * console.log(totals.calls, totals.signUps); // 0 1
 * ```
 */
export async function getServerReport({ documents, usage }: Stores, now: number): Promise<ServerReport> {
  const lastDay = Math.floor(now / dayMs);
  const range = { firstDay: lastDay - reportedDays + 1, lastDay };
  const periods = listPeriods(range, { granularity: "day", timezone: "UTC" });
  const boundaries = listBoundaries(periods);
  const since = range.firstDay * dayMs;
  const dayOf = (at: number) => Math.floor((at - since) / dayMs);

  const days = periods.map((period) => ({ ...period, ...noCounts(), signUps: 0 }));
  let topAccounts: ServerReport["topAccounts"] = [];
  for await (const page of accounts.pages(documents, {}, accountsAtOnce)) {
    const calls = new Map<string, number>();
    for (const { account, start, ...counts } of await usage.totals({
      accounts: page.map(({ ids }) => ids.id),
      boundaries,
    })) {
      const day = days[dayOf(start)];
      if (day) addCounts(day, counts);
      calls.set(account, (calls.get(account) ?? 0) + counts.calls);
    }
    for (const { value } of page) {
      const day = days[dayOf(value.createdAt)];
      if (day) day.signUps += 1;
    }
    const busy = page.map(({ value: { id, email } }) => ({ account: id, email, calls: calls.get(id) ?? 0 }));
    topAccounts = [...topAccounts, ...busy.filter((each) => each.calls > 0)]
      .toSorted((a, b) => b.calls - a.calls)
      .slice(0, topCount);
  }

  const total = { ...noCounts(), signUps: 0 };
  for (const day of days) {
    addCounts(total, day);
    total.signUps += day.signUps;
  }
  return {
    startDate: formatDay(range.firstDay),
    endDate: formatDay(range.lastDay),
    totals: withAverage(total),
    series: days.map(withAverage),
    topAccounts,
    payments: await sumPayments(documents, { since, until: (lastDay + 1) * dayMs }),
  };
}
