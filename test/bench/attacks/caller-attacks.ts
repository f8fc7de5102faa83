import type { Attack } from "./attack.ts";

const core = "packages/core/src/accounts";
const server = "packages/server/src";
const credential = `${server}/http/credential.ts`;
const keyAuthenticator = "packages/adapters/src/auth/api-key.ts";

function managing(name: string): Attack["test"] {
  return { file: "server/management.test.ts", name };
}

function withKeys(name: string): Attack["test"] {
  return { file: "server/keys.test.ts", name };
}

function guessing(name: string): Attack["test"] {
  return { file: "server/guesses.test.ts", name };
}

const oddHeaders: Attack["test"] = {
  file: "server/jwt.test.ts",
  name: "a JWT as a bearer is refused in a header that comes twice, has control characters, or is too long",
};
const others: Attack["test"] = {
  file: "server/isolation.property.test.ts",
  name: "two accounts see nothing of each other by any call, in any order, and cannot tell what the other has from what is not there",
};

/** On callers with a key or a token, and on the management calls. */
export const callerAttacks: readonly Attack[] = [
  {
    attack: "credential in query",
    test: {
      file: "server/errors.test.ts",
      name: "401 does not look at a credential in the query when the header is missing",
    },
    cuts: [
      {
        file: credential,
        text: 'const header = c.req.header("Authorization");',
        by: 'const header = c.req.header("Authorization") ?? `Bearer ${new URL(c.req.url).searchParams.get("access_token")}`;',
      },
    ],
  },
  {
    attack: "credential in query or body beside the header",
    test: {
      file: "server/errors.test.ts",
      name: "400 and what counts as JSON answers invalid_request to a credential in the query or the body beside the header",
    },
    cuts: [{ file: credential, text: "if (stray)", by: "if (stray === null)" }],
  },
  {
    attack: "credential in the body of a management call",
    test: managing("the caller of a management call is never taken from the query or the body"),
    cuts: [
      {
        file: `${server}/management/route.ts`,
        text: "refuseStrayCredentials(c, body);",
        by: "delete body.api_key;",
      },
    ],
    note: "Bodies are strict, so that without the check the field is refused as unknown: it is dropped too.",
  },
  {
    attack: "two Authorization headers",
    test: oddHeaders,
    cuts: [
      {
        file: credential,
        text: 'const header = c.req.header("Authorization");',
        by: 'const header = c.req.header("Authorization")?.split(", ")[0];',
      },
    ],
    note: "Node joins them by a comma, which no credential holds.",
  },
  {
    attack: "header with control characters",
    test: oddHeaders,
    cuts: [
      {
        file: credential,
        text: 'return match && (match[1] ?? "");',
        by: 'return match && (match[1] ?? "").replace(/[\\0-\\x1f]/g, "");',
      },
    ],
    note: "Node's parser answers 400 to all but the tab; the rest is a row of its own.",
  },
  {
    attack: "header with control characters, past Node's parser",
    test: {
      file: "server/owasp-api-top-10.test.ts",
      name: "API2:2023 Broken Authentication refuses a credential with a control character in it, whoever parses the header",
    },
    cuts: [
      {
        file: `${server}/node.ts`,
        text: "requireHostHeader: false,",
        by: "requireHostHeader: false, insecureHTTPParser: true,",
      },
      {
        file: credential,
        text: 'return match && (match[1] ?? "");',
        by: 'return match && (match[1] ?? "").replace(/[\\0-\\x1f]/g, "");',
      },
    ],
    note: "Node's parser and the shape of a key each refuse them.",
  },
  {
    attack: "10,000 guesses",
    test: guessing(
      "10,000 guesses from one address get 20 answers a minute, while a valid key is served all along",
    ),
    cuts: [
      {
        file: `${server}/failed-attempts.ts`,
        text: "if (window.failures >= perMinute) return false;",
        by: "",
      },
    ],
  },
  {
    attack: "10,000 guesses from the 2^64 addresses of a host",
    test: guessing(
      "what is remembered of failed attempts is by what a caller cannot vary: all spellings of an address and of its /64 are one",
    ),
    cuts: [
      {
        file: `${server}/address-block.ts`,
        text: "if (!groups) return address;",
        by: "if (groups) return address;",
      },
    ],
  },
  {
    attack: "10,000 guesses under made-up addresses",
    test: guessing("X-Forwarded-For is believed by nobody who was not told of a proxy"),
    cuts: [
      {
        file: `${server}/client-address.ts`,
        text: "if (proxies === 0) return peerAddress;",
        by: "if (proxies === 0) proxies = 1;",
      },
    ],
  },
  {
    attack: "10,000 guesses under made-up addresses, behind a proxy",
    test: guessing(
      "X-Forwarded-For is believed as far as the proxies reach, whatever the client has put before",
    ),
    cuts: [{ file: `${server}/client-address.ts`, text: "forwarded.at(-proxies)", by: "forwarded.at(0)" }],
  },
  {
    attack: "10,000 guesses under made-up texts for addresses",
    test: guessing(
      "X-Forwarded-For with garbage in it counts as the proxy, not as a caller of its own for every text",
    ),
    cuts: [
      {
        file: `${server}/client-address.ts`,
        text: "return isIP(bare) === 0 ? null : bare;",
        by: "return isIP(bare) === 0 ? entry || null : bare;",
      },
    ],
  },
  {
    attack: "keys read from the store",
    test: {
      file: "core/accounts/api-keys.test.ts",
      name: "the digest of a key is HMAC-SHA-256 under the pepper, so that the store alone tells nobody whether a key is in it",
    },
    cuts: [{ file: `${core}/api-key-digests.ts`, text: "= [...signed, sha256];", by: "= [sha256];" }],
  },
  {
    attack: "expired key",
    test: {
      file: "adapters/auth/api-key.test.ts",
      name: "apiKeyAuthenticator refuses a key from the instant of its expiry, cached or not",
    },
    cuts: [
      {
        file: "packages/adapters/src/auth/credential-cache.ts",
        text: "if (expiresAt !== null && expiresAt + leewayMs <= clock.now())",
        by: "if (expiresAt === -1)",
      },
    ],
  },
  {
    attack: "revoked key",
    test: managing(
      "the caller of a management call is read afresh: a revoked key, an ended session and a suspended account are refused at once",
    ),
    cuts: [
      {
        file: `${core}/find-api-key.ts`,
        text: "if (!found || found.apiKey.revokedAt !== null)",
        by: "if (!found)",
      },
    ],
  },
  {
    attack: "revoked key, remembered by a process",
    test: managing(
      "the caller of a management call is read afresh: a revoked key, an ended session and a suspended account are refused at once",
    ),
    cuts: [
      {
        file: `${server}/management/caller.ts`,
        text: "identify(c, services, true)",
        by: "identify(c, services, false)",
      },
    ],
  },
  {
    attack: "suspended account",
    test: {
      file: "server/errors.test.ts",
      name: "403 answers account_suspended at once, and serves again at once when the account is restored",
    },
    cuts: [
      {
        file: `${server}/middleware/authenticate.ts`,
        text: 'if (principal.account.status === "suspended")',
        by: "if (principal.account.status === null)",
      },
    ],
  },
  {
    attack: "closed account",
    test: managing(
      "the account once closed lets nobody in, leaves its address free, and keeps nothing that says whose it was",
    ),
    cuts: [
      { file: keyAuthenticator, text: ' || owner.account.status === "closed"', by: "" },
      {
        file: `${server}/middleware/authenticate.ts`,
        text: 'if (principal.account.status === "closed")',
        by: "if (principal.account.status === null)",
      },
      { file: `${core}/close-account.ts`, text: "await eraseKeys(stores, id);", by: "" },
    ],
    note: "Its keys are erased, its authenticator refuses them, and so does whoever asks that.",
  },
  {
    attack: "scope that the credential lacks",
    test: {
      file: "server/errors.test.ts",
      name: "403 answers insufficient_scope and names the scope in the challenge",
    },
    cuts: [
      {
        file: `${server}/middleware/authenticate.ts`,
        text: "if (!principal.credential.scopes.includes(scope))",
        by: "if (principal.credential.scopes.length === 0)",
      },
    ],
  },
  {
    attack: "rotation: the old secret without a grace",
    test: withKeys(
      "the rotation of a key ends the old secret at once without a grace, and never counts it as a guess",
    ),
    cuts: [{ file: `${core}/find-api-key.ts`, text: "return works ? {", by: "return entry ? {" }],
  },
  {
    attack: "rotation grace",
    test: withKeys(
      "the rotation of a key lets the old secret work until the grace is over and not an instant longer",
    ),
    cuts: [
      {
        file: `${core}/find-api-key.ts`,
        text: "if (generation === apiKey.generation || apiKey.previousEndsAt === null) return ends;",
        by: "if (generation > 0) return ends;",
      },
    ],
  },
  {
    attack: "rotation grace: a third secret",
    test: withKeys(
      "the rotation of a key leaves a key two secrets at most: another rotation ends the oldest, whatever its grace",
    ),
    cuts: [
      {
        file: `${core}/find-api-key.ts`,
        text: "(entry.generation === generation - 1 && previousEndsAt !== null)",
        by: "previousEndsAt !== null",
      },
    ],
  },
  {
    attack: "rotation by two at once",
    test: {
      file: "core/accounts/api-keys.test.ts",
      name: "the rotation of a key is won by one of many, so that nobody is handed a secret that has ended",
    },
    cuts: [
      {
        file: `${core}/rotate-api-key.ts`,
        text: "if (apiKey.generation !== generation)",
        by: "generation = apiKey.generation;\n    if (generation < 0)",
      },
    ],
  },
  {
    attack: "bearer with more than its own: wider keys",
    test: withKeys(
      "a bearer credential that may manage the account makes keys that have no more than it has, by default just that",
    ),
    cuts: [
      {
        file: `${server}/management/authority.ts`,
        text: "if (!own) return;",
        by: "if (own !== undefined) return;",
      },
    ],
  },
  {
    attack: "bearer with more than its own: the secrets of wider keys",
    test: withKeys(
      "a bearer credential that may manage the account gets no secret of a key that has more than it has, and does not lift its own cap",
    ),
    cuts: [
      {
        file: `${server}/management/keys.ts`,
        text: "requireAuthority(caller, authorityOfKey(await getApiKey(services.documents, caller.account.id, id)));",
        by: "await getApiKey(services.documents, caller.account.id, id);",
      },
    ],
  },
  {
    attack: "bearer with more than its own: its cap",
    test: withKeys(
      "a bearer credential that may manage the account gets no secret of a key that has more than it has, and does not lift its own cap",
    ),
    cuts: [
      {
        file: `${server}/management/keys.ts`,
        text: "if (dailyLimit !== undefined) requireAuthority(",
        by: "if (dailyLimit === -1) requireAuthority(",
      },
    ],
  },
  {
    attack: "bearer with more than its own: a client",
    test: withKeys(
      "a bearer credential that may manage the account gets no secret of a key that has more than it has, and does not lift its own cap",
    ),
    cuts: [
      {
        file: `${server}/management/clients.ts`,
        text: "requireClientAuthority(caller, body.scopes);",
        by: "",
      },
    ],
  },
  {
    attack: "a key given more than it was made with",
    test: withKeys("API keys of an owner who is signed in cannot be widened, not even by their owner"),
    cuts: [{ file: `${core}/api-keys.ts`, text: "if (wider.length > 0) {", by: "if (wider.length > 99) {" }],
  },
  {
    attack: "a management call without account:read, account:write",
    test: managing(
      "the caller of a management call needs account:read to read and account:write to change, which no key has by default",
    ),
    cuts: [
      {
        file: `${server}/management/caller.ts`,
        text: "const denied = authorization(principal, scope);",
        by: "const denied = null;",
      },
    ],
  },
  {
    attack: "a bearer credential beside a session",
    test: managing(
      "the caller of a management call is who is signed in, or a bearer credential with the scope, and never both",
    ),
    cuts: [
      {
        file: `${server}/management/caller.ts`,
        text: "if (sessionToken(c, services) === undefined) {",
        by: "if (hasBearer || sessionToken(c, services) === undefined) {",
      },
    ],
  },
  {
    attack: "CSRF of a management call",
    test: managing("the caller of a management call is not what a page of another site makes a browser send"),
    cuts: [
      {
        file: `${server}/management/caller.ts`,
        text: "await sameOrigin(services)(c, async () => {});",
        by: "",
      },
    ],
  },
  {
    attack: "a leaked credential that sets the password",
    test: managing("the password is not set by a leaked credential, which would take the account over"),
    cuts: [
      {
        file: `${server}/management/confirm-owner.ts`,
        text: "const { services, caller, now } = call;",
        by: "const { services, caller, now } = call;\n  if (now > 0) return;",
      },
    ],
  },
  {
    attack: "guesses at the password by management calls",
    test: managing("the account has its guesses at the password bounded"),
    cuts: [
      {
        file: `${server}/management/confirm-owner.ts`,
        text: "const giveBack = services.signIns.take({",
        by: "const giveBack = ((_) => () => {})({",
      },
    ],
  },
  {
    attack: "secrets and digests in the export",
    test: managing("the account is exported with all that is kept, and without a secret or a digest"),
    cuts: [
      {
        file: `${server}/management/export.ts`,
        text: "clients: kept.clients.map(clientRecord),",
        by: "clients: kept.clients,",
      },
    ],
  },
  {
    attack: "another account's objects: keys",
    test: others,
    cuts: [
      {
        file: `${core}/api-key.ts`,
        text: 'isIdentifier("key", id) && (await followEntry(documents, { account, key: id, generation: 1 }));',
        by: `(await documents.get(ownerKey(id)).then((owner) =>
          owner && followEntry(documents, ApiKeyEntry.parse(owner.value))));`,
      },
    ],
  },
  {
    attack: "another account's objects: keys revoked",
    test: others,
    cuts: [
      {
        file: `${server}/management/keys.ts`,
        text: "await getApiKey(services.documents, caller.account.id, id);\n      await revokeApiKey",
        by: "await revokeApiKey",
      },
    ],
  },
  {
    attack: "another account's objects: clients",
    test: others,
    cuts: [
      {
        file: `${server}/management/clients.ts`,
        text: "await getOAuthClient(documents, account.id, id)",
        by: 'await (await import("@tools-api/core")).findOAuthClient(documents, id)',
      },
    ],
  },
  {
    attack: "another account's objects: grants",
    test: others,
    cuts: [
      {
        file: `${core.replace("accounts", "oauth")}/grants.ts`,
        text: "const found = await getGrant(stores.documents, account, id);\n    if (!found) throw new ToolsError",
        by: `const all = await stores.documents.list("grants/", { limit: 1000 });
    account = all.find(({ key }) => key.endsWith(id))?.key.split("/")[1] ?? account;
    const found = await getGrant(stores.documents, account, id);
    if (!found) throw new ToolsError`,
      },
    ],
  },
  {
    attack: "another account's objects: sessions",
    test: others,
    cuts: [
      {
        file: `${core}/sessions.ts`,
        text: "const document = await documents.get(sessionKey(account, id));",
        by: `const document = (await documents.list("sessions/", { limit: 1000 })).find(({ key }) => key.endsWith(id));
          if (sessionKey(account, id) === id) return false;`,
      },
    ],
  },
];
