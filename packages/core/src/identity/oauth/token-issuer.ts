import { z } from "zod";
import { Scope } from "../scopes.ts";

const name = z.string({ error: "expected a string of 1 to 500 characters" }).min(1).max(500);

/**
 * Returns whether a URL is safe to verify tokens with. Over the network it must use TLS, because the tokens are only as
 * trustworthy as the connection to the keys that verify them.
 */
function isSafeUrl(text: string): boolean {
  const { protocol, hostname, username } = URL.canParse(text) ? new URL(text) : new URL("invalid:");
  const isLoopback = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return username === "" && (protocol === "https:" || (protocol === "http:" && isLoopback));
}

const url = z
  .string({ error: "expected an https URL" })
  .refine(isSafeUrl, "expected an https URL without a password (http for loopback only)");

const scopeList = z
  .array(Scope, { error: "expected a list of scopes such as usage:read, or null for every call" })
  .nullable();

/** The settings that map the claims of a token to an account and its scopes. */
const subjectClaims = {
  /** The exact `iss` of its tokens. */
  issuer: name,
  /** The required `aud`, or a list of accepted ones. Tokens that the issuer creates for other services are refused. */
  audience: z.union([name, z.array(name).min(1)], { error: "expected a string, or a list of at least one" }),
  /** The claim that names the account. */
  account_claim: name.default("sub"),
  /**
   * If false, the claim is the id of one of our accounts, so the issuer can act for all of them. If true, the claim is
   * the issuer's name for a user, and an account is opened at the first call.
   */
  provision: z.boolean({ error: "expected true or false" }).default(false),
  /** The claim that lists the scopes, as a string with spaces or as a list. Default: `scope`, otherwise `scp`. */
  scope_claim: name.optional(),
  /** The scopes of a token without a scope claim. Default: `null`, every call. */
  scopes: scopeList.default(null),
  /**
   * The scopes that a scope claim can grant. Default: `null`, every call. An issuer may use the name `account:write`
   * for a scope of another service. By default that must not let its users' applications manage accounts here.
   */
  allowed_scopes: scopeList.default(null),
};

const SubjectClaims = z.object(subjectClaims);

export type SubjectClaims = z.output<typeof SubjectClaims>;

const asymmetric = "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519".split(" ");
/** The minimum bytes of the secret for each algorithm: the length of its hash (RFC 7518 §3.2). */
const symmetric: Readonly<Record<string, number>> = { HS256: 32, HS384: 48, HS512: 64 };

const keySources = ["jwks_uri", "jwks", "secret"] as const;

/**
 * An issuer whose JWTs are accepted. The fields are named as in RFC 8414 and in the setting JWT_ISSUERS. Exactly one of
 * `jwks_uri`, `jwks` and `secret` verifies the tokens.
 */
export const JwtIssuer = z
  .strictObject({
    ...subjectClaims,
    /** The URL of its public keys (RFC 7517 §5). */
    jwks_uri: url.optional(),
    /** Its public keys. */
    jwks: z
      .object(
        { keys: z.array(z.looseObject({ kty: z.string().optional() })).min(1) },
        { error: "expected a JWK set, an object with a list of keys" },
      )
      .optional(),
    /** A secret that it shares with us, in UTF-8. */
    secret: z.string({ error: "expected a string" }).optional(),
    /**
     * The accepted values of `alg`, which are never taken from a token. Default: RS256, PS256, ES256 and EdDSA; with a
     * secret HS256. EdDSA and Ed25519 are names of one algorithm (RFC 9864).
     */
    algorithms: z
      .array(z.enum([...asymmetric, ...Object.keys(symmetric)]), {
        error: `expected a list of ${[...asymmetric, ...Object.keys(symmetric)].join(", ")}`,
      })
      .min(1)
      .optional(),
    /** `at+jwt`: only access tokens of RFC 9068. `JWT`: also plain JWTs that are not ID tokens. */
    typ: z.enum(["at+jwt", "JWT"], { error: 'expected "at+jwt" or "JWT"' }).default("JWT"),
  })
  .superRefine(({ algorithms, ...issuer }, context) => {
    const fault = (path: PropertyKey[], message: string) =>
      context.addIssue({ code: "custom", path, message });
    const { secret, jwks } = issuer;
    if (keySources.filter((source) => issuer[source] !== undefined).length !== 1)
      fault([], `expected exactly one of ${keySources.join(", ")}`);
    // With one list for both kinds, an attacker could sign a token with the public key as if it were the secret.
    const allowed = secret === undefined ? asymmetric : Object.keys(symmetric);
    if (algorithms?.some((algorithm) => !allowed.includes(algorithm)))
      fault(["algorithms"], `expected only ${allowed.join(", ")} with this kind of key`);
    const bytes = Math.max(...(algorithms ?? ["HS256"]).map((algorithm) => symmetric[algorithm] ?? 0));
    if (secret !== undefined && new TextEncoder().encode(secret).length < bytes)
      fault(["secret"], `expected at least ${bytes} bytes`);
    // A private key must not be configured here, and a shared key would be public to every reader of the set.
    for (const [index, key] of (jwks?.keys ?? []).entries())
      if (key.kty === undefined || key.kty === "oct" || "d" in key || "priv" in key)
        fault(["jwks", "keys", index], "expected a public key");
  })
  .transform(({ algorithms, ...issuer }) => ({
    ...issuer,
    algorithms:
      algorithms ?? (issuer.secret === undefined ? ["RS256", "PS256", "ES256", "EdDSA"] : ["HS256"]),
  }));

export type JwtIssuer = z.output<typeof JwtIssuer>;

/** The issuers whose JWTs are accepted. The `iss` of a token selects one of them. */
export const JwtIssuers = z.array(JwtIssuer).superRefine((issuers, context) => {
  for (const [index, { issuer }] of issuers.entries())
    if (issuers.findIndex((other) => other.issuer === issuer) < index)
      context.addIssue({ code: "custom", path: [index, "issuer"], message: "expected each issuer once" });
});

/** An issuer as configured. Fields with a default can be omitted. */
export type JwtIssuerSettings = z.input<typeof JwtIssuer>;

/** A token introspection server (RFC 7662), and our credentials for it. */
export const TokenIntrospection = z.strictObject({
  ...subjectClaims,
  introspection_endpoint: url,
  client_id: name,
  client_secret: z.string({ error: "expected a string" }).min(1),
});

export type TokenIntrospection = z.output<typeof TokenIntrospection>;

/** An introspection server as configured. Fields with a default can be omitted. */
export type TokenIntrospectionSettings = z.input<typeof TokenIntrospection>;
