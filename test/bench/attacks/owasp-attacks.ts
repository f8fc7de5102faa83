import type { Attack } from "./attack.ts";

const core = "packages/core/src";
const server = "packages/server/src";

function owasp(name: string): Attack["test"] {
  return { file: "journeys/owasp-api-top-10.test.ts", name };
}

const bounded = owasp(
  "API4:2023 Unrestricted Resource Consumption limits sessions, active clients and active keys of an account to a hundred each",
);

/** Attacks that concern all routes. */
export const owaspAttacks: readonly Attack[] = [
  {
    attack: "mass assignment",
    test: owasp(
      "API3:2023 Broken Object Property Level Authorization rejects every unknown field of a call, and lists all of them (mass assignment)",
    ),
    cuts: [
      {
        file: `${core}/identity/accounts.ts`,
        text: "export const AccountChange = z.strictObject({",
        by: "export const AccountChange = z.object({",
      },
    ],
  },
  {
    attack: "internal fields in an answer",
    test: owasp(
      "API3:2023 Broken Object Property Level Authorization returns no secret, no digest and no internal field",
    ),
    cuts: [
      {
        file: `${server}/account/management/clients.ts`,
        text: "return { items: items.map(clientRecord), next };",
        by: "return { items, next };",
      },
    ],
  },
  {
    attack: "an unbounded body",
    test: owasp(
      "API4:2023 Unrestricted Resource Consumption rejects a body without a length as soon as it is too large",
    ),
    cuts: [
      {
        file: `${server}/api/http/body.ts`,
        text: 'if (length > limit) throw tooLarge(limit, "more");',
        by: "",
      },
    ],
  },
  {
    attack: "an unbounded page size",
    test: owasp("API4:2023 Unrestricted Resource Consumption returns at most a hundred items of any list"),
    cuts: [
      {
        file: `${server}/account/management/page.ts`,
        text: "z.int().min(1).max(100).optional()",
        by: "z.int().min(1).optional()",
      },
    ],
  },
  {
    attack: "a store filled with sessions",
    test: bounded,
    cuts: [{ file: `${server}/account/sessions/session.ts`, text: "await endOldestSessions(", by: "void (" }],
  },
  {
    attack: "a store filled with active keys and clients",
    test: bounded,
    cuts: [
      {
        file: `${core}/identity/credential-counts.ts`,
        text: "  if (live >= maxLiveCredentials)\n    throw",
        by: "  if (live < 0)\n    throw",
      },
    ],
  },
  {
    attack: "the cause of a failure disclosed",
    test: owasp("API8:2023 Security Misconfiguration reveals no cause, path or version in an error"),
    cuts: [
      {
        file: `${server}/api/http/problem.ts`,
        text: '"The server failed to handle the request. Its log has the cause under this request id.",',
        by: "String(error),",
      },
    ],
  },
  {
    attack: "a page of another site that reads private answers",
    test: owasp(
      "API8:2023 Security Misconfiguration allows pages of other sites to read only public resources, and without cookies",
    ),
    cuts: [
      {
        file: `${server}/oauth/authorization-server.ts`,
        text: "if (shared)",
        by: "if (path)",
      },
    ],
  },
];
