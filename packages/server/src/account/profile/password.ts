import { changePassword } from "@tools-api/core/accounts";
import { needsCurrentPassword } from "@tools-api/core/internal";
import { parameter } from "@tools-api/core/internal/schema";
import { z } from "zod";
import { rememberDevice } from "../../session/known-device.ts";
import { passwordParts } from "../../session/password-parts.ts";
import { startSession } from "../../session/session.ts";
import { confirmOwner, throttled } from "../call/confirm-owner.ts";
import { type ManagementRoute, managementRoute } from "../call/route.ts";

const PasswordBody = z.strictObject({
  current_password: parameter("the account's password, if it has one", z.string().max(1000).optional(), {
    purpose: "The present password, if the account has one.",
  }),
  // The password policy checks the length, because its error does not quote the password.
  password: parameter("a string of 8 to 128 characters", z.string(), { purpose: "The new password." }),
  end_credentials: parameter("true or false", z.boolean().optional(), {
    purpose:
      "Whether all API keys, OAuth clients and grants end too, as after a leak. Default: `true` if a sign-in link " +
      "replaces a password without the present one, otherwise `false`.",
  }),
});

export const setPassword = managementRoute({
  method: "PUT",
  path: "/account/password",
  operationId: "set-password",
  summary: "Set the password. Ends all other sessions and all sign-in links.",
  description:
    "`end_credentials` also ends all API keys, OAuth clients and grants of the account in the same write, including the " +
    "credential that makes this call. The default is `true` if a session that started with a sign-in link replaces a " +
    "password without the current one, and `false` otherwise.",
  errors: ["conflict", "overloaded"],
  body: () => PasswordBody,
  status: 204,
  example: { body: { password: "staple battery correct horse", current_password: "correct horse battery" } },
  async handle(call) {
    const { c, services, caller, body, now } = call;
    const { current_password: current, password, end_credentials: endCredentials } = body;
    if (!(await needsCurrentPassword(services.documents, caller, now))) await confirmOwner(call, current);
    const { passwordHash, account } = await throttled(call, "current_password", () =>
      changePassword(passwordParts(c, services), caller, { current, password, endCredentials }, now),
    );
    if (!caller.session) return;
    await startSession(c, services, account, { passwordHash });
    await rememberDevice(c, services, caller.account.email);
  },
});

/** The management calls under `/account/password`. */
export const passwordRoutes: readonly ManagementRoute[] = [setPassword];
