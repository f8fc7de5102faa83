import { changePassword, needsCurrentPassword, parameter } from "@tools-api/core";
import { z } from "zod";
import { rememberDevice } from "../sessions/known-device.ts";
import { startSession } from "../sessions/session.ts";
import { confirmOwner, throttled } from "./confirm-owner.ts";
import { type ManagementRoute, managementRoute } from "./route.ts";

const PasswordBody = z.strictObject({
  current_password: parameter("the account's password, if it has one", z.string().max(1000).optional()),
  // Its length is for the policy to refuse, which does not say the password again.
  password: parameter("a string of 8 to 128 characters", z.string()),
});

/** `PUT /account/password` */
export const setPassword = managementRoute({
  method: "PUT",
  path: "/account/password",
  operationId: "set-password",
  summary: "Set the password, the first one or another. All sessions end; the one that asks begins anew.",
  errors: ["conflict", "overloaded"],
  body: () => PasswordBody,
  status: 204,
  async handle(call) {
    const { c, services, caller, body, now } = call;
    const { current_password: current, password } = body;
    if (!(await needsCurrentPassword(services.documents, caller, now))) await confirmOwner(call, current);
    const passwordHash = await throttled(call, "current_password", () =>
      changePassword(services, caller, { password, ...(current !== undefined && { current }) }, now),
    );
    if (!caller.session) return;
    await startSession(c, services, caller.account, { passwordHash });
    await rememberDevice(c, services, caller.account.email);
  },
});

/** `/account/password` */
export const passwordRoutes: readonly ManagementRoute[] = [setPassword];
