import { z } from "zod";
import { collection, type Page } from "../collection.ts";
import { base62, randomBase62, secureRandomBytes } from "../identity/identifier.ts";
import type { DocumentStore, WriteOperation } from "../storage.ts";
import { dayMs } from "../time.ts";
import { StoredInstant } from "../wire.ts";
import type { AuditAction } from "./actions.ts";
import type { Actor, Source } from "./source.ts";

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

// Eight digits of base62 hold every instant until the year 5138.
const inverseInstant = 1e14;
const digits = 8;

/** Returns an id that sorts by time, newest first, because stores list in ascending order only. */
function newEntryId(at: number): string {
  return `audit_${base62(inverseInstant - Math.floor(at), digits)}${randomBase62(22 - digits, secureRandomBytes)}`;
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
  return [
    entries.create({ account, id: newEntryId(at) }, entry),
    ...report({
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
 * const { id } = await createAccount(documents, { email: "ada@example.com" }, Date.now());
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

/** The details that can hold personal data: names of keys and clients, their addresses, and browsers. */
const personalDetails = ["name", "redirect_uris", "user_agent"];

/**
 * Erases the owner's addresses and the names from the log of a closed account. Action, actor, object and instant stay,
 * because the operator must be able to show who changed what.
 */
export async function eraseAuditAddresses(documents: DocumentStore, account: string): Promise<void> {
  for await (const page of entries.pages(documents, { account }))
    await documents.commit(
      page.map((found) => {
        const { actor, address, details } = found.value;
        const kept = Object.entries(details).filter(([name]) => !personalDetails.includes(name));
        const value = {
          ...found.value,
          address: actor.kind === "owner" ? null : address,
          details: Object.fromEntries(kept),
        };
        return entries.put(found.ids, value);
      }),
    );
}
