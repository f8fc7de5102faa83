import type { Attack } from "./attack.ts";

const remoteKeys = "packages/adapters/src/auth/jwt/remote-keys.ts";
const tokenPrincipal = "packages/adapters/src/auth/token-principal.ts";
const introspection = "packages/adapters/src/auth/introspection.ts";
const ownTokens = "packages/adapters/src/auth/access-token/tokens.ts";
const subjects = "packages/core/src/identity/subjects.ts";

const tokens = "adapters/auth/jwt.test.ts";
const answers = "adapters/auth/introspection.test.ts";

/** Attacks by answers of other servers, and on our own access tokens. */
export const issuerAttacks: readonly Attack[] = [
  {
    attack: "the user of another issuer with the same subject",
    test: {
      file: tokens,
      name: "an issuer that provisions authenticates only accounts of its own subjects",
    },
    cuts: [{ file: subjects, text: "JSON.stringify([issuer, subject])", by: "JSON.stringify([subject])" }],
  },
  {
    attack: "an account taken over by an unverified address",
    test: {
      file: tokens,
      name: "an issuer that provisions provides a verified email only if no account has it, and never joins an account by email",
    },
    cuts: [
      {
        file: tokenPrincipal,
        text: 'readClaim(claims, "email_verified") === true ?',
        by: "mapping.provision ?",
      },
    ],
  },
  {
    attack: "keys of an issuer from another host (redirect)",
    test: {
      file: tokens,
      name: "keys that an issuer publishes are never fetched through redirects, and never from an oversized or malformed response",
    },
    cuts: [{ file: remoteKeys, text: 'redirect: "manual"', by: 'redirect: "follow"' }],
  },
  {
    attack: "an unbounded key set of an issuer",
    test: {
      file: tokens,
      name: "keys that an issuer publishes are never fetched through redirects, and never from an oversized or malformed response",
    },
    cuts: [
      { file: remoteKeys, text: "const maxSetBytes = 262_144;", by: "const maxSetBytes = 262_144_000;" },
    ],
  },
  ...(
    [
      ["wrong aud", 'if (!isAudience(readClaim(claims, "aud"), server)) return "unknown";', ""],
      ["wrong iss", 'if (iss !== undefined && iss !== server.issuer) return "unknown";', ""],
      [
        "not active",
        'if (claims["active"] !== true) return "unknown";',
        'if (!claims["active"]) return "unknown";',
      ],
      [
        "not a bearer token",
        'if (type !== undefined && (typeof type !== "string" || type.toLowerCase() !== "bearer")) return "unknown";',
        "",
      ],
      ["bound to a key", 'if (readClaim(claims, "cnf") !== undefined) return "unknown";', ""],
      ["not yet valid", 'if (notBefore !== null && notBefore > now) return "ended";', ""],
    ] as const
  ).map(([what, text, by]): Attack => ({
    attack: `introspection: an answer that says ${what}`,
    test: {
      file: answers,
      name: "introspectionAuthenticator accepts only an active bearer token of this issuer, for this audience, at this time",
    },
    cuts: [{ file: introspection, text, by }],
  })),
  {
    attack: "introspection: token and secret sent to another host (redirect)",
    test: {
      file: answers,
      name: "introspectionAuthenticator returns storage_unavailable if the server fails or answers invalidly, and asks again on the next call",
    },
    cuts: [{ file: introspection, text: 'redirect: "manual"', by: 'redirect: "follow"' }],
  },
  {
    attack: "introspection: an unbounded answer",
    test: {
      file: answers,
      name: "introspectionAuthenticator returns storage_unavailable if the server fails or answers invalidly, and asks again on the next call",
    },
    cuts: [
      {
        file: introspection,
        text: "const maxAnswerBytes = 65_536;",
        by: "const maxAnswerBytes = 65_536_000;",
      },
    ],
  },
  {
    attack: "introspection: our own keys sent to another server",
    test: {
      file: answers,
      name: "introspectionAuthenticator sends no other kind of credential to the introspection server",
    },
    cuts: [{ file: introspection, text: "ownSecret.test(credential) || ", by: "" }],
  },
  {
    attack: "introspection: the tokens of other issuers sent to a server",
    test: {
      file: answers,
      name: "introspectionAuthenticator sends no other kind of credential to the introspection server",
    },
    cuts: [
      { file: introspection, text: 'if (claims && claims["iss"] !== server.issuer) return null;', by: "" },
    ],
  },
  {
    attack: "our own access tokens, forged",
    test: {
      file: "server/oauth/tokens.test.ts",
      name: "an access token from any other party is rejected",
    },
    cuts: [
      {
        file: ownTokens,
        text: "const { payload } = await jwtVerify",
        by: "const payload = decodeJwt(token);\n        if (clock.now() < 0) await jwtVerify",
      },
    ],
  },
];
