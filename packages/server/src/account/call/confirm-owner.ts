import { ToolsError } from "@tools-api/core";
import { verifyPassword } from "@tools-api/core/accounts";
import { needsCurrentPassword } from "@tools-api/core/internal";
import { invalidParameters, nameSchemas, parameter } from "@tools-api/core/internal/schema";
import { z } from "zod";
import { recordRefusedAttempt } from "../../session/refused-attempts.ts";
import { passwordParts } from "../../session/password-parts.ts";
import type { ManagementCall } from "./route.ts";

// As long as a sign-in link is valid, which is how an owner without a password signs in.
const recentMs = 15 * 60_000;

/** The parts of a call that prove its owner. */
type OwnerCall = Pick<ManagementCall, "c" | "services" | "caller" | "now">;

/** The body of a change that only the present owner can make. */
export const OwnerConfirmation = z.strictObject({
  password: parameter("the account's password, if it has one", z.string().max(1000).optional(), {
    purpose: "The password of the account, if it has one. It proves that the owner makes the call.",
  }),
});

nameSchemas({ OwnerConfirmation });

/**
 * Limits password guesses across all calls, pages and addresses.
 *
 * @param attempt Verifies the value of the field with that name.
 */
export async function throttled<Result>(
  { c, services, caller }: Pick<OwnerCall, "c" | "services" | "caller">,
  field: string,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const release = await services.signIns.take({
    address: c.get("address"),
    subject: caller.account.id,
    device: caller.session?.id,
  });
  try {
    const result = await attempt();
    release();
    return result;
  } catch (error) {
    // Only a failed guess counts. A new password that is too short does not, nor does a server without a free slot to
    // verify one.
    const errors = error instanceof ToolsError ? (error.errors ?? []) : [];
    if (errors.some(({ pointer }) => pointer === `#/${field}`))
      await recordRefusedAttempt(c, services, {
        action: "owner_confirmation.failed",
        account: caller.account.id,
      });
    else release();
    throw error;
  }
}

/**
 * Requires the owner's presence for a change that takes over or ends the account. The owner proves it with the
 * password. If the account has none, a session that began less than 15 minutes ago is enough.
 * Attack: an unattended browser or a leaked credential must not suffice.
 *
 * @throws ToolsError `invalid_parameter`, `too_many_attempts`, `overloaded` or `conflict`.
 */
export async function confirmOwner(call: OwnerCall, password: string | undefined): Promise<void> {
  const { services, caller, now } = call;
  if (await needsCurrentPassword(services.documents, caller, now)) {
    await throttled(call, "password", async () => {
      if (
        password !== undefined &&
        (await verifyPassword(passwordParts(call.c, services), caller.account.id, password)) !== null
      )
        return;
      const received = password === undefined ? "nothing" : "a different one";
      throw invalidParameters([
        { name: "password", detail: `expected the account's password, received ${received}` },
      ]);
    });
    return;
  }
  if (caller.session && now - caller.session.createdAt < recentMs) return;
  throw new ToolsError(
    "conflict",
    "The account has no password. Sign in again, then try again within 15 minutes.",
  );
}
