import type { Attack } from "./attack.ts";

const core = "packages/core/src";
const server = "packages/server/src/oauth";
const codes = `${core}/identity/oauth/codes.ts`;
const refreshTokens = `${core}/identity/oauth/refresh-tokens.ts`;
const accessTokens = `${core}/identity/oauth/access-tokens.ts`;
const clients = `${core}/identity/oauth/clients.ts`;
const introspection = `${server}/introspection-endpoint.ts`;

function issuing(name: string): Attack["test"] {
  return { file: "server/oauth/tokens.test.ts", name };
}

const injected = issuing(
  "a code is valid only for the client, the redirect URI and the verifier that it was issued for (code injection)",
);
const racedCode = issuing(
  "a code is redeemed by exactly one of concurrent exchanges, and its tokens are then revoked",
);
const racedRefresh = issuing(
  "a refresh token is accepted from exactly one of concurrent calls, and then its family is revoked",
);
const endedToken = issuing(
  "an access token expires after 15 minutes, and is rejected at the next call after its grant, client or account ends",
);
const presentSecret = issuing("the token endpoint authenticates a client only by its current secret");
const smallForm = issuing(
  "the token endpoint accepts each parameter once, only in a small form, and forbids caching",
);
const renewedNoMore = issuing(
  "a token is never renewed after its grant, its client or either account has ended",
);
const shownToNoOther = issuing(
  "an access token is introspected only by its own client and its account's clients",
);

const narrowed = issuing("an access token loses the scopes that its client loses, at the next call");
const remembers = {
  file: "packages/adapters/src/auth/access-token/authenticator.ts",
  text: "return expected.every(({ revision }, index) => revision === versions[index]);",
  by: "return versions.length > 0;",
};
const otherRevocations = issuing(
  "an access token stays valid when 150 other tokens of its client are revoked, which are rejected at the next call",
);

/** Attacks on codes, tokens, and the clients that use them. */
export const grantAttacks: readonly Attack[] = [
  {
    attack: "code injection: another client",
    test: injected,
    cuts: [{ file: codes, text: "code?.value.client === presented.client &&", by: "code !== null &&" }],
  },
  {
    attack: "code injection: another redirect_uri",
    test: injected,
    cuts: [{ file: codes, text: "code.value.redirectUri === presented.redirectUri &&", by: "" }],
  },
  {
    attack: "code injection: another verifier",
    test: injected,
    cuts: [{ file: codes, text: " &&\n      code.value.codeChallenge === challenge", by: "" }],
  },
  {
    attack: "code injection: replay at the same time",
    test: racedCode,
    cuts: [
      { file: codes, text: "codes.replace(code, {", by: "codes.put(code.ids, {" },
      {
        file: codes,
        text: "grants.replace(found, withAuthorization",
        by: "grants.put(found.ids, withAuthorization",
      },
    ],
    note: "The grant, which every exchange changes, is also written on condition of its version.",
  },
  {
    attack: "code injection: replay afterwards",
    test: issuing(
      "a code revokes the tokens of its own grant when it is replayed, and no other tokens of the client",
    ),
    cuts: [
      {
        file: codes,
        text: "await revokeTokenFamily(stores, { account, grant, authorization: used });",
        by: "",
      },
    ],
  },
  {
    attack: "an expired code",
    test: issuing("a code expires after 60 seconds"),
    cuts: [
      {
        file: codes,
        text: "code.value.expiresAt > at ? await getGrant(documents, account, grant) : null",
        by: "await getGrant(documents, account, grant)",
      },
    ],
  },
  {
    attack: "refresh replay at the same time",
    test: racedRefresh,
    cuts: [
      { file: refreshTokens, text: "refreshTokens.replace(found, {", by: "refreshTokens.put(found.ids, {" },
    ],
  },
  {
    attack: "refresh replay: the family",
    test: racedRefresh,
    cuts: [{ file: refreshTokens, text: "await revokeTokenFamily(stores, kept);", by: "" }],
  },
  {
    attack: "refresh scope escalation",
    test: issuing(
      "a refresh token returns at most the granted scopes, even after a request for fewer (scope escalation)",
    ),
    cuts: [
      {
        file: refreshTokens,
        text: 'if (asked?.some((scope) => !kept.scopes.includes(scope))) return { operations: [], result: "scope" };',
        by: "",
      },
    ],
  },
  {
    attack: "refresh by another client",
    test: issuing("a refresh token is rejected for another client, and expires after 30 days without use"),
    cuts: [{ file: refreshTokens, text: "if (found?.value.client !== presented.client)", by: "if (!found)" }],
  },
  {
    attack: "access token of a replayed code",
    test: issuing(
      "a code revokes the tokens of its own grant when it is replayed, and no other tokens of the client",
    ),
    cuts: [
      {
        file: accessTokens,
        text: "if (!authorizations.some(({ id: active }) => active === user.authorization)) return null;",
        by: "",
      },
    ],
  },
  {
    attack: "access token of a revoked grant, cached by a process",
    test: endedToken,
    cuts: [
      { file: accessTokens, text: "fence(grant)]", by: "]" },
      {
        file: accessTokens,
        text: "fence(account), ",
        by: "",
      },
    ],
    note: "Every change that ends access raises a fence of the account. Either fence invalidates the cached caller.",
  },
  {
    attack: "revoked client: the tokens of its users",
    test: endedToken,
    cuts: [
      { file: clients, text: "await revokeGrantsOfClient(stores, id);", by: "" },
      {
        file: accessTokens,
        text: "if (!found || found.value.revokedAt !== null) return null;",
        by: "if (!found) return null;",
      },
    ],
    note: "The server checks the client and also the grants that end with it.",
  },
  {
    attack: "revoked client: its own tokens",
    test: issuing(
      "an access token from client credentials acts for the client's owner with its scopes, and ends with the client",
    ),
    cuts: [
      {
        file: accessTokens,
        text: "if (!found || found.value.revokedAt !== null) return null;",
        by: "if (!found) return null;",
      },
    ],
  },
  {
    attack: "scopes that the client has lost",
    test: narrowed,
    cuts: [
      {
        file: accessTokens,
        text: "client.scopes.includes(scope) && scopes",
        by: "scopes",
      },
    ],
  },
  {
    attack: "scopes that the client has lost, cached by a process",
    test: narrowed,
    cuts: [remembers],
  },
  {
    attack: "suspended owner of a client, cached by a process",
    test: issuing("an access token is rejected while the client's owner is suspended, and only then"),
    cuts: [remembers],
  },
  {
    attack: "token of a removed signing key, cached by a process",
    test: issuing("signing keys invalidate their tokens at the next call when they are removed immediately"),
    cuts: [remembers],
  },
  {
    attack: "revoked access token",
    test: otherRevocations,
    cuts: [
      {
        file: accessTokens,
        text: "return (await revokedTokens.get(documents, token)) !== null;",
        by: "return false;",
      },
    ],
  },
  {
    attack: "revoked access token, cached by a process",
    test: otherRevocations,
    cuts: [
      {
        file: accessTokens,
        text: "const isCurrent = holder === null || isNewer;",
        by: "const isCurrent = true;",
      },
    ],
  },
  {
    attack: "a store filled with revocations",
    test: otherRevocations,
    cuts: [
      {
        file: accessTokens,
        text: "revokedTokens.put(token, {}, { expiresAt })",
        by: "revokedTokens.put(token, {})",
      },
    ],
  },
  {
    attack: "a store filled with codes and tokens",
    test: issuing(
      "the token endpoint issues a limited number of codes and tokens to a client in a loop, so that it cannot fill the store",
    ),
    cuts: [
      {
        file: `${server}/issue-throttle.ts`,
        text: "if (waitMs === 0) return;",
        by: "if (waitMs >= 0) return;",
      },
    ],
  },
  {
    attack: "introspection of others' access tokens",
    test: shownToNoOther,
    cuts: [
      {
        file: introspection,
        text: "!isActive(principal) || !canInspect(client, { client: access.client, account: principal.account.id })",
        by: "!isActive(principal)",
      },
    ],
  },
  {
    attack: "introspection of others' refresh tokens",
    test: shownToNoOther,
    cuts: [{ file: introspection, text: "!refresh || !canInspect(client, refresh)", by: "!refresh" }],
  },
  {
    attack: "introspection with only a client's id",
    test: shownToNoOther,
    cuts: [{ file: introspection, text: 'if (client.type === "public")', by: "if (client.type === null)" }],
  },
  {
    attack: "revocation of others' tokens",
    test: { file: "server/oauth/judges.test.ts", name: "conforms to the OAuth RFCs with openid-client" },
    cuts: [
      {
        file: `${server}/revocation-endpoint.ts`,
        text: "if (owner !== undefined && owner !== client.id)",
        by: "if (owner === null)",
      },
    ],
  },
  {
    attack: "another client's secret",
    test: presentSecret,
    cuts: [
      {
        file: clients,
        text: "(await tokenDigest(secret)) === client.secretDigest",
        by: '(await tokenDigest(secret)) !== ""',
      },
    ],
  },
  {
    attack: "a confidential client without its secret",
    test: presentSecret,
    cuts: [{ file: clients, text: 'return client.type === "public";', by: "return true;" }],
  },
  {
    attack: "credential in query of the token endpoint",
    test: smallForm,
    cuts: [
      {
        file: `${server}/form-request.ts`,
        text: 'if (new URL(c.req.url).search !== "")',
        by: "if (c === null)",
      },
    ],
  },
  {
    attack: "a client that identifies itself twice",
    test: smallForm,
    cuts: [
      {
        file: `${server}/client-authentication.ts`,
        text: "if (secret !== undefined)",
        by: "if (secret === null)",
      },
      {
        file: `${server}/client-authentication.ts`,
        text: "if (id !== undefined && id !== basic.id)",
        by: "if (id === null)",
      },
    ],
    note: "The test names two clients, which is also refused.",
  },
  {
    attack: "guesses at clients, codes and tokens",
    test: issuing(
      "the token endpoint returns 429 from the 21st guess of an address on, while a client with valid credentials is served",
    ),
    cuts: [
      {
        file: `${server}/form-request.ts`,
        text: "if (!(error instanceof OAuthError && error.isGuess) ||",
        by: "if (true ||",
      },
    ],
  },
  {
    attack: "suspended account: its tokens renewed",
    test: renewedNoMore,
    cuts: [
      {
        file: `${server}/token-endpoint.ts`,
        text: 'found?.value.status !== "active" || ',
        by: "",
      },
    ],
  },
  {
    attack: "suspended account: its client served",
    test: renewedNoMore,
    cuts: [
      {
        file: `${server}/client-authentication.ts`,
        text: 'if (owner?.value.status !== "active")',
        by: "if (owner === undefined)",
      },
    ],
  },
];
