import { invalidParameters, needsCurrentPassword, ToolsError, verifyPassword } from "@tools-api/core";
import { passwordParts } from "../sessions/password-parts.ts";
import type { ManagementCall } from "./route.ts";

// As long as the link itself that an owner without a password signs in by.
const recentMs = 15 * 60_000;

/**
 * Bounds the guesses at the password over all calls, pages and addresses.
 *
 * @param attempt Verifies what was sent as a field of that name.
 */
export async function throttled<Result>(
  { c, services, caller }: ManagementCall,
  field: string,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const giveBack = services.signIns.take({
    address: c.get("address"),
    subject: caller.account.id,
    device: caller.session?.id,
  });
  try {
    const result = await attempt();
    giveBack();
    return result;
  } catch (error) {
    // Only a wrong guess counts: not a new password that is too short, nor a server without a place to check in.
    const errors = error instanceof ToolsError ? (error.errors ?? []) : [];
    if (!errors.some(({ pointer }) => pointer === `#/${field}`)) giveBack();
    throw error;
  }
}

/**
 * Requires of a change that would take the account over, or end it, that its owner is there: by the password, or where
 * the account has none by a session that has just begun. A browser left alone or a leaked credential is not enough.
 *
 * @throws ToolsError `invalid_parameter`, `too_many_attempts`, `overloaded`.
 */
export async function confirmOwner(call: ManagementCall, password: string | undefined): Promise<void> {
  const { services, caller, now } = call;
  if (await needsCurrentPassword(services.documents, caller, now)) {
    await throttled(call, "password", async () => {
      if (
        password !== undefined &&
        (await verifyPassword(passwordParts(call.c, services), caller.account.id, password)) !== null
      )
        return;
      const received = password === undefined ? "nothing" : "another one";
      throw invalidParameters([
        { name: "password", detail: `expected the account's password, received ${received}` },
      ]);
    });
    return;
  }
  if (caller.session && now - Date.parse(caller.session.createdAt) < recentMs) return;
  throw new ToolsError(
    "conflict",
    "The account has no password: sign in by a new link, then do this within 15 minutes.",
  );
}
