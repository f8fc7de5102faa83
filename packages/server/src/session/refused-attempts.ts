import { recordRefusal, type Refusal } from "@tools-api/core/audit";
import { findAccountByEmail } from "@tools-api/core/accounts";
import { findMailLink } from "@tools-api/core/internal/identity";
import type { ApiContext } from "../http/context.ts";
import type { AccountServices } from "./services.ts";

/** A refused attempt with a claimed address, or on a known account. */
type RefusedAttempt = Pick<Refusal, "action" | "details"> & ({ email: string } | { account: string });

/** Records a refused attempt of a request in the audit log of the account, if there is one. */
export async function recordRefusedAttempt(
  c: ApiContext,
  { documents, clock, by }: Pick<AccountServices, "documents" | "clock" | "by">,
  { action, details, ...claimed }: RefusedAttempt,
): Promise<void> {
  const account =
    "account" in claimed
      ? claimed.account
      : ((await findAccountByEmail(documents, claimed.email))?.id ?? null);
  const subject = "account" in claimed ? claimed.account : claimed.email;
  const { retentionMs } = by;
  const entry = { action, details, address: c.get("address"), at: clock.now(), retentionMs };
  await recordRefusal(documents, { subject, account, ...entry });
}

/** Records the use of a link for a new password that belongs to an account but is refused. */
export async function recordRefusedLink(
  c: ApiContext,
  services: Pick<AccountServices, "documents" | "clock" | "by">,
  token: string,
): Promise<void> {
  const link = await findMailLink(services.documents, token, "reset", services.clock.now());
  if (link) await recordRefusedAttempt(c, services, { action: "recovery.refused", email: link.value.email });
}
