import { ToolsError } from "@tools-api/core";
import { type Account, signInLinkMs } from "@tools-api/core/accounts";
import { type MailLink, mailLinkWrite } from "@tools-api/core/internal/identity";
import {
  commitLimitedMail,
  type LimitedMail,
  sessionEpoch,
  signInLinkWrites,
} from "@tools-api/core/internal";
import { asciiEmail } from "@tools-api/core/internal/schema";
import { dayMs, hourMs } from "@tools-api/core/internal/time";
import { enqueue } from "@tools-api/core/outbox";
import type { AccountServices } from "../session/services.ts";
import { addressBlock } from "../http/address-block.ts";
import type { ApiContext } from "../http/context.ts";
import { recordRefusedAttempt } from "../session/refused-attempts.ts";
import { knownDevice } from "../session/known-device.ts";
import { linkToken } from "./links.ts";

type RequestServices = Pick<AccountServices, "documents" | "secret" | "clock">;

/** The type of the mail and the validity of the link in milliseconds, by purpose. */
const purposes = {
  "sign-up": { type: "sign-up.requested", validMs: dayMs },
  verify: { type: "address.changed", validMs: dayMs },
  reset: { type: "password.reset_requested", validMs: hourMs },
} as const;

/** The purposes of links that a visitor without a session requests. */
type VisitorPurpose = Exclude<keyof typeof purposes, "verify">;

/** The parts of a mail with a link. */
interface LinkMail extends Pick<MailLink, "purpose" | "email" | "account" | "invitation"> {
  asker: Pick<LimitedMail, "asker" | "isKnown">;
  /** The address of the client, for the audit log. */
  address: string;
}

async function queueLink(
  services: RequestServices,
  { purpose, email, account, invitation, asker, address }: LinkMail,
): Promise<void> {
  const now = services.clock.now();
  const { type, validMs } = purposes[purpose];
  const nonce = crypto.randomUUID();
  const link = { purpose, email, createdAt: now, expiresAt: now + validMs, account, invitation };
  const data = { nonce, expiresAt: link.expiresAt, address, ...(account && { account: account.id }) };
  const queued = { account: null, type, to: email, data, at: now, expiresAt: link.expiresAt };
  const operations = [await mailLinkWrite(await linkToken(services, nonce), link), ...enqueue(queued)];
  await commitLimitedMail(services.documents, { to: email, purpose, ...asker }, operations, now);
}

/**
 * Queues a mail with a one-time link to an address, without a look at the accounts. Whether the address has an account
 * decides only which mail is sent, so neither the response nor its time tells. A browser that has signed in to the account
 * before has its own limit, so no stranger keeps the owner from a mail.
 *
 * @throws ToolsError `too_many_attempts` after three mails to the address in an hour.
 */
export async function requestMailLink(
  c: ApiContext,
  services: AccountServices,
  { purpose, invitation, ...to }: { purpose: VisitorPurpose; email: string; invitation?: string | undefined },
): Promise<void> {
  const email = asciiEmail(to.email);
  const device = await knownDevice(c, services, email);
  const address = c.get("address");
  const asker = { asker: device ?? addressBlock(address), isKnown: device !== undefined };
  try {
    await queueLink(services, { purpose, email, invitation, asker, address });
  } catch (error) {
    if (purpose === "reset" && error instanceof ToolsError && error.code === "too_many_attempts")
      await recordRefusedAttempt(c, services, { action: "recovery.refused", email });
    throw error;
  }
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
  const limited = { to: email, purpose: "sign-in-link", asker: by.actor.account ?? "", isKnown: true };
  await commitLimitedMail(documents, limited, operations, at);
}

/**
 * Queues the mail that asks an owner to confirm an address, for an operator or a command.
 *
 * @param account The account that gets the address. Its link ends with the next change of its password.
 * @param address The address of the client, for the audit log.
 * @throws ToolsError `too_many_attempts` after three mails to the address in an hour.
 */
export async function sendVerification(
  services: RequestServices,
  account: Account,
  email: string,
  address = "",
): Promise<void> {
  const asker = { asker: account.id, isKnown: true };
  const owner = { id: account.id, epoch: sessionEpoch(account) };
  await queueLink(services, { purpose: "verify", email, account: owner, asker, address });
}

/**
 * Queues the mail that asks an owner to confirm an address, for the owner.
 *
 * @throws ToolsError `too_many_attempts` after three mails to the address in an hour, or 30 from a client.
 */
export async function requestVerification(
  c: ApiContext,
  services: RequestServices & Pick<AccountServices, "signIns">,
  account: Account,
  email: string,
): Promise<void> {
  const address = c.get("address");
  await services.signIns.takeForm("verification", address);
  await sendVerification(services, account, email, address);
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
