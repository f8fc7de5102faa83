import { callScopes, ToolsError } from "@tools-api/core";
import { z } from "zod";
import { signSessionToken } from "../sessions/session-token.ts";
import { type ManagementRoute, managementRoute } from "./route.ts";

const SessionTokenRecord = z.object({
  token: z.string().describe("For `Authorization: Bearer` under /v1; nothing under /account takes it."),
  expires_at: z.iso.datetime(),
  scopes: z.array(z.enum(callScopes)),
});

/** The management calls under `/account/session-token`. */
export const sessionTokenRoutes: readonly ManagementRoute[] = [
  managementRoute({
    method: "POST",
    path: "/account/session-token",
    operationId: "create-session-token",
    summary: "A bearer token of ten minutes by which the scripts of the pages call the four endpoints.",
    description:
      "For a session alone: a bearer credential is answered `insufficient_scope`. The token ends with the session, and " +
      "its calls are counted like all others.",
    sessionOnly: true,
    status: 200,
    answer: SessionTokenRecord,
    async handle({ services, caller }) {
      if (!caller.session)
        throw new ToolsError("insufficient_scope", "Only a session in a browser can have a session token.");
      const { token, expiresAt } = await signSessionToken(services, caller.session);
      return { token, expires_at: new Date(expiresAt).toISOString(), scopes: [...callScopes] };
    },
  }),
];
