import type { Attack, Cut } from "./attack.ts";

const verify = "packages/adapters/src/auth/jwt/verify.ts";
const jwt = "packages/adapters/src/auth/jwt.ts";
const remoteKeys = "packages/adapters/src/auth/jwt/remote-keys.ts";
const unverified = "packages/adapters/src/auth/unverified-token.ts";
const issuerSettings = "packages/core/src/identity/oauth/token-issuer.ts";
const attacks = "adapters/auth/jwt-attacks.test.ts";
const tokens = "adapters/auth/jwt.test.ts";

function refused(what: string): Attack["test"] {
  return { file: attacks, name: `jwtAuthenticator refuses ${what}` };
}

/**
 * Returns a cut that tries the key chosen by an expression of the header `h` and the token `t` before the
 * issuer's own keys.
 */
function keyChosenBy(expression: string): Cut {
  return {
    file: verify,
    text: "const keys = keySet(issuer, surroundings);",
    by: `const known = keySet(issuer, surroundings); const keys = async (h, t) => (${expression}) ?? known(h, t);`,
  };
}

const anyAlgorithm: Cut = {
  file: verify,
  text: "algorithms: issuer.algorithms,",
  by: 'algorithms: [...issuer.algorithms, "HS256"],',
};

const josesList = "jose has no key for it unless the list of algorithms is also extended.";

/** Attacks by tokens of other issuers, real or claimed. */
export const tokenAttacks: readonly Attack[] = [
  {
    attack: "alg: none",
    test: refused("an unsigned token, however `none` is spelled"),
    cuts: [
      {
        file: verify,
        text: "const currentDate = new Date(clock.now());",
        by: `const currentDate = new Date(clock.now());
          const [head, body] = token.split(".").map((part) => Buffer.from(part, "base64url").toString());
          if (String(JSON.parse(head).alg).toLowerCase() === "none")
            return { claims: JSON.parse(body), expiresAt: JSON.parse(body).exp * 1000 };`,
      },
    ],
    note: "jose never verifies it, so the cut bypasses jose.",
  },
  {
    attack: "an ID token as a bearer token",
    test: refused("an ID token, by any of its marks"),
    cuts: [
      {
        file: verify,
        text: "mayBeIdToken(payload, issuer, issuer.jwks_uri !== undefined)",
        by: "false",
      },
    ],
  },
  {
    attack: "a foreign scope that manages accounts",
    test: {
      file: tokens,
      name: "a caller with a JWT gets the scopes that manage an account only where the operator allows the issuer to grant them",
    },
    cuts: [
      {
        file: "packages/adapters/src/auth/token-principal.ts",
        text: "return mapping.allowed_scopes.filter(",
        by: "return scopes.filter(",
      },
      {
        file: "packages/adapters/src/auth/token-principal.ts",
        text: "import type { Clock, DocumentStore, Principal, Scope } from",
        by: "import { type Clock, type DocumentStore, type Principal, type Scope, scopes } from",
      },
    ],
  },
  {
    attack: "an unchecked signature",
    test: refused("a token with a removed, changed or copied signature"),
    cuts: [
      {
        file: verify,
        text: "await verifyWithAny(token, keys, { ...expectations, currentDate })",
        by: `((parts) => ({ protectedHeader: parts[0], payload: parts[1] }))(
          token.split(".").slice(0, 2).map((part) => JSON.parse(Buffer.from(part, "base64url").toString())))`,
      },
    ],
  },
  {
    attack: "HS/RS confusion",
    test: refused("a token signed with the public key as a shared secret"),
    cuts: [
      anyAlgorithm,
      keyChosenBy(`h.alg !== "HS256" ? undefined : Buffer.from((await import("node:crypto")).createPublicKey(
        { key: issuer.jwks.keys.find(({ kty }) => kty === "RSA") ?? issuer.jwks.keys[0], format: "jwk" },
      ).export({ type: "spki", format: "pem" }))`),
    ],
    note: josesList,
  },
  {
    attack: "HS/RS confusion: one list of algorithms for public keys and a secret",
    test: {
      file: tokens,
      name: "settings of issuers never combine algorithms for public keys with algorithms for a shared secret",
    },
    cuts: [
      {
        file: issuerSettings,
        text: "if (algorithms?.some((algorithm) => !allowed.includes(algorithm)))",
        by: "if (allowed.length === 0)",
      },
    ],
  },
  {
    attack: "an algorithm that its issuer does not allow",
    test: refused("a token signed with an algorithm that its issuer does not allow"),
    cuts: [
      {
        file: verify,
        text: "algorithms: issuer.algorithms,",
        by: 'algorithms: [...issuer.algorithms, "HS512"],',
      },
    ],
    note: "Without any list, jose throws at a secret for ES256 before it reaches HS512.",
  },
  {
    attack: "a shared secret that can be guessed",
    test: {
      file: tokens,
      name: "settings of issuers require secrets of at least 32 bytes, and of the hash's length",
    },
    cuts: [
      {
        file: issuerSettings,
        text: "if (secret !== undefined && new TextEncoder().encode(secret).length < bytes)",
        by: "if (bytes < 0)",
      },
    ],
  },
  {
    attack: "wrong iss",
    test: refused("a token of an untrusted issuer"),
    cuts: [
      {
        file: jwt,
        text: "known.get(issuer) : undefined",
        by: "(known.get(issuer) ?? [...known.values()][0]) : [...known.values()][0]",
      },
      { file: verify, text: "issuer: issuer.issuer,", by: "" },
    ],
    note: "The issuer also selects the keys.",
  },
  {
    attack: "wrong aud",
    test: refused("a token for another audience"),
    cuts: [{ file: verify, text: "audience: issuer.audience,", by: "" }],
  },
  {
    attack: "wrong typ",
    test: refused("a JWT of another type than an access token"),
    cuts: [
      {
        file: verify,
        text: 'if (!acceptedTypes[issuer.typ].includes(type)) return "unknown";',
        by: "",
      },
    ],
  },
  {
    attack: "expired",
    test: refused("a token that has expired"),
    cuts: [
      {
        file: verify,
        text: 'if (error instanceof errors.JWTExpired) return "ended";',
        by: "if (error instanceof errors.JWTExpired) return { claims: error.payload, expiresAt: 8e15 };",
      },
    ],
    note: "The cache of callers also refuses expired tokens. The cut makes the token permanent.",
  },
  {
    attack: "not yet valid",
    test: refused("a token that is not valid yet"),
    cuts: [
      {
        file: verify,
        text: 'if (error instanceof errors.JWTClaimValidationFailed && error.claim === "nbf") return "ended";',
        by: 'if (error.claim === "nbf") return { claims: error.payload, expiresAt: 8e15 };',
      },
    ],
  },
  {
    attack: "a token that never ends",
    test: refused("a token without an expiry, or with an unlimited one"),
    cuts: [
      { file: verify, text: 'requiredClaims: ["exp"],', by: "" },
      { file: verify, text: 'if (expiresAt === undefined) return "unknown";', by: "" },
    ],
    note: "Either check still refuses the token without the other.",
  },
  {
    attack: "kid injection: a path",
    test: refused("a key id that is a path, SQL, a list or an object"),
    cuts: [
      anyAlgorithm,
      keyChosenBy('String(h.kid).includes("/dev/null") ? new TextEncoder().encode("\\0") : undefined'),
    ],
    note: josesList,
  },
  {
    attack: "kid injection: not compared",
    test: {
      file: tokens,
      name: "keys that an issuer publishes are fetched for unknown key ids at most every 10 seconds",
    },
    cuts: [keyChosenBy("known({ ...h, kid: undefined }, t)")],
  },
  {
    attack: "kid injection: a request to the issuer for every forged one",
    test: {
      file: tokens,
      name: "keys that an issuer publishes are fetched for unknown key ids at most every 10 seconds",
    },
    cuts: [
      {
        file: remoteKeys,
        text: "if (isWithin(cooldownMs, loadedAt, clock.now())) throw new errors.JWKSNoMatchingKey();",
        by: "",
      },
    ],
  },
  {
    attack: "jku, x5u",
    test: { file: attacks, name: "jwtAuthenticator never fetches a key from a URL in the token" },
    cuts: [
      keyChosenBy(`String(h.jku ?? h.x5u ?? h.kid).startsWith("http")
        ? remoteKeys(h.jku ?? h.x5u ?? h.kid, surroundings)({ ...h, kid: undefined }, t) : undefined`),
    ],
  },
  {
    attack: "jwk: a key embedded in the token",
    test: refused("a key embedded in the token"),
    cuts: [keyChosenBy('h.jwk ? (await import("jose")).importJWK(h.jwk, h.alg) : undefined')],
  },
  {
    attack: "crit: an unknown extension",
    test: refused("a critical extension, or an unencoded payload"),
    cuts: [
      {
        file: verify,
        text: "{ ...expectations, currentDate });",
        by: "{ ...expectations, currentDate, crit: { exp: false, x: false } });",
      },
    ],
  },
  {
    attack: "oversized token",
    test: refused("a token of more than 8 kB"),
    cuts: [
      { file: unverified, text: "const maxTokenLength = 8192;", by: "const maxTokenLength = 8_192_000;" },
    ],
  },
  {
    attack: "a token that is bound to a key, stolen",
    test: refused("a token that is bound to a key of its client"),
    cuts: [{ file: verify, text: 'if (readClaim(payload, "cnf") !== undefined) return "unknown";', by: "" }],
  },
  {
    attack: "a token with extra content around it",
    test: refused("a nested token, an encrypted one, and one with too many dots"),
    cuts: [
      { file: unverified, text: "/^[\\w-]+\\.[\\w-]+\\.[\\w-]*$/", by: "/^[\\w.-]+$/" },
      {
        file: verify,
        text: "await verifyWithAny(token, keys,",
        by: 'await verifyWithAny(token.replace(/^\\.+|\\.+$/g, ""), keys,',
      },
    ],
    note: "jose also counts the parts.",
  },
];
