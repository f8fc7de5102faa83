import type { Attack } from "./attack.ts";

const core = "packages/core/src";
const server = "packages/server/src";

function managing(name: string): Attack["test"] {
  return { file: "server/account/management.test.ts", name };
}

function withKeys(name: string): Attack["test"] {
  return { file: "server/account/keys.test.ts", name };
}

const others: Attack["test"] = {
  file: "server/account/isolation.property.test.ts",
  name: "two accounts never see each other's objects by any call in any order, and get the same response as for missing objects",
};

/** Attacks on the management calls. */
export const managementAttacks: readonly Attack[] = [
  {
    attack: "rotation: the old secret without a grace",
    test: withKeys(
      "the rotation of a key ends the old secret immediately without a grace period, and never counts it as a guess",
    ),
    cuts: [{ file: `${core}/identity/find-api-key.ts`, text: 'if (!works) return "ended";', by: "" }],
  },
  {
    attack: "rotation grace",
    test: withKeys("the rotation of a key accepts the old secret until the exact end of the grace period"),
    cuts: [
      {
        file: `${core}/identity/find-api-key.ts`,
        text: "if (generation === apiKey.generation || previousEndsAt === null) return expiresAt;",
        by: "if (generation > 0) return expiresAt;",
      },
    ],
  },
  {
    attack: "rotation grace: a third secret",
    test: withKeys(
      "the rotation of a key leaves a key at most two secrets: another rotation ends the oldest, whatever its grace period",
    ),
    cuts: [
      {
        file: `${core}/identity/find-api-key.ts`,
        text: "(used === generation - 1 && previousEndsAt !== null)",
        by: "previousEndsAt !== null",
      },
    ],
  },
  {
    attack: "two parallel rotations",
    test: {
      file: "core/identity/api-keys.test.ts",
      name: "rotation of API keys lets one of many parallel rotations succeed, so that no caller receives a secret that has ended",
    },
    cuts: [
      {
        file: `${core}/identity/rotate-api-key.ts`,
        text: "if (apiKey.generation !== generation)",
        by: "generation = apiKey.generation;\n    if (generation < 0)",
      },
    ],
  },
  {
    attack: "bearer beyond its own permissions: wider keys",
    test: withKeys(
      "a bearer credential that can manage the account creates keys with at most its own permissions, and exactly those by default",
    ),
    cuts: [
      {
        file: `${server}/account/management/permissions.ts`,
        text: "if (!own) return;",
        by: "if (own !== undefined) return;",
      },
    ],
  },
  {
    attack: "bearer beyond its own permissions: the secrets of wider keys",
    test: withKeys(
      "a bearer credential that can manage the account gets no secret of a key with more permissions, and cannot remove its own limit",
    ),
    cuts: [
      {
        file: `${server}/account/management/keys.ts`,
        text: "requirePermissions(caller, keyPermissions(await getApiKey(services.documents, caller.account.id, id)));",
        by: "await getApiKey(services.documents, caller.account.id, id);",
      },
    ],
  },
  {
    attack: "bearer beyond its own permissions: its cap",
    test: withKeys(
      "a bearer credential that can manage the account gets no secret of a key with more permissions, and cannot remove its own limit",
    ),
    cuts: [
      {
        file: `${server}/account/management/keys.ts`,
        text: "if (dailyLimit !== undefined) requirePermissions(",
        by: "if (dailyLimit === -1) requirePermissions(",
      },
    ],
  },
  {
    attack: "bearer beyond its own permissions: a client",
    test: withKeys(
      "a bearer credential that can manage the account gets no secret of a key with more permissions, and cannot remove its own limit",
    ),
    cuts: [
      {
        file: `${server}/account/management/clients.ts`,
        text: "requireClientAuthority(caller, body.scopes);",
        by: "",
      },
    ],
  },
  {
    attack: "a key with more permissions than at its creation",
    test: withKeys(
      "API keys of a signed-in owner never get more scopes or a later expiry, even by their owner",
    ),
    cuts: [
      {
        file: `${core}/identity/api-keys.ts`,
        text: "if (wider.length > 0) {",
        by: "if (wider.length > 99) {",
      },
    ],
  },
  {
    attack: "a management call without account:read, account:write",
    test: managing(
      "the caller of a management call needs account:read to read and account:write to change, which keys lack by default",
    ),
    cuts: [
      {
        file: `${server}/account/management/caller.ts`,
        text: "const denied = authorization(principal, scope);",
        by: "const denied = null;",
      },
    ],
  },
  {
    attack: "a bearer credential together with a session",
    test: managing(
      "the caller of a management call is a signed-in user, or a bearer credential with the scope, and never both",
    ),
    cuts: [
      {
        file: `${server}/account/management/caller.ts`,
        text: "if (sessionToken(c, services) === undefined) {",
        by: "if (hasBearer || sessionToken(c, services) === undefined) {",
      },
    ],
  },
  {
    attack: "CSRF of a management call",
    test: managing("the caller of a management call is never a request that a page of another site makes"),
    cuts: [
      {
        file: `${server}/account/management/caller.ts`,
        text: "await sameOrigin(services)(c, async () => {});",
        by: "",
      },
    ],
  },
  {
    attack: "a leaked credential that sets the password",
    test: managing("the password is never set by a leaked credential, which would take over the account"),
    cuts: [
      {
        file: `${server}/account/management/confirm-owner.ts`,
        text: "const { services, caller, now } = call;",
        by: "const { services, caller, now } = call;\n  if (now > 0) return;",
      },
    ],
  },
  {
    attack: "guesses at the password by management calls",
    test: managing("the account has a limit of password guesses"),
    cuts: [
      {
        file: `${server}/account/management/confirm-owner.ts`,
        text: "const release = services.signIns.take({",
        by: "const release = ((_) => () => {})({",
      },
    ],
  },
  {
    attack: "secrets and digests in the export",
    test: managing("the account is exported with all stored data, and without a secret or a digest"),
    cuts: [
      {
        file: `${server}/account/management/export.ts`,
        text: "page.map(clientRecord)",
        by: "page",
      },
    ],
  },
  {
    attack: "another account's objects: keys",
    test: others,
    cuts: [
      {
        file: `${core}/identity/api-key.ts`,
        text: "await apiKeys.get(documents, { account, id });",
        by: "await keyOwners.get(documents, { id }).then((owner) => owner && followEntry(documents, owner.value));",
      },
    ],
  },
  {
    attack: "another account's objects: keys revoked",
    test: others,
    cuts: [
      {
        file: `${server}/account/management/keys.ts`,
        text: "await getApiKey(services.documents, caller.account.id, id);\n    await revokeApiKey",
        by: "await revokeApiKey",
      },
    ],
  },
  {
    attack: "another account's objects: clients",
    test: others,
    cuts: [
      {
        file: `${server}/account/management/clients.ts`,
        text: "await getOAuthClient(documents, account.id, id)",
        by: 'await (await import("@tools-api/core/oauth")).findOAuthClient(documents, id)',
      },
    ],
  },
  {
    attack: "another account's objects: grants",
    test: others,
    cuts: [
      {
        file: `${core}/identity/oauth/grants.ts`,
        text: "const found = await getGrant(stores.documents, account, id);\n    if (!found) return { operations",
        by: "const all = await grants.list(stores.documents, {}, { limit: 1000 });\n    const found = all.find(({ ids }) => ids.id === id);\n    if (!found) return { operations",
      },
    ],
  },
  {
    attack: "another account's objects: sessions",
    test: others,
    cuts: [
      {
        file: `${core}/identity/sessions.ts`,
        text: "const found = await sessions.get(documents, { account, id });\n  if (!found) return false;",
        by: "const found = (await sessions.list(documents, {}, { limit: 1000 })).find(({ ids }) => ids.id === id);\n  if (!found) return false;",
      },
    ],
  },
];
