import type { Account } from "../identity/account.ts";
import { listAuditEntries } from "../audit/entries.ts";
import { listInvoices, listLedger } from "../billing/invoices.ts";
import { pageOfApiKeys } from "../identity/api-key.ts";
import type { Stores } from "../store/commit.ts";
import { listOAuthClients } from "../identity/oauth/find-clients.ts";
import { listFiles } from "../files/file.ts";
import { listGrants } from "../identity/oauth/grants.ts";
import { lastUses } from "../request-log/addresses.ts";
import { readRequests } from "../request-log/list.ts";
import { listPasskeys } from "../identity/passkeys.ts";
import { getPasswordHash } from "../identity/passwords.ts";
import { findProviderLink } from "../identity/provider-links.ts";
import { listSessions } from "../identity/sessions.ts";
import type { UsageStore } from "../store/storage.ts";
import { readFairly } from "../usage/read-fairly.ts";
import { type CredentialBucket, readSeries } from "../usage/series.ts";
import { windowSpans } from "../usage/windows.ts";
import { listWebhookDeliveries } from "../webhooks/deliveries.ts";
import { listWebhookEndpoints, type WebhookEndpoint } from "../webhooks/endpoints.ts";

const pageSize = 100;

// An account may be ten years old, and each day has a record for each endpoint.
const daysAtOnce = 31;

/** Reads a list page by page, ordered by id. */
async function* readPages<Item extends { id: string }>(
  read: (page: { after?: string; limit: number }) => Promise<Item[]>,
): AsyncGenerator<Item[]> {
  for (let after: string | undefined; ;) {
    const found = await read({ limit: pageSize, ...(after !== undefined && { after }) });
    if (found.length > 0) yield found;
    after = found.at(-1)?.id;
    if (found.length < pageSize) return;
  }
}

async function* readKeys(stores: Stores, account: string) {
  for await (const keys of readPages((page) => pageOfApiKeys(stores.documents, account, page))) {
    const ids = keys.map(({ id }) => id);
    yield { keys, lastUsed: await lastUses(stores, account, ids) };
  }
}

function toDay({ start, durationUs, ...counts }: CredentialBucket) {
  return { date: windowSpans.day.nameOf(start), ...counts, durationMs: durationUs / 1000 };
}

/** Reads the usage per UTC day, endpoint and credential, from the day on which the account was opened. */
async function* readDays(usage: UsageStore, { id, createdAt }: Account, at: number) {
  const { ms } = windowSpans.day;
  const end = Math.floor(at / ms) * ms + ms;
  for (let first = Math.floor(createdAt / ms) * ms; first < end; first += daysAtOnce * ms) {
    const count = Math.min(daysAtOnce, (end - first) / ms);
    const boundaries = Array.from({ length: count + 1 }, (_, day) => first + day * ms);
    const { buckets } = await readFairly(usage, { account: id, boundaries, windows: [] });
    if (buckets.length > 0) yield readSeries(buckets).map(toDay);
  }
}

/** Reads the deliveries of an account's webhook endpoints, one endpoint at a time. */
async function* readDeliveries(
  { documents }: Stores,
  account: string,
  endpoints: readonly WebhookEndpoint[],
) {
  for (const { id } of endpoints)
    for (const delivery of await listWebhookDeliveries(documents, { owner: account, endpoint: id }))
      yield { endpoint: id, ...delivery };
}

async function readLifetime(usage: UsageStore, account: string) {
  const { lifetime } = await usage.read({ account, boundaries: [], windows: [] });
  return {
    callsTotal: lifetime.calls,
    firstCallAt: lifetime.firstCallAt,
    lastCallAt: lifetime.lastCallAt,
  };
}

/**
 * Reads all data stored about an account, except secrets and their digests. Each list is read page by page on demand,
 * because together they can exceed memory. Any page can throw `storage_unavailable`.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { exportAccount } from "@tools-api/core/profile";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * const account = await createAccount(stores.documents, { email: "ada@example.com" }, { at: Date.now() });
 * const { keys, usage } = await exportAccount(stores, account, Date.now());
 * for await (const page of keys) console.log(page.keys, page.lastUsed);
 * console.log(usage.callsTotal); // 0
 * ```
 */
export async function exportAccount(stores: Stores, account: Account, at: number) {
  const { documents, usage } = stores;
  const { id } = account;
  const [password, lifetime, passkeys, identityProvider, endpoints] = await Promise.all([
    getPasswordHash(documents, id),
    readLifetime(usage, id),
    listPasskeys(documents, account),
    findProviderLink(documents, account),
    listWebhookEndpoints(documents, id),
  ]);
  return {
    account,
    passwordChangedAt: password?.value.changedAt ?? null,
    passkeys,
    identityProvider,
    keys: readKeys(stores, id),
    sessions: readPages((page) => listSessions(documents, id, page)),
    clients: readPages((page) => listOAuthClients(documents, id, page)),
    grants: readPages((page) => listGrants(documents, id, page)),
    files: readPages((page) => listFiles(documents, id, { ...page, at })),
    usage: { ...lifetime, days: readDays(usage, account, at) },
    invoices: readPages((page) => listInvoices(documents, id, page)),
    ledger: readPages((page) => listLedger(documents, id, page)),
    audit: readPages((page) => listAuditEntries(documents, id, page)),
    requests: readRequests(documents, id),
    webhooks: { endpoints, deliveries: readDeliveries(stores, id, endpoints) },
  };
}
