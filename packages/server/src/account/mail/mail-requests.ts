import { ToolsError } from "@tools-api/core";
import {
  commitLimitedMail,
  dayMs,
  hourMs,
  type MailLink,
  mailLinkWrite,
  signInLinkMs,
  signInLinkWrites,
} from "@tools-api/core/internal";
import type { Account } from "@tools-api/core/accounts";
import { enqueue } from "@tools-api/core/outbox";
import type { AccountServices } from "../account-context.ts";
import type { ApiContext } from "../../api/context.ts";
import { linkToken } from "./mail-channel.ts";

type RequestServices = Pick<AccountServices, "documents" | "secret" | "clock">;

/** The type of the mail and the validity of the link in milliseconds, by purpose. */
const purposes = {
  "sign-up": { type: "sign-up.requested", validMs: dayMs },
  verify: { type: "address.changed", validMs: dayMs },
  reset: { type: "password.reset_requested", validMs: hourMs },
} as const;

/**
 * Queues a mail with a one-time link to an address, without a look at the accounts. Whether the address has an account
 * decides only which mail is sent, so neither the response nor its time tells.
 *
 * @throws ToolsError `too_many_attempts` after three mails to the address in an hour.
 */
export async function requestMailLink(
  services: RequestServices,
  { purpose, email, opening }: Pick<MailLink, "purpose" | "email" | "opening">,
): Promise<void> {
  const now = services.clock.now();
  const { type, validMs } = purposes[purpose];
  const nonce = crypto.randomUUID();
  const link = { purpose, email, createdAt: now, expiresAt: now + validMs, ...(opening && { opening }) };
  const data = { nonce, expiresAt: link.expiresAt };
  const queued = { account: null, type, to: email, data, at: now, expiresAt: link.expiresAt };
  const operations = [await mailLinkWrite(await linkToken(services, nonce), link), ...enqueue(queued)];
  await commitLimitedMail(services.documents, email, operations, now);
}

/**
 * Queues a mail with a sign-in link to the owner of an account.
 *
 * @throws ToolsError `conflict` if the server sends no mail; `too_many_attempts` after three mails in an hour.
 */
export async function sendSignInLink(
  services: RequestServices & Pick<AccountServices, "mail" | "by">,
  { id: account, email }: Pick<Account, "id" | "email">,
): Promise<void> {
  requireMail(services);
  const { documents, by } = services;
  const at = services.clock.now();
  const nonce = crypto.randomUUID();
  const token = await linkToken(services, nonce);
  const expiresAt = at + signInLinkMs;
  const operations = [
    ...(await signInLinkWrites(documents, { account, token, at }, by)),
    ...enqueue({ account, type: "sign_in_link.sent", data: { nonce, expiresAt }, at, expiresAt }),
  ];
  await commitLimitedMail(documents, email, operations, at);
}

/** Queues the mail that asks an owner to confirm an address, unless the address has received too many mails. */
export async function requestVerification(services: RequestServices, email: string): Promise<void> {
  try {
    await requestMailLink(services, { purpose: "verify", email });
  } catch (error) {
    // The change that causes the mail is made. The owner can request another mail on the profile page.
    if (!(error instanceof ToolsError) || error.code !== "too_many_attempts") throw error;
  }
}

/**
 * Requires that mail is sent.
 *
 * @throws ToolsError `conflict`.
 */
export function requireMail({ mail }: Pick<AccountServices, "mail">): void {
  if (!mail)
    throw new ToolsError(
      "conflict",
      "This server sends no mail. Ask its operator for a sign-in link instead.",
    );
}

/**
 * Counts the request of a client for a mail to any address.
 *
 * @throws ToolsError `too_many_attempts`, or `conflict` if no mail is sent.
 */
export async function takeMailRequest(
  c: ApiContext,
  services: Pick<AccountServices, "mail" | "signIns">,
): Promise<void> {
  requireMail(services);
  await services.signIns.takeSignUp(c.get("address"));
}
