import { type ParameterError, ToolsError } from "../errors.ts";
import type { DocumentStore } from "../storage.ts";
import type { Account } from "./account.ts";
import { passwordFault } from "./password-policy.ts";
import { getPasswordHash, type PasswordParts, setPassword, verifyPassword } from "./passwords.ts";
import { endSessions, type Session } from "./sessions.ts";
import { signInLinkMs } from "./sign-in-links.ts";

/** Who wants to change a password, from what session; `null` where it is no browser's. */
export interface PasswordChanger {
  account: Account;
  session: Session | null;
}

/**
 * Whether the current password has to be given: where there is one, but for who has just come by a sign-in link,
 * which is how a forgotten password is replaced. A browser left alone must not be enough to take an account over.
 */
export async function needsCurrentPassword(
  documents: DocumentStore,
  { account, session }: PasswordChanger,
  at: number,
): Promise<boolean> {
  if (session?.method === "link" && at - Date.parse(session.createdAt) < signInLinkMs) return false;
  return (await getPasswordHash(documents, account.id)) !== null;
}

/**
 * Replaces an account's password or sets the first one, ends all its sessions, and returns the hash for the one that
 * is to begin.
 *
 * @param at Epoch milliseconds.
 * @throws ToolsError `invalid_parameter` for both passwords at once (`current_password`, `password`); `overloaded`.
 */
export async function changePassword(
  parts: PasswordParts,
  changer: PasswordChanger,
  { current = "", password }: { current?: string; password: string },
  at: number,
): Promise<string> {
  const { account } = changer;
  const errors: ParameterError[] = [];
  const isNeeded = await needsCurrentPassword(parts.documents, changer, at);
  if (isNeeded && (await verifyPassword(parts, account.id, current)) === null)
    errors.push({
      pointer: "#/current_password",
      detail: "expected the account's password, received another one",
    });
  const fault = passwordFault(password, account);
  if (fault !== null) errors.push({ pointer: "#/password", detail: fault });
  if (errors.length > 0) {
    const message = errors.map(({ pointer, detail }) => `${pointer.slice(2)}: ${detail}`).join("; ");
    throw new ToolsError("invalid_parameter", message, { errors });
  }
  const hash = await setPassword(parts, account, password, at);
  await endSessions(parts.documents, account.id);
  return hash;
}
