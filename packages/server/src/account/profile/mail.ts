import { ToolsError } from "@tools-api/core";
import { changePassword, EmailAddress } from "@tools-api/core/accounts";
import { checkNewPassword, findResetAccount, redeemResetLink } from "@tools-api/core/internal/identity";
import { invalidParameters, parameter } from "@tools-api/core/internal/schema";
import { z } from "zod";
import { requestMailLink, requestVerification, requireMail } from "../../mail/mail-requests.ts";
import { recordRefusedLink } from "../../session/refused-attempts.ts";
import { requestSource, withSource } from "../../session/request-source.ts";
import { passwordParts } from "../../session/password-parts.ts";
import { accountExample } from "../call/account-record.ts";
import { type ManagementRoute, managementRoute, openRoute } from "../call/route.ts";

export const sendVerification = managementRoute({
  method: "POST",
  path: "/account/email-verification",
  operationId: "send-email-verification",
  summary: "Send a mail with a link that confirms the email address.",
  description:
    "The mail goes to the address that the owner wants instead, if there is one. The link works once, for 24 hours, in a " +
    "browser that is signed in to the account. At most three such mails an hour are sent to an address. `conflict` if the " +
    "address is confirmed, or if the server sends no mail.",
  errors: ["conflict", "too_many_attempts"],
  status: 204,
  example: null,
  async handle({ c, services, caller: { account } }) {
    requireMail(services);
    const { email, emailVerifiedAt, pendingEmail } = account;
    if (emailVerifiedAt !== undefined && pendingEmail === undefined)
      throw new ToolsError("conflict", "The email address of the account is already confirmed.");
    await requestVerification(c, services, account, pendingEmail ?? email);
  },
});

const requestReset = openRoute({
  method: "POST",
  path: "/account/password-reset",
  operationId: "request-password-reset",
  summary: "Send a mail with a link that sets a new password.",
  description:
    "Needs no credential. The response is the same whether or not the address has an account. The link works once, for an " +
    "hour. `conflict` if the server sends no mail.",
  errors: ["conflict", "too_many_attempts"],
  status: 204,
  body: () =>
    z.strictObject({
      email: parameter("an email address", EmailAddress, {
        purpose: "The address of the account whose password was lost.",
      }),
    }),
  example: { body: { email: accountExample.email } },
  async handle({ c, services, body }) {
    requireMail(services);
    await services.signIns.takeForm("recovery", c.get("address"));
    await requestMailLink(c, services, { purpose: "reset", email: body.email });
  },
});

const confirmReset = openRoute({
  method: "POST",
  path: "/account/password-reset/confirm",
  operationId: "confirm-password-reset",
  summary: "Set a new password with the token of a link in a mail.",
  description:
    "Needs no credential. `token` is the parameter of the link. Ends all sessions and sign-in links and, unless " +
    "`end_credentials` is `false`, all API keys, OAuth clients and grants of the account.",
  errors: ["conflict", "overloaded", "too_many_attempts"],
  status: 204,
  body: () =>
    z.strictObject({
      token: parameter("the token of a link that is not used and not expired", z.string().max(100), {
        purpose: "The token of the link in the mail: used once, within an hour.",
      }),
      // The password policy checks the length, because its error does not quote the password.
      password: parameter("a string of 8 to 128 characters", z.string(), { purpose: "The new password." }),
      end_credentials: parameter("true or false", z.boolean().default(true), {
        purpose: "Whether all API keys, OAuth clients and grants end too, as after a leak.",
      }),
    }),
  example: {
    body: { token: "mYVZ5iFyDnxAyNqr2bvjVUd0bVvYCB8Y3sEvBzzKSaE", password: "staple battery correct horse" },
  },
  async handle({ c, services, body, now }) {
    await services.signIns.takeForm("recovery-link", c.get("address"));
    const { token, password, end_credentials: endCredentials } = body;
    const refused = () =>
      invalidParameters([
        { name: "token", detail: "expected the token of a link that is not used and not expired" },
      ]);
    const found = await findResetAccount(services.documents, token, now);
    if (!found) {
      await recordRefusedLink(c, services, token);
      throw refused();
    }
    const by = requestSource(c, services, { kind: "owner", account: found.account.id });
    const parts = passwordParts(c, withSource(services, by));
    // A password that the policy refuses must not use the link.
    checkNewPassword(password, found.account);
    const account = await redeemResetLink(parts, token, now);
    if (!account) throw refused();
    const session = { method: "link", createdAt: now } as const;
    await changePassword(parts, { account, session }, { password, endCredentials }, now);
  },
});

/** The management calls that send or use links in mails. */
export const mailRoutes: readonly ManagementRoute[] = [sendVerification, requestReset, confirmReset];
