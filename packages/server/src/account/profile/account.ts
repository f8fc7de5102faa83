import {
  AccountChange,
  changeAccount as changeStoredAccount,
  closeAccount as closeStoredAccount,
} from "@tools-api/core/accounts";
import { parameter } from "@tools-api/core/internal/schema";
import { z } from "zod";
import { requestVerification } from "../../mail/mail-requests.ts";
import { endSession } from "../../session/session.ts";
import { getAccount } from "../call/get-account.ts";
import { accountExample, AccountRecord, accountRecord } from "../call/account-record.ts";
import { confirmOwner, OwnerConfirmation } from "../call/confirm-owner.ts";
import { type ManagementRoute, managementRoute } from "../call/route.ts";

const password = parameter("the account's password, if it has one", z.string().max(1000).optional(), {
  purpose: "The password of the account, if it has one. It proves that the owner makes the call.",
});

export const changeAccount = managementRoute({
  method: "PATCH",
  path: "/account",
  operationId: "change-account",
  summary: "Change the name, the email address or the mails. A new address requires the password.",
  description:
    "Omitted fields stay the same. The account keeps its keys, sessions and usage under another address, which no " +
    "other account can have. If mail proves addresses, another address becomes `pending_email` until the owner " +
    "confirms it by the link in a mail; the present address, sent again, cancels that.",
  errors: ["conflict", "overloaded", "too_many_attempts"],
  body: () => AccountChange.extend({ password }),
  status: 200,
  answer: AccountRecord,
  example: { body: { name: "Ada Lovelace" }, answer: { ...accountExample, name: "Ada Lovelace" } },
  async handle(call) {
    const { c, services, caller, body, now } = call;
    const { email, name, allowance_mails: allowanceMails } = body;
    const isOther = email !== undefined && email !== caller.account.email;
    // Attack: a thief of the session could change the address and have a sign-in link sent to it.
    if (isOther) await confirmOwner(call, body.password);
    const fields = { email, awaitsProof: services.mail?.provesAddresses ?? false, name, allowanceMails };
    const change = { caller: caller.account, at: now };
    const account = await changeStoredAccount(services, caller.account.id, fields, change);
    if (services.mail && isOther)
      await requestVerification(c, services, account, account.pendingEmail ?? account.email);
    return accountRecord(services, account);
  },
});

export const closeAccount = managementRoute({
  method: "DELETE",
  path: "/account",
  operationId: "close-account",
  summary: "Close the account permanently.",
  description:
    "Requires the password. For an account without one, requires a session that started less than 15 minutes ago. " +
    "Ends all sessions, keys, OAuth clients and grants. Erases the name and the email address, and frees the address " +
    "for another account. Anonymous usage remains.",
  errors: ["conflict", "overloaded"],
  body: () => OwnerConfirmation,
  status: 204,
  example: { body: { password: "correct horse battery" } },
  async handle(call) {
    const { c, services, caller, body, now } = call;
    await confirmOwner(call, body.password);
    await closeStoredAccount(services, caller.account.id, now, caller.account);
    await endSession(c, services);
  },
});

/** The management calls under `/account` itself. */
export const accountRoutes: readonly ManagementRoute[] = [getAccount, changeAccount, closeAccount];
