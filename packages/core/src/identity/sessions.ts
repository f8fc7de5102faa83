import { z } from "zod";
import type { Account } from "../account.ts";
import { ToolsError } from "../errors.ts";
import type { DocumentStore, StoredDocument, WriteOperation } from "../storage.ts";
import { getAccount } from "./accounts.ts";
import { currentEpochs, type Epochs, sessionEpoch } from "./credential-epoch.ts";
import { newIdentifier, type RandomBytes, secureRandomBytes } from "./identifier.ts";
import { getPasswordHash, passwordKey } from "./passwords.ts";
import { isToken, newToken, tokenDigest } from "./token.ts";

const dayMs = 86_400_000;
const idleMs = 14 * dayMs;

/** The maximum age of a session in milliseconds, even if it is in use. */
export const sessionMs = 90 * dayMs;

// A write for every page would cost more than the page.
const seenEveryMs = 3_600_000;

const userAgentLength = 200;

/** A browser session of a signed-in owner. */
export const Session = z.object({
  id: z.string(),
  account: z.string(),
  /** The method of the sign-in that began the session. */
  method: z.enum(["password", "link"]),
  userAgent: z.string(),
  createdAt: z.iso.datetime(),
  /** Accurate to the hour. */
  lastSeenAt: z.iso.datetime(),
  /** 14 days after the last use, and at most 90 days after the beginning. */
  expiresAt: z.iso.datetime(),
  /** The account's `sessionEpoch` at the beginning of the session. */
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

/** Returns the end of a session that began and was last used at the given instants. */
function endOf(createdAt: number, lastSeenAt: number): number {
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
  if (kept?.hash !== passwordHash) return null;
  const value = { hash: kept.hash, changedAt: kept.changedAt };
  return [{ key: passwordKey(account), value, ifVersion: kept.revision }];
}

/**
 * Begins a session. The token goes into the browser's cookie. Only its digest is stored.
 *
 * @param at Epoch milliseconds.
 * @returns `null` if the password was changed since it was verified.
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
      throw new ToolsError("conflict", "The id of the new session already exists. Try again.");
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
  // Without the condition on the version, a session that ends at this moment would be restored.
  await documents.commit([{ key, value: seen, ifVersion: version, expiresAt }]);
  return Session.parse(seen);
}

/**
 * Returns the session of a token and its current account. Returns `null` if the session has ended or the account is not
 * active. Nothing is cached, so this applies immediately in every process.
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
 * Returns an active session from the store. Returns `null` if it has ended, or if a new password ended it and it is not
 * deleted yet. Does not count as a use of the session.
 *
 * @param at Epoch milliseconds.
 * @param known The account's epochs, if the caller has read them. Default: the stored ones.
 */
export async function getSession(
  documents: DocumentStore,
  account: string,
  id: string,
  at: number,
  known?: Epochs,
): Promise<Session | null> {
  const [document, epochs] = await Promise.all([
    documents.get(sessionKey(account, id)),
    currentEpochs(documents, account, known),
  ]);
  if (!document) return null;
  const session = Session.parse(document.value);
  return Date.parse(session.expiresAt) > at && session.epoch === sessionEpoch(epochs) ? session : null;
}

interface SessionPage {
  after?: string | undefined;
  limit: number;
}

/**
 * Returns a page of an account's sessions, ordered by id, starting after the id `after`. Omits the sessions that a new
 * password ended and that are not deleted yet.
 */
export async function listSessions(
  documents: DocumentStore,
  account: string,
  { after, limit }: SessionPage,
): Promise<Session[]> {
  const epoch = sessionEpoch(await currentEpochs(documents, account, undefined));
  const sessions: Session[] = [];
  for (let from = after; sessions.length < limit;) {
    const page = await pageOfSessions(documents, account, { after: from, limit });
    sessions.push(...page.filter((session) => session.epoch === epoch));
    if (page.length < limit) break;
    from = page.at(-1)?.id;
  }
  return sessions.slice(0, limit);
}

/** Returns a page of the stored sessions, including those of earlier epochs. */
async function pageOfSessions(
  documents: DocumentStore,
  account: string,
  page: SessionPage,
): Promise<Session[]> {
  const after = page.after === undefined ? {} : { after: sessionKey(account, page.after) };
  const found = await documents.list(sessionKey(account, ""), { ...after, limit: page.limit });
  return found.map((document) => Session.parse(document.value));
}

/** Ends a session. Returns false if the account has no session with that id. */
export async function endSession(documents: DocumentStore, account: string, id: string): Promise<boolean> {
  const document = await documents.get(sessionKey(account, id));
  if (!document) return false;
  const { digest } = SessionDocument.parse(document.value);
  await documents.commit([{ key: document.key }, { key: digestKey(digest) }]);
  return true;
}

/** Ends all sessions of an account except `kept`. Returns the number of ended sessions. */
export async function endSessions(documents: DocumentStore, account: string, kept?: string): Promise<number> {
  let ended = 0;
  for (let after: string | undefined; ;) {
    const page = await pageOfSessions(documents, account, { limit: 100, after });
    for (const { id } of page) if (id !== kept && (await endSession(documents, account, id))) ended += 1;
    after = page.at(-1)?.id;
    if (page.length < 100) return ended;
  }
}

/**
 * Ends the sessions of an account beyond `most`, those unused for longest first, but never `kept`. Repeated sign-ins
 * would otherwise fill the store.
 */
export async function endOldestSessions(
  documents: DocumentStore,
  account: string,
  { most, kept }: { most: number; kept: string },
): Promise<void> {
  // Twice the maximum covers concurrent sign-ins. The next sign-in ends any that remain.
  const others = (await pageOfSessions(documents, account, { limit: 2 * most })).filter(
    ({ id }) => id !== kept,
  );
  const oldest = others.toSorted((a, b) => b.lastSeenAt.localeCompare(a.lastSeenAt)).slice(most - 1);
  for (const { id } of oldest) await endSession(documents, account, id);
}
