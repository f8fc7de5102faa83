import { z } from "zod";
import { collection, type Page } from "../store/collection.ts";
import { newestFirst, randomBase62, secureRandomBytes } from "../store/identifier.ts";
import type { DocumentStore, WriteOperation } from "../store/storage.ts";
import { dayMs } from "../time.ts";
import { StoredInstant } from "../schema/wire.ts";
import type { AuditAction } from "../store/audit-actions.ts";
import type { Actor, Source } from "../store/source.ts";

/** The time for which entries are kept by default. */
export const auditRetentionMs = 400 * dayMs;

/** The kinds of actors. */
export const actorKinds = ["owner", "operator", "cli", "system", "anonymous"] as const;

/** A fact about a change. */
export const AuditDetail = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);

const StoredEntry = z.object({
  action: z.string(),
  actor: z.object({
    kind: z.enum(actorKinds),
    account: z.string().optional(),
    credential: z.string().optional(),
  }),
  /** The id of the object that changed; `null` for the account itself. */
  target: z.string().nullable(),
  address: z.string().nullable(),
  details: z.record(z.string(), AuditDetail),
  at: StoredInstant,
  expiresAt: StoredInstant,
});

/** An entry of an account's audit log. Instants are epoch milliseconds. */
export interface AuditEntry extends z.output<typeof StoredEntry> {
  id: string;
}

const entries = collection("audit/{account}/{id}", StoredEntry, { expiresAt: ({ expiresAt }) => expiresAt });

/** An entry of the log of the server: the entries of all accounts in the order of time. */
export interface ServerAuditEntry extends AuditEntry {
  account: string;
}

// A second copy: a page of the log is one range of keys, however many accounts the store has.
const serverEntries = collection("audit-log/{id}", StoredEntry.extend({ account: z.string() }), {
  expiresAt: ({ expiresAt }) => expiresAt,
});

/** Returns the beginning of the ids of an instant. */
function idStart(at: number): string {
  return `audit_${newestFirst(at)}`;
}

/** A change to record. */
export interface NewAuditEntry {
  account: string;
  action: AuditAction;
  /** Default: `system`. An owner without an account is the owner of `account`. */
  actor?: Actor | undefined;
  /** The id of the object that changed. Default: the account itself. */
  target?: string | undefined;
  /** The address of the client. */
  address?: string | undefined;
  /** Facts about the change. Never a secret, a password or an e-mail address. Absent values are left out. */
  details?: Readonly<Record<string, z.output<typeof AuditDetail> | undefined>> | undefined;
  /** Given to `report`. The entry does not contain it. */
  previousEmail?: string | undefined;
  /** Epoch milliseconds. */
  at: number;
  /** Milliseconds for which the entry is kept. Default: 400 days. */
  retentionMs?: number | undefined;
  /** Default: no further writes. See {@link Source.report}. */
  report?: Source["report"];
}

/**
 * Returns the write of an entry in the audit log. It belongs to the commit of the change, so no change is without its
 * entry, and no entry without its change. No function changes or deletes an entry before its expiry. Closing the account
 * erases addresses and names from its entries.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { auditEntry, listAuditEntries } from "@tools-api/core/audit";
 *
 * const documents = memoryDocuments();
 * const actor = { kind: "operator", account: "acct_2" } as const;
 * await documents.commit(auditEntry({ account: "acct_1", action: "account.suspended", actor, at: Date.now() }));
 * const [entry] = await listAuditEntries(documents, "acct_1", { limit: 10 });
 * console.log(entry?.action, entry?.actor.kind); // account.suspended operator
 * ```
 */
export function auditEntry({
  account,
  action,
  actor = { kind: "system" },
  target,
  address,
  details = {},
  previousEmail,
  at,
  retentionMs = auditRetentionMs,
  report = () => [],
}: NewAuditEntry): WriteOperation[] {
  const facts = Object.entries(details).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const entry = {
    action,
    actor: actor.kind === "owner" ? { ...actor, account: actor.account ?? account } : actor,
    target: target ?? null,
    address: address === undefined || address === "" ? null : address,
    // The entries are those of `details`.
    details: Object.fromEntries(facts) as z.output<typeof StoredEntry>["details"],
    at,
    expiresAt: at + retentionMs,
  };
  const id = idStart(at) + randomBase62(14, secureRandomBytes);
  return [
    entries.create({ account, id }, entry),
    serverEntries.create({ id }, { ...entry, account }),
    ...report({
      entry: id,
      actor: entry.actor,
      account,
      action,
      target: entry.target,
      address: entry.address,
      details: entry.details,
      previousEmail,
      at,
    }),
  ];
}

/**
 * Returns a page of an account's audit log, the newest entry first.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { listAuditEntries } from "@tools-api/core/audit";
 *
 * const documents = memoryDocuments();
 * const { id } = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
 * const log = await listAuditEntries(documents, id, { limit: 100 });
 * console.log(log.map(({ action }) => action)); // [ "account.created" ]
 * ```
 */
export async function listAuditEntries(
  documents: DocumentStore,
  account: string,
  page: Page,
): Promise<AuditEntry[]> {
  return (await entries.list(documents, { account }, page)).map(({ ids, value }) => ({
    id: ids.id,
    ...value,
  }));
}

/** The conditions of a search, which all hold together. */
export interface AuditSearch extends Page {
  /** Default: all accounts. */
  account?: string | undefined;
  /** A kind of actors, or the account of the owner or the operator. */
  actor?: string | undefined;
  /** An action such as `key.created`, or the object of several such as `key`. */
  action?: string | undefined;
  /** The first instant, in epoch milliseconds. */
  since?: number | undefined;
  /** The instant before which the entries are, in epoch milliseconds. */
  until?: number | undefined;
}

/** A page of entries. `next` starts the next page; `null` after the last one. */
export interface AuditPage {
  entries: ServerAuditEntry[];
  next: string | null;
}

// Attack: a search for an action that never happened would read the whole log of a server with a million accounts.
const maxScanned = 2_000;

function matches({ action, actor }: AuditEntry, sought: Pick<AuditSearch, "action" | "actor">): boolean {
  return (
    (sought.action === undefined || action === sought.action || action.startsWith(`${sought.action}.`)) &&
    (sought.actor === undefined || actor.kind === sought.actor || actor.account === sought.actor)
  );
}

/** Reads entries of an account, or of all accounts, from the newest on. */
async function readEntries(
  documents: DocumentStore,
  account: string | undefined,
  page: Page,
): Promise<ServerAuditEntry[]> {
  if (account !== undefined)
    return (await listAuditEntries(documents, account, page)).map((entry) => ({ ...entry, account }));
  return (await serverEntries.list(documents, {}, page)).map(({ ids, value }) => ({ id: ids.id, ...value }));
}

/**
 * Returns a page of the audit log of an account or of the whole server, the newest entry first. The log of the server has
 * the entries since the release that introduced it. A page can have fewer entries than `limit`, or none, although there are
 * more: the search reads at most 2,000 entries.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { searchAuditEntries } from "@tools-api/core/audit";
 *
 * const documents = memoryDocuments();
 * await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
 * const { entries, next } = await searchAuditEntries(documents, { action: "account", limit: 100 });
 * console.log(entries.map(({ action }) => action), next); // [ "account.created" ] null
 * ```
 */
export async function searchAuditEntries(
  documents: DocumentStore,
  { account, since = Number.NEGATIVE_INFINITY, until, after, limit, ...sought }: AuditSearch,
): Promise<AuditPage> {
  // The last printable character follows the ids of an instant, so its entries are left out.
  const first = until === undefined ? undefined : `${idStart(until)}~`;
  let from = first !== undefined && (after === undefined || after < first) ? first : after;
  const found: ServerAuditEntry[] = [];
  for (let scanned = 0; scanned < maxScanned;) {
    const pageSize = Math.min(Math.max(limit + 1, 100), maxScanned - scanned);
    const page = await readEntries(documents, account, { after: from, limit: pageSize });
    for (const entry of page) {
      if (entry.at < since) return { entries: found, next: null };
      if (matches(entry, sought)) {
        // Another match shows that there is a next page.
        if (found.length === limit) return { entries: found, next: found.at(-1)?.id ?? null };
        found.push(entry);
      }
      from = entry.id;
    }
    if (page.length < pageSize) return { entries: found, next: null };
    scanned += page.length;
  }
  return { entries: found, next: from ?? null };
}

/** The details that can hold personal data: names of keys and clients, their addresses, and browsers. */
const personalDetails = ["name", "redirect_uris", "user_agent"];

/**
 * Erases the owner's addresses and the names from the log of a closed account. Action, actor, object and instant stay,
 * because the operator must be able to show who changed what.
 */
export async function eraseAuditAddresses(documents: DocumentStore, account: string): Promise<void> {
  for await (const page of entries.pages(documents, { account })) {
    const copies = await Promise.all(page.map(({ ids: { id } }) => serverEntries.get(documents, { id })));
    await documents.commit(
      page.flatMap((found, index) => {
        const { actor, address, details } = found.value;
        const kept = Object.entries(details).filter(([name]) => !personalDetails.includes(name));
        const value = {
          ...found.value,
          address: actor.kind === "owner" ? null : address,
          details: Object.fromEntries(kept),
        };
        // Entries of an earlier release have no copy.
        const copy = copies[index] ? [serverEntries.put({ id: found.ids.id }, { ...value, account })] : [];
        return [entries.put(found.ids, value), ...copy];
      }),
    );
  }
}
