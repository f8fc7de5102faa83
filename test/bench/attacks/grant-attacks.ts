import type { Attack } from "./attack.ts";

const core = "packages/core/src";
const server = "packages/server/src/oauth";
const codes = `${core}/identity/oauth/codes.ts`;
const refreshTokens = `${core}/identity/oauth/refresh-tokens.ts`;
const accessTokens = `${core}/identity/oauth/access-tokens.ts`;
const clients = `${core}/identity/oauth/clients.ts`;
const introspection = `${server}/introspection-endpoint.ts`;

function issuing(name: string): Attack["test"] {
  return { file: "server/oauth-tokens.test.ts", name };
}

const injected = issuing(
  "a code is good for the client, the redirect URI and the verifier that it was issued for (code injection)",
);
const racedCode = issuing(
  "a code is taken by exactly one of racing exchanges, and then gives nothing that lasts",
);
const racedRefresh = issuing(
  "a refresh token is taken by exactly one of racing calls, and then the family ends",
);
const endedToken = issuing(
  "an access token ends after 15 minutes, and at the next call when anything behind it ends",
);
const presentSecret = issuing("the token endpoint takes a client for who it is by its present secret alone");
const smallForm = issuing(
  "the token endpoint takes each parameter once, from a small form alone, and says so to no cache",
);
const renewedNoMore = issuing(
  "what was issued is renewed no more once the grant, the client or either account has ended",
);
const shownToNoOther = issuing("an access token is shown to no client but its own and its account's");

const narrowed = issuing("an access token loses at the next call the scopes that its client loses");
const remembers = {
  file: "packages/adapters/src/auth/access-token/authenticator.ts",
  text: "return expected.every(({ revision }, index) => revision === versions[index]);",
  by: "return versions.length > 0;",
};
const otherRevocations = issuing(
  "an access token stays valid when 150 other tokens of its client are revoked, which end at the next call",
);

/** Attacks on codes, tokens, and the clients that use them. */
export const grantAttacks: readonly Attack[] = [
  {
    attack: "code injection: another client",
    test: injected,
    cuts: [{ file: codes, text: 'if (kept.client !== presented.client) return "unknown";', by: "" }],
  },
  {
    attack: "code injection: another redirect_uri",
    test: injected,
    cuts: [
      { file: codes, text: 'if (kept.redirectUri !== presented.redirectUri) return "unknown";', by: "" },
    ],
  },
  {
    attack: "code injection: another verifier",
    test: injected,
    cuts: [{ file: codes, text: 'if (kept.codeChallenge !== challenge) return "unknown";', by: "" }],
  },
  {
    attack: "code injection: replay at the same time",
    test: racedCode,
    cuts: [
      { file: codes, text: "ifVersion: document.version, expiresAt", by: "expiresAt" },
      { file: codes, text: "ifVersion: found.revision,", by: "" },
    ],
    note: "The grant, which every exchange changes, is also written on condition of its version.",
  },
  {
    attack: "code injection: replay afterwards",
    test: issuing("a code replayed ends what it gave alone, not what another gave to the same client"),
    cuts: [
      {
        file: codes,
        text: "await endAuthorization(stores, { account, grant, authorization: used });",
        by: "",
      },
    ],
  },
  {
    attack: "an expired code",
    test: issuing("a code ends after 60 seconds"),
    cuts: [{ file: codes, text: 'if (kept.expiresAt <= at) return "ended";', by: "" }],
  },
  {
    attack: "refresh replay at the same time",
    test: racedRefresh,
    cuts: [{ file: refreshTokens, text: "ifVersion: version, ", by: "" }],
  },
  {
    attack: "refresh replay: the family",
    test: racedRefresh,
    cuts: [{ file: refreshTokens, text: "await endAuthorization(stores, kept);", by: "" }],
  },
  {
    attack: "refresh scope escalation",
    test: issuing(
      "a refresh token gives no more than was granted, and not less for having given less once (scope escalation)",
    ),
    cuts: [
      {
        file: refreshTokens,
        text: 'if (asked?.some((scope) => !kept.scopes.includes(scope))) return "scope";',
        by: "",
      },
    ],
  },
  {
    attack: "refresh by another client",
    test: issuing("a refresh token is no other client's, and ends after 30 days without use"),
    cuts: [{ file: refreshTokens, text: 'if (kept.client !== presented.client) return "unknown";', by: "" }],
  },
  {
    attack: "access token of a replayed code",
    test: issuing("a code replayed ends what it gave alone, not what another gave to the same client"),
    cuts: [
      {
        file: accessTokens,
        text: "if (!grant.authorizations.some(({ id }) => id === user.authorization)) return null;",
        by: "",
      },
    ],
  },
  {
    attack: "access token of a revoked grant, cached by a process",
    test: endedToken,
    cuts: [
      { file: accessTokens, text: "{ id: grantKey(grant.account, grant.id), revision },", by: "" },
      {
        file: accessTokens,
        text: "{ id: accountKey(account.account.id), revision: account.revision },",
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
        text: "if (!found || found.client.revokedAt !== null) return null;",
        by: "if (!found) return null;",
      },
    ],
    note: "The server checks the client and also the grants that end with it.",
  },
  {
    attack: "revoked client: its own tokens",
    test: issuing(
      "an access token of a client for itself acts for its owner, with its scopes, and ends with the client",
    ),
    cuts: [
      {
        file: accessTokens,
        text: "if (!found || found.client.revokedAt !== null) return null;",
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
        text: "client.scopes.includes(scope) && grant.scopes",
        by: "grant.scopes",
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
    test: issuing(
      "an access token is refused at the next call while the client's owner is suspended, and no longer",
    ),
    cuts: [remembers],
  },
  {
    attack: "token of a removed signing key, cached by a process",
    test: issuing(
      "signing keys end, when they are removed at once, the tokens that they signed at the next call",
    ),
    cuts: [remembers],
  },
  {
    attack: "revoked access token",
    test: otherRevocations,
    cuts: [
      {
        file: accessTokens,
        text: "return (await documents.get(revokedTokenKey(token.id))) !== null;",
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
        text: "if ((await commitFenced(stores, [operation])).committed) return;",
        by: "if (operation) return;",
      },
    ],
  },
  {
    attack: "a store filled with revocations",
    test: otherRevocations,
    cuts: [
      {
        file: accessTokens,
        text: "{ key: revokedTokenKey(token.id), value: {}, expiresAt }",
        by: "{ key: revokedTokenKey(token.id), value: { expiresAt } }",
      },
    ],
  },
  {
    attack: "a store filled with codes and tokens",
    test: issuing(
      "the token endpoint issues a bounded number of codes and tokens to a client in a loop, so that it cannot fill the store",
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
        text: "!isActive(principal) || !mayLearnOf(client, { client: access.client, account: principal.account.id })",
        by: "!isActive(principal)",
      },
    ],
  },
  {
    attack: "introspection of others' refresh tokens",
    test: shownToNoOther,
    cuts: [{ file: introspection, text: "!refresh || !mayLearnOf(client, refresh)", by: "!refresh" }],
  },
  {
    attack: "introspection with only a client's id",
    test: shownToNoOther,
    cuts: [{ file: introspection, text: 'if (client.type === "public")', by: "if (client.type === null)" }],
  },
  {
    attack: "revocation of others' tokens",
    test: { file: "server/oauth-judges.test.ts", name: "does as the RFCs say with openid-client" },
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
      "the token endpoint answers guesses of an address with 429 from the 21st on, while a client that is right is served",
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
        text: 'found?.account.status !== "active" || ',
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
        text: 'if (owner?.account.status !== "active")',
        by: "if (owner === undefined)",
      },
    ],
  },
];
