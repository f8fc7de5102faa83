import type { OperationExample } from "./operation-example.ts";

export const clientExample = {
  id: "client_7DgPRjYjdYOCuMK2LVDwBu",
  name: "Reports",
  type: "confidential",
  redirect_uris: ["https://reports.example.com/callback"],
  grant_types: ["authorization_code", "refresh_token"],
  scopes: ["usage:read"],
  created_at: "2026-11-21T13:06:23.000Z",
  revoked_at: null,
};

const parameters = { id: clientExample.id };

export const grantExample = {
  id: "grant_hLiXWOfTr5AN7Rc9Qs93NC",
  client: { id: clientExample.id, name: clientExample.name, self_registered: false, host: null },
  scopes: ["usage:read"],
  created_at: "2026-11-21T13:10:27.000Z",
  last_used_at: "2026-11-22T09:59:00.000Z",
};

/** Examples of OAuth clients and grants, from real responses. Secrets are shortened. */
export const clientExamples = {
  "list-clients": { parameters: { limit: 20 }, answer: { items: [clientExample], next: null } },
  "register-client": {
    body: {
      name: "Reports",
      redirect_uris: ["https://reports.example.com/callback"],
      scopes: ["usage:read"],
    },
    answer: { ...clientExample, client_secret: "tcs_…" },
  },
  "get-client": { parameters, answer: clientExample },
  "change-client": {
    parameters,
    body: { name: "Monthly reports" },
    answer: { ...clientExample, name: "Monthly reports" },
  },
  "revoke-client": { parameters },
  "rotate-client-secret": { parameters, answer: { ...clientExample, client_secret: "tcs_…" } },
  "list-grants": { parameters: { limit: 20 }, answer: { items: [grantExample], next: null } },
  "withdraw-grant": { parameters: { id: grantExample.id } },
} satisfies Record<string, OperationExample>;
