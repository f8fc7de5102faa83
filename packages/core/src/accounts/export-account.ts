import { listInvoices } from "../billing/invoices.ts";
import { listLedger, numberedId } from "../billing/ledger.ts";
import { listOAuthClients } from "../oauth/clients.ts";
import { listGrants } from "../oauth/grants.ts";
import type { UsageBucket, UsageStore } from "../storage.ts";
import { isoSeconds, windowSpans } from "../usage/windows.ts";
import type { Account } from "./account.ts";
import { listApiKeys } from "./api-key.ts";
import type { Stores } from "./commit-fenced.ts";
import { getPasswordHash } from "./passwords.ts";
import { listSessions } from "./sessions.ts";

const pageSize = 100;

/** All items of a list that is read by pages, in the order of their ids. */
async function wholeList<Item extends { id: string }>(
  page: (page: { after?: string; limit: number }) => Promise<Item[]>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let after: string | undefined; ;) {
    const found = await page({ limit: pageSize, ...(after !== undefined && { after }) });
    items.push(...found);
    after = found.at(-1)?.id;
    if (found.length < pageSize) return items;
  }
}

function dayOf({ start, durationUs, ...counts }: UsageBucket) {
  return { date: windowSpans.day.nameOf(start), ...counts, durationMs: durationUs / 1000 };
}

/** What was used, by UTC day and endpoint, from the day on which the account was opened. */
async function usageOf(usage: UsageStore, { id, createdAt }: Account, at: number) {
  const { ms } = windowSpans.day;
  const boundaries: number[] = [];
  for (let day = Math.floor(Date.parse(createdAt) / ms) * ms; day < at + ms; day += ms) boundaries.push(day);
  const { buckets, lifetime } = await usage.read({ account: id, boundaries, windows: [] });
  const instant = (value: number | null) => (value === null ? null : isoSeconds(value));
  return {
    callsTotal: lifetime.calls,
    firstCallAt: instant(lifetime.firstCallAt),
    lastCallAt: instant(lifetime.lastCallAt),
    days: buckets.map(dayOf),
  };
}

/** All that is kept about an account, but for what leads to its secrets: those are not even known here. */
export async function exportAccount({ documents, usage }: Stores, account: Account, at: number) {
  const billed = async <Entry extends { number: number }>(
    list: (page: { after?: string; limit: number }) => Promise<Entry[]>,
  ) =>
    wholeList(async (page) =>
      (await list(page)).map((entry) => ({ ...entry, id: numberedId(entry.number) })),
    );
  const [keys, sessions, clients, grants, password, used, invoices, ledger] = await Promise.all([
    listApiKeys(documents, account.id),
    wholeList((page) => listSessions(documents, account.id, page)),
    wholeList((page) => listOAuthClients(documents, account.id, page)),
    wholeList((page) => listGrants(documents, account.id, page)),
    getPasswordHash(documents, account.id),
    usageOf(usage, account, at),
    billed((page) => listInvoices(documents, account.id, page)),
    billed((page) => listLedger(documents, account.id, page)),
  ]);
  const lastUsed = await usage.lastUsed(keys.map(({ id }) => id));
  return {
    account,
    keys,
    lastUsed,
    sessions,
    clients,
    grants,
    passwordChangedAt: password?.changedAt ?? null,
    usage: used,
    invoices,
    ledger,
  };
}
