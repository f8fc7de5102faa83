import {
  type Account,
  createSession,
  endOldestSessions,
  endSession as endStoredSession,
  type Epochs,
  resumeSession,
  type Session,
  sessionMs,
  ToolsError,
} from "@tools-api/core";
import type { AccountServices } from "../account-context.ts";
import type { ApiContext } from "../context.ts";
import { readCookie, removeCookie, writeCookie } from "./cookie.ts";

/** The parts of the services that sessions need. */
export type SessionServices = Pick<AccountServices, "documents" | "clock" | "publicUrl">;

/** Who is signed in. */
export interface SignedIn {
  session: Session;
  account: Account;
}

const cookieName = "session";

/** More browsers than anybody has. */
const mostSessions = 100;

/** The token in the session cookie, of whatever worth. */
export function sessionToken(
  c: ApiContext,
  services: Pick<SessionServices, "publicUrl">,
): string | undefined {
  return readCookie(c, services, cookieName);
}

/**
 * Who is signed in by the request's cookie, or `null`. Always read afresh: a session that was ended or an account
 * that was suspended holds at once in every process.
 */
export async function findSession(c: ApiContext, services: SessionServices): Promise<SignedIn | null> {
  const token = sessionToken(c, services);
  if (token === undefined) return null;
  const found = await resumeSession(services.documents, token, services.clock.now());
  if (found) c.set("session", found.session);
  return found;
}

/**
 * Signs a browser in: a new token in its cookie. The session that it had before ends, so that nobody goes on with a
 * token that was planted in the browser or taken from it (session fixation).
 *
 * @param passwordHash Where a password was verified, the hash it was verified against.
 * @throws ToolsError `conflict` when the password was changed since.
 */
export async function startSession(
  c: ApiContext,
  services: SessionServices,
  account: Pick<Account, "id"> & Epochs,
  { method = "password", passwordHash }: { method?: Session["method"]; passwordHash?: string } = {},
): Promise<Session> {
  const { documents, clock } = services;
  const before = await findSession(c, services);
  const userAgent = c.req.header("User-Agent");
  const fields = {
    account: account.id,
    method,
    epochs: account,
    ...(userAgent !== undefined && { userAgent }),
    ...(passwordHash !== undefined && { passwordHash }),
  };
  const created = await createSession(documents, fields, clock.now());
  if (!created) throw new ToolsError("conflict", "The password was changed meanwhile; sign in again.");
  if (before) await endStoredSession(documents, before.account.id, before.session.id);
  await endOldestSessions(documents, account.id, { most: mostSessions, kept: created.session.id });
  c.set("session", created.session);
  writeCookie(c, services, { name: cookieName, value: created.token, maxAge: sessionMs / 1000 });
  return created.session;
}

/** Signs the browser out: its session ends, and its cookie goes. */
export async function endSession(c: ApiContext, services: SessionServices): Promise<void> {
  const found = await findSession(c, services);
  if (found) await endStoredSession(services.documents, found.account.id, found.session.id);
  removeCookie(c, services, cookieName);
}
