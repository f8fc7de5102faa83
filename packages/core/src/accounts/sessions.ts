import { z } from "zod";
import { ToolsError } from "../errors.ts";
import type { DocumentStore, StoredDocument, WriteOperation } from "../storage.ts";
import type { Account } from "./account.ts";
import { getAccount } from "./accounts.ts";
import { currentEpochs, type Epochs, sessionEpoch } from "./credential-epoch.ts";
import { newIdentifier, type RandomBytes, secureRandomBytes } from "./identifier.ts";
import { getPasswordHash, passwordKey } from "./passwords.ts";
import { isToken, newToken, tokenDigest } from "./token.ts";

const dayMs = 86_400_000;
const idleMs = 14 * dayMs;

/** A session ends at this age, in milliseconds, however much it is used. */
export const sessionMs = 90 * dayMs;

// A write for every page would cost more than the page.
const seenEveryMs = 3_600_000;

const userAgentLength = 200;

/** A browser in which somebody is signed in. */
export const Session = z.object({
  id: z.string(),
  account: z.string(),
  /** How it began. */
  method: z.enum(["password", "link"]),
  userAgent: z.string(),
  createdAt: z.iso.datetime(),
  /** To the hour. */
  lastSeenAt: z.iso.datetime(),
  /** After 14 days without use, and 90 days at most. */
  expiresAt: z.iso.datetime(),
  /** The account's `sessionEpoch` under which it began. */
  epoch: z.int().min(0).default(0),
});

export type Session = z.infer<typeof Session>;

const SessionDocument = Session.extend({ digest: z.string() });

const Owner = z.object({ account: z.string(), session: z.string() });

function sessionKey(account: string, id: string): string {
  return `sessions/${account}/${id}`;
}

function digestKey(digest: string): string {
  return `session-digests/${digest}`;
}

/** When a session ends that was begun and last used then. */
function endOf(createdAt: number, lastSeenAt: number): number {
  return Math.min(lastSeenAt + idleMs, createdAt + sessionMs);
}

/** What a session begins with. */
export interface NewSession {
  account: string;
  method: Session["method"];
  userAgent?: string;
  /** The hash that the password was verified against: no session begins if it has been replaced meanwhile. */
  passwordHash?: string;
  /** The epochs of the account as it was read to begin the session. Default: those that are stored. */
  epochs?: Epochs;
}

/** Writes the hash again as it stands: the commit fails where a change of the password came in between. */
async function confirmPassword(
  documents: DocumentStore,
  { account, passwordHash }: NewSession,
): Promise<WriteOperation[] | null> {
  if (passwordHash === undefined) return [];
  const kept = await getPasswordHash(documents, account);
  if (kept?.hash !== passwordHash) return null;
  const value = { hash: kept.hash, changedAt: kept.changedAt };
  return [{ key: passwordKey(account), value, ifVersion: kept.revision }];
}

/**
 * Begins a session. The token is for the browser's cookie and is stored as a digest only.
 *
 * @param at Epoch milliseconds.
 * @returns `null` when the password was changed since it was verified.
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
  const now = new Date(at).toISOString();
  const expiresAt = endOf(at, at);
  const session: Session = {
    id: newIdentifier("sess", randomBytes),
    account,
    method,
    userAgent: userAgent.slice(0, userAgentLength).toWellFormed(),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(expiresAt).toISOString(),
    epoch: sessionEpoch(await currentEpochs(documents, account, fields.epochs)),
  };
  const key = sessionKey(account, session.id);
  for (;;) {
    const confirmed = await confirmPassword(documents, fields);
    if (!confirmed) return null;
    const result = await documents.commit([
      { key, value: { ...session, digest }, ifAbsent: true, expiresAt },
      {
        key: digestKey(digest),
        value: { account, session: session.id },
        ifAbsent: true,
        expiresAt: at + sessionMs,
      },
      ...confirmed,
    ]);
    if (result.committed) return { session, token };
    if (result.conflict !== passwordKey(account))
      throw new ToolsError("conflict", "The new session exists already; try again.");
  }
}

async function noteUse(
  documents: DocumentStore,
  { key, value, version }: StoredDocument,
  at: number,
): Promise<Session> {
  const kept = SessionDocument.parse(value);
  if (at - Date.parse(kept.lastSeenAt) < seenEveryMs) return Session.parse(kept);
  const expiresAt = endOf(Date.parse(kept.createdAt), at);
  const seen = {
    ...kept,
    lastSeenAt: new Date(at).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  };
  // On condition of its version, or a session that ends just then would come to life again.
  await documents.commit([{ key, value: seen, ifVersion: version, expiresAt }]);
  return Session.parse(seen);
}

/**
 * The session of a token, with its account as it stands: a session that was ended, and one of an account that is not
 * active, is `null` at once in every process, since nothing here is remembered.
 *
 * @param at Epoch milliseconds.
 */
export async function resumeSession(
  documents: DocumentStore,
  token: string,
  at: number,
): Promise<{ session: Session; account: Account } | null> {
  if (!isToken(token)) return null;
  const index = await documents.get(digestKey(await tokenDigest(token)));
  if (!index) return null;
  const owner = Owner.parse(index.value);
  const [document, found] = await Promise.all([
    documents.get(sessionKey(owner.account, owner.session)),
    getAccount(documents, owner.account),
  ]);
  if (!document || found?.account.status !== "active") return null;
  const { expiresAt, epoch } = Session.parse(document.value);
  if (Date.parse(expiresAt) <= at || epoch !== sessionEpoch(found.account)) return null;
  return { session: await noteUse(documents, document, at), account: found.account };
}

/**
 * A session that goes on, read afresh, or `null`. That somebody looked at it is no use of it.
 *
 * @param at Epoch milliseconds.
 */
export async function getSession(
  documents: DocumentStore,
  account: string,
  id: string,
  at: number,
): Promise<Session | null> {
  const document = await documents.get(sessionKey(account, id));
  if (!document) return null;
  const session = Session.parse(document.value);
  return Date.parse(session.expiresAt) > at ? session : null;
}

/** An account's sessions in the order of their ids, beginning behind the id `after`. */
export async function listSessions(
  documents: DocumentStore,
  account: string,
  page: { after?: string; limit: number },
): Promise<Session[]> {
  const after = page.after === undefined ? {} : { after: sessionKey(account, page.after) };
  const found = await documents.list(sessionKey(account, ""), { ...after, limit: page.limit });
  return found.map((document) => Session.parse(document.value));
}

/** Ends a session; false where the account has none of that id. */
export async function endSession(documents: DocumentStore, account: string, id: string): Promise<boolean> {
  const document = await documents.get(sessionKey(account, id));
  if (!document) return false;
  const { digest } = SessionDocument.parse(document.value);
  await documents.commit([{ key: document.key }, { key: digestKey(digest) }]);
  return true;
}

/** Ends all sessions of an account but the one to be kept, if any; how many they were. */
export async function endSessions(documents: DocumentStore, account: string, kept?: string): Promise<number> {
  let ended = 0;
  for (let after: string | undefined; ;) {
    const page = await listSessions(documents, account, { limit: 100, ...(after && { after }) });
    for (const { id } of page) if (id !== kept && (await endSession(documents, account, id))) ended += 1;
    after = page.at(-1)?.id;
    if (page.length < 100) return ended;
  }
}

/**
 * Ends the sessions of an account beyond a number, of which those not seen for longest, but never the one to be kept:
 * whoever signs in again and again would fill the store.
 */
export async function endOldestSessions(
  documents: DocumentStore,
  account: string,
  { most, kept }: { most: number; kept: string },
): Promise<void> {
  // Those of sign-ins at the same time besides; what is beyond these ends with the next one.
  const others = (await listSessions(documents, account, { limit: 2 * most })).filter(
    ({ id }) => id !== kept,
  );
  const oldest = others.toSorted((a, b) => b.lastSeenAt.localeCompare(a.lastSeenAt)).slice(most - 1);
  for (const { id } of oldest) await endSession(documents, account, id);
}
