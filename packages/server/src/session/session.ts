import { ToolsError } from "@tools-api/core";
import {
  type Account,
  createSession,
  endSession as endStoredSession,
  type Epochs,
  resumeSession,
  type Session,
  sessionMs,
} from "@tools-api/core/accounts";
import { endOldestSessions, isToken } from "@tools-api/core/internal";
import type { AccountServices } from "./services.ts";
import type { ApiContext } from "../http/context.ts";
import { requestSource } from "./request-source.ts";
import { knownDevice } from "./known-device.ts";
import { readCookie, removeCookie, writeCookie } from "../http/cookie.ts";

/** The services that sessions need. */
export type SessionServices = Pick<AccountServices, "documents" | "clock" | "publicUrl" | "by" | "secret">;

/** A signed-in owner. */
export interface SignedIn {
  session: Session;
  account: Account;
}

const cookieName = "session";

/** The maximum number of sessions of an account. More browsers than any owner has. */
export const maxSessions = 100;

/**
 * Returns the token in the session cookie, which is not verified. Another program on the host, such as one on another port
 * of localhost, may have a cookie of this name, whose value is no token.
 */
export function sessionToken(
  c: ApiContext,
  services: Pick<SessionServices, "publicUrl">,
): string | undefined {
  const token = readCookie(c, services, cookieName);
  return token !== undefined && isToken(token) ? token : undefined;
}

/**
 * Returns the session and account of the request's cookie, or `null` if it has no valid session. Always reads the
 * store, so ending a session or suspending an account takes effect immediately in every process. Check with `requireActive`
 * what a suspended owner must not do.
 */
export async function findSession(
  c: ApiContext,
  services: Pick<SessionServices, "documents" | "clock" | "publicUrl">,
): Promise<SignedIn | null> {
  const token = sessionToken(c, services);
  if (token === undefined) return null;
  const found = await resumeSession(services.documents, token, services.clock.now());
  if (found) c.set("session", found.session);
  return found;
}

async function endOwnSession(
  c: ApiContext,
  services: SessionServices,
  { account, session }: SignedIn,
  now: number,
): Promise<void> {
  const by = requestSource(c, services, { kind: "owner", account: account.id, credential: session.id });
  await endStoredSession(services.documents, { account: account.id, id: session.id }, { by, at: now });
}

/** The proof with which a session starts. */
export interface SessionStart {
  /** Default: `password`. */
  method?: Session["method"];
  /** The hash that the password was verified against, if there was a password. */
  passwordHash?: string;
  /** True for the session that the opening of an account starts. */
  isFirst?: boolean;
}

/**
 * Signs a browser in with a new token in its cookie.
 * Attack: session fixation. The previous session of the browser ends, so a token that was planted in it or stolen from
 * it stops working.
 *
 * @throws ToolsError `conflict` if the password has changed since then.
 */
export async function startSession(
  c: ApiContext,
  services: SessionServices,
  account: Pick<Account, "id" | "email"> & Epochs,
  { method = "password", passwordHash, isFirst = false }: SessionStart = {},
): Promise<Session> {
  const { documents, clock } = services;
  const before = await findSession(c, services);
  const userAgent = c.req.header("User-Agent");
  const source = requestSource(c, services);
  const isExpected = isFirst || (await knownDevice(c, services, account.email)) !== undefined;
  const fields = {
    account: account.id,
    method,
    epochs: account,
    // The owner gets mail about a new browser only.
    by: isExpected ? { ...source, report: undefined } : source,
    ...(userAgent !== undefined && { userAgent }),
    ...(passwordHash !== undefined && { passwordHash }),
  };
  const now = clock.now();
  const created = await createSession(documents, fields, now);
  if (!created) throw new ToolsError("conflict", "The password changed during sign-in. Sign in again.");
  if (before) await endOwnSession(c, services, before, now);
  await endOldestSessions(documents, account.id, { most: maxSessions, kept: created.session.id, at: now });
  c.set("session", created.session);
  writeCookie(c, services, { name: cookieName, value: created.token, maxAge: sessionMs / 1000 });
  return created.session;
}

/** Signs the browser out: ends its session and removes its cookie. */
export async function endSession(c: ApiContext, services: SessionServices): Promise<void> {
  const found = await findSession(c, services);
  if (found) await endOwnSession(c, services, found, services.clock.now());
  removeCookie(c, services, cookieName);
}
