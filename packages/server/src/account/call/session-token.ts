import { ToolsError } from "@tools-api/core";
import { Scope } from "@tools-api/core/accounts";
import { nameSchemas, preciseTimestamp } from "@tools-api/core/internal/schema";
import { z } from "zod";
import { signSessionToken } from "../../session/session-token.ts";
import { type ManagementRoute, managementRoute } from "./route.ts";

const SessionTokenRecord = z.object({
  token: z.string().describe("Send it as `Authorization: Bearer` under /v1. It is invalid under /account."),
  expires_at: preciseTimestamp.describe("When the token stops working."),
  scopes: z.array(Scope).describe("The calls that the token may make."),
});

nameSchemas({ SessionToken: SessionTokenRecord });

/** The management calls under `/account/session-token`. */
export const sessionTokenRoutes: readonly ManagementRoute[] = [
  managementRoute({
    method: "POST",
    path: "/account/session-token",
    operationId: "create-session-token",
    summary:
      "Create a bearer token, valid for ten minutes, with which the dashboard's scripts call the endpoints under /v1.",
    description:
      "Requires a session; a bearer credential gets `insufficient_scope`. The token ends with the session. Its calls count " +
      "like all others.",
    sessionOnly: true,
    status: 200,
    answer: SessionTokenRecord,
    example: (source) => ({
      answer: {
        token: "eyJ…",
        expires_at: "2026-11-21T13:15:24.000Z",
        scopes: source.scopes.calls,
      },
    }),
    async handle({ services, caller }) {
      if (!caller.session)
        throw new ToolsError(
          "insufficient_scope",
          "Only a browser session can create a session token. Use the credential itself under /v1.",
        );
      const { token, expiresAt } = await signSessionToken(services, caller.session);
      return { token, expiresAt, scopes: [...services.scopes.calls] };
    },
  }),
];
