import { z } from "zod";
import type { Account } from "./account.ts";
import { auditEntry } from "../audit/entries.ts";
import type { Source } from "../store/source.ts";
import { ToolsError } from "../errors.ts";
import { collection, type Page, type Stored } from "../store/collection.ts";
import { transact } from "../store/commit.ts";
import type { DocumentStore, WriteOperation } from "../store/storage.ts";
import { dayMs } from "../time.ts";
import { getAccount } from "./accounts.ts";
import { currentEpochs, type Epochs, sessionEpoch } from "./credential-epoch.ts";
import { newIdentifier, type RandomBytes, secureRandomBytes } from "../store/identifier.ts";
import { getPasswordHash, passwordHashes } from "./passwords.ts";
import { isToken, newToken, tokenDigest } from "../store/token.ts";
import { StoredInstant } from "../schema/wire.ts";

const idleMs = 14 * dayMs;

/** The maximum age of a session in milliseconds, even if it is in use. */
export const sessionMs = 90 * dayMs;

// A write for every page would cost more than the page.
const seenEveryMs = 3_600_000;

const userAgentLength = 200;

/** The ways to sign in. */
export const signInMethods = ["password", "link", "passkey", "identity_provider"] as const;

/** A browser session of a signed-in owner, as stored. Instants are epoch milliseconds. */
const StoredSession = z.object({
  id: z.string(),
  account: z.string(),
  /** The method of the sign-in that began the session. */
  method: z.enum(signInMethods),
  userAgent: z.string(),
  createdAt: StoredInstant,
  /** Accurate to the hour. */
  lastSeenAt: StoredInstant,
  /** 14 days after the last use, and at most 90 days after the beginning. */
  expiresAt: StoredInstant,
  /** The account's `sessionEpoch` at the beginning of the session. */
  epoch: z.int().min(0).default(0),
  /** The digest of its token. */
  digest: z.string(),
});

type StoredSession = z.output<typeof StoredSession>;

/** A browser session of a signed-in owner. Instants are epoch milliseconds. */
export type Session = Omit<StoredSession, "digest">;

const sessions = collection("sessions/{account}/{id}", StoredSession, {
  expiresAt: ({ expiresAt }) => expiresAt,
});

const sessionDigests = collection(
  "session-digests/{digest}",
  z.object({ account: z.string(), session: z.string() }),
);

function withoutDigest(stored: StoredSession): Session {
  const { digest: _, ...session } = stored;
  return session;
}

/** The account of a session, and its id. */
interface SessionIds {
  account: string;
  id: string;
}

/** The origin and the instant of a session's end, for the audit log. */
interface SessionEnd {
  /** Default: the system. */
  by?: Source | undefined;
  /** Epoch milliseconds. Default: now. */
  at?: number | undefined;
}

/** Returns the end of a session that began and was last used at the given instants. */
function sessionEnd(createdAt: number, lastSeenAt: number): number {
  return Math.min(lastSeenAt + idleMs, createdAt + sessionMs);
}

/** The fields of a new session. */
export interface NewSession {
  account: string;
  method: Session["method"];
  userAgent?: string;
  /** The hash against which the password was verified. No session begins if it has been replaced since. */
  passwordHash?: string;
  /** The account's epochs as read for the sign-in. Default: the stored ones. */
  epochs?: Epochs;
  /** The origin of the sign-in, for the audit log. Default: the owner. */
  by?: Source | undefined;
}

/**
 * Returns a write that stores the same hash again, so the commit fails if the password changes in between. Returns
 * `null` if it has already changed.
 */
async function confirmPassword(
  documents: DocumentStore,
  { account, passwordHash }: NewSession,
): Promise<WriteOperation[] | null> {
  if (passwordHash === undefined) return [];
  const kept = await getPasswordHash(documents, account);
  return kept?.value.hash === passwordHash ? [passwordHashes.replace(kept, kept.value)] : null;
}

/**
 * Begins a session. The token goes into the browser's cookie. Only its digest is stored.
 *
 * @param at Epoch milliseconds.
 * @returns `null` if the password was changed since it was verified.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createAccount, createSession } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const { id } = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
 * const fields = { account: id, method: "link", userAgent: "Firefox" } as const;
 * const started = await createSession(documents, fields, Date.now());
 * console.log(started?.session.method); // link
 * ```
 */
export async function createSession(
  documents: DocumentStore,
  fields: NewSession,
  at: number,
  randomBytes: RandomBytes = secureRandomBytes,
): Promise<{ session: Session; token: string } | null> {
  const token = newToken(randomBytes);
  const digest = await tokenDigest(token);
  const { account, method, userAgent = "" } = fields;
  const session: Session = {
    id: newIdentifier("sess", randomBytes),
    account,
    method,
    userAgent: userAgent.slice(0, userAgentLength).toWellFormed(),
    createdAt: at,
    lastSeenAt: at,
    expiresAt: sessionEnd(at, at),
    epoch: sessionEpoch(await currentEpochs(documents, account, fields.epochs)),
  };
  const by = fields.by ?? { actor: { kind: "owner" } };
  const entry = auditEntry({
    account,
    action: "session.created",
    target: session.id,
    details: { method, user_agent: session.userAgent },
    ...by,
    actor: { credential: session.id, ...by.actor },
    at,
  });
  const created = [
    sessions.create(session, { ...session, digest }),
    sessionDigests.create({ digest }, { account, session: session.id }, { expiresAt: at + sessionMs }),
  ];
  return transact({ documents }, async () => {
    const confirmed = await confirmPassword(documents, fields);
    if (!confirmed) return { operations: [], result: null };
    return {
      operations: [...created, ...confirmed, ...entry],
      result: { session, token },
      onConflict(conflict) {
        if (created.some(({ key }) => key === conflict))
          throw new ToolsError("conflict", "The id of the new session already exists. Try again.");
      },
    };
  });
}

async function noteUse(documents: DocumentStore, found: Stored<StoredSession>, at: number): Promise<Session> {
  const { createdAt, lastSeenAt } = found.value;
  if (at - lastSeenAt < seenEveryMs) return withoutDigest(found.value);
  const seen = { ...found.value, lastSeenAt: at, expiresAt: sessionEnd(createdAt, at) };
  // Without the condition on the version, a session that ends at this moment would be restored.
  await documents.commit([sessions.replace(found, seen)]);
  return withoutDigest(seen);
}

/**
 * Returns the session of a token and its current account. Returns `null` if the session has ended or the account is
 * closed. Nothing is cached, so this applies immediately in every process. The account can be suspended: its owner may read
 * the reason, the invoices and the export, see {@link requireActive}.
 *
 * @param at Epoch milliseconds.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createAccount, createSession, resumeSession } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const { id } = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
 * const fields = { account: id, method: "link", userAgent: "Firefox" } as const;
 * const started = await createSession(documents, fields, Date.now());
 * const resumed = started && (await resumeSession(documents, started.token, Date.now()));
 * console.log(resumed?.account.email); // ada@example.com
 * ```
 */
export async function resumeSession(
  documents: DocumentStore,
  token: string,
  at: number,
): Promise<{ session: Session; account: Account } | null> {
  if (!isToken(token)) return null;
  const index = await sessionDigests.get(documents, { digest: await tokenDigest(token) });
  if (!index) return null;
  const { account, session: id } = index.value;
  const [session, owner] = await Promise.all([
    sessions.get(documents, { account, id }),
    getAccount(documents, account),
  ]);
  if (!session || !owner || owner.value.status === "closed") return null;
  const { expiresAt, epoch } = session.value;
  if (expiresAt <= at || epoch !== sessionEpoch(owner.value)) return null;
  return { session: await noteUse(documents, session, at), account: owner.value };
}

/**
 * Returns an active session from the store. Returns `null` if it has ended, or if a new password ended it and it is not
 * deleted yet. Does not count as a use of the session.
 *
 * @param at Epoch milliseconds.
 * @param known The account's epochs, if the caller has read them. Default: the stored ones.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createAccount, createSession, getSession } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const { id } = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
 * const fields = { account: id, method: "link", userAgent: "Firefox" } as const;
 * const started = await createSession(documents, fields, Date.now());
 * const session = started && (await getSession(documents, { account: id, id: started.session.id }, Date.now()));
 * console.log(session?.userAgent); // Firefox
 * ```
 */
export async function getSession(
  documents: DocumentStore,
  { account, id }: SessionIds,
  at: number,
  known?: Epochs,
): Promise<Session | null> {
  const [found, epochs] = await Promise.all([
    sessions.get(documents, { account, id }),
    currentEpochs(documents, account, known),
  ]);
  if (!found || found.value.expiresAt <= at || found.value.epoch !== sessionEpoch(epochs)) return null;
  return withoutDigest(found.value);
}

/**
 * Returns a page of an account's sessions, ordered by id, starting after the id `after`. Omits the sessions that a new
 * password ended and that are not deleted yet.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createAccount, createSession, listSessions } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const { id } = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
 * await createSession(documents, { account: id, method: "link", userAgent: "Firefox" }, Date.now());
 * const sessions = await listSessions(documents, id, { limit: 100 });
 * console.log(sessions.map(({ userAgent }) => userAgent)); // [ "Firefox" ]
 * ```
 */
export async function listSessions(
  documents: DocumentStore,
  account: string,
  { after, limit }: Page,
): Promise<Session[]> {
  const epoch = sessionEpoch(await currentEpochs(documents, account, undefined));
  const listed: Session[] = [];
  for (let from = after; listed.length < limit;) {
    const page = await sessions.list(documents, { account }, { after: from, limit });
    listed.push(
      ...page.filter(({ value }) => value.epoch === epoch).map(({ value }) => withoutDigest(value)),
    );
    if (page.length < limit) break;
    from = page.at(-1)?.ids.id;
  }
  return listed.slice(0, limit);
}

/** Deletes a session, with further writes of the same commit. Returns false if the account has no such session. */
async function deleteSession(
  documents: DocumentStore,
  ids: SessionIds,
  otherWrites: WriteOperation[] = [],
): Promise<boolean> {
  const found = await sessions.get(documents, ids);
  if (!found) return false;
  const { digest } = found.value;
  await documents.commit([sessions.drop(found.ids), sessionDigests.drop({ digest }), ...otherWrites]);
  return true;
}

/**
 * Ends a session. Returns false if the account has no session with that id.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createAccount, createSession, endSession } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const { id } = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
 * const fields = { account: id, method: "link", userAgent: "Firefox" } as const;
 * const started = await createSession(documents, fields, Date.now());
 * console.log(started && (await endSession(documents, { account: id, id: started.session.id }))); // true
 * ```
 */
export function endSession(
  documents: DocumentStore,
  { account, id }: SessionIds,
  { by, at = Date.now() }: SessionEnd = {},
): Promise<boolean> {
  const entry = auditEntry({ account, action: "session.ended", target: id, ...by, at });
  return deleteSession(documents, { account, id }, entry);
}

/**
 * Ends all sessions of an account except `kept`. Returns the number of ended sessions.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createAccount, createSession, endSessions } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const { id } = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
 * await createSession(documents, { account: id, method: "link", userAgent: "Firefox" }, Date.now());
 * console.log(await endSessions(documents, id)); // 1
 * ```
 */
export async function endSessions(
  documents: DocumentStore,
  account: string,
  { kept, ...end }: SessionEnd & { kept?: string | undefined } = {},
): Promise<number> {
  let ended = 0;
  for await (const { ids } of sessions.each(documents, { account }))
    if (ids.id !== kept && (await endSession(documents, { account, id: ids.id }, end))) ended += 1;
  return ended;
}

/**
 * Deletes all sessions of an account that a change of the account has ended. The audit log has the entry of that change.
 */
export async function deleteSessions(documents: DocumentStore, account: string): Promise<void> {
  for await (const { ids } of sessions.each(documents, { account })) await deleteSession(documents, ids);
}

/**
 * Ends the sessions of an account beyond `most`, those unused for longest first, but never `kept`. Repeated sign-ins
 * would otherwise fill the store.
 */
export async function endOldestSessions(
  documents: DocumentStore,
  account: string,
  { most, kept, at }: { most: number; kept: string; at: number },
): Promise<void> {
  // Twice the maximum covers concurrent sign-ins. The next sign-in ends any that remain.
  const found = await sessions.list(documents, { account }, { limit: 2 * most });
  const others = found.map(({ value }) => value).filter(({ id }) => id !== kept);
  const oldest = others.toSorted((a, b) => b.lastSeenAt - a.lastSeenAt).slice(most - 1);
  for (const { id } of oldest) await endSession(documents, { account, id }, { at });
}
