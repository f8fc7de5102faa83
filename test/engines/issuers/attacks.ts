import { createHmac } from "node:crypto";
import { CompactEncrypt, exportJWK, exportSPKI, generateSecret } from "jose";
import { part, type Signer } from "./signer.ts";
import { audience, issuer, secret, sharingIssuer, strictIssuer, type World } from "./world.ts";

/** Creates tokens that must all be refused. */
export type Attack = (world: World) => Promise<string[]> | string[];

/** Signs like HS256, with any bytes as the secret. */
function hmac(header: unknown, payload: unknown, key: string | Uint8Array): string {
  const input = `${part(header)}.${part(payload)}`;
  return `${input}.${createHmac("sha256", key).update(input).digest("base64url")}`;
}

const now = () => Math.floor(Date.now() / 1000);

/** Signs the same claims with several headers. */
function underHeaders(signer: Signer, claims: object, headers: Record<string, unknown>[]): Promise<string[]> {
  return Promise.all(headers.map((header) => signer.sign(claims, header)));
}

/** Signs one token for each change of the claims. */
function withClaims(
  { claims }: World,
  signer: Signer,
  changes: Record<string, unknown>[],
  header: Record<string, unknown> = {},
): Promise<string[]> {
  return Promise.all(changes.map((change) => signer.sign(claims(change), header)));
}

/** Signs a token with a claim that JSON.stringify would not write. */
function withLiteral({ claims }: World, signer: Signer, member: string, literal: string): Promise<string> {
  const rest = JSON.stringify({ ...claims(), [member]: undefined });
  return signer.sign(`${rest.slice(0, -1)},"${member}":${literal}}`);
}

const kids = [
  "../../../../../../dev/null",
  "/dev/null",
  "' UNION SELECT 'x",
  "ec-1' OR '1'='1",
  "ec-1\u0000",
  "",
  ["ec-1"],
  { toString: "ec-1" },
  0,
  null,
  "__proto__",
];

/** Attacks by the kind of token that must be refused. */
export const attacks: Readonly<Record<string, Attack>> = {
  "an unsigned token, however `none` is spelled": ({ claims }) =>
    ["none", "None", "NONE", "nOnE", "", undefined, null, ["none"], "null"].flatMap((alg) =>
      ["", "x", "AA"].map((signature) => `${part({ alg, typ: "JWT" })}.${part(claims())}.${signature}`),
    ),

  "a token with a removed, changed or copied signature": async ({ ec, claims }) => {
    const [header = "", payload = "", signature = ""] = (await ec.sign(claims())).split(".");
    const [, other = ""] = (await ec.sign(claims({ scope: "account:write" }))).split(".");
    return [
      `${header}.${payload}.`,
      `${header}.${other}.${signature}`,
      `${header}.${payload}.${part("\0".repeat(64))}`,
      `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
    ];
  },

  "a token signed with the public key as a shared secret": async ({ rsa, ec, claims }) => {
    const keys = await Promise.all(
      [rsa, ec].map(async ({ publicKey, jwks }) => {
        const pem = await exportSPKI(publicKey);
        const [published] = jwks.keys;
        const texts = [
          pem,
          `${pem}\n`,
          pem.trim(),
          JSON.stringify(published),
          JSON.stringify({ keys: [published] }),
        ];
        const { n, x } = await exportJWK(publicKey);
        return [...texts, Buffer.from(n ?? x ?? "", "base64url"), n ?? x ?? ""];
      }),
    );
    return keys
      .flat()
      .flatMap((key) =>
        ["HS256", "hs256"].flatMap((alg) =>
          ["rsa-1", "ec-1", undefined].map((kid) => hmac({ alg, kid }, claims(), key)),
        ),
      );
  },

  "a token signed with an algorithm that its issuer does not allow": async ({ rsa, claims, ec }) => [
    await rsa.sign(claims({ iss: strictIssuer }), { typ: "at+jwt" }),
    hmac({ alg: "HS256" }, claims({ iss: strictIssuer }), secret),
    ...(await underHeaders(ec, claims({ iss: sharingIssuer }), [{}, { kid: undefined }])),
    createHs512(claims({ iss: sharingIssuer })),
  ],

  "a token that one trusted issuer signs in the name of another": async ({ ec, strict, claims }) => [
    await ec.sign(claims({ iss: strictIssuer }), { typ: "at+jwt", kid: "strict-1" }),
    await strict.sign(claims()),
    await strict.sign(claims(), { kid: "ec-1" }),
    hmac({ alg: "HS256" }, claims(), secret),
  ],

  "a token of an untrusted issuer": (world) =>
    withClaims(world, world.ec, [
      { iss: "https://elsewhere.example.com/" },
      { iss: issuer.slice(0, -1) },
      { iss: issuer.toUpperCase() },
      { iss: `${issuer} ` },
      { iss: [issuer] },
      { iss: { toString: issuer } },
      { iss: undefined },
      { iss: null },
      { iss: "__proto__" },
    ]),

  "a token for another audience": (world) =>
    withClaims(world, world.ec, [
      { aud: "https://other.example.com" },
      { aud: ["https://other.example.com"] },
      { aud: `${audience}/` },
      { aud: audience.slice(0, -1) },
      { aud: [] },
      { aud: "" },
      { aud: { [audience]: true } },
      { aud: [[audience]] },
      { aud: undefined },
      { aud: null },
    ]),

  "an ID token, by any of its marks": async (world) => {
    const client = { aud: [audience, "portal"], azp: "portal" };
    const changes = [
      { nonce: "n-0S6_WzA2Mj" },
      { at_hash: "77QmUPtjPfzWtF2AnpK9RQ", scope: "openid profile:read" },
      { c_hash: "LDktKdoQak3Pk0cnXxCltA" },
      { s_hash: "LDktKdoQak3Pk0cnXxCltA" },
      { token_use: "id" },
      { typ: "ID", scope: "profile:read" },
      { typ: "Refresh" },
      { typ: ["Bearer"] },
      { azp: audience },
      { client_id: audience },
      client,
    ];
    return [
      ...(await withClaims(world, world.ec, changes)),
      ...(await withClaims(world, world.ec, changes, { typ: "JWT" })),
    ];
  },

  "a JWT of another type than an access token": async (world) => [
    ...(await withClaims(world, world.ec, [{}], { typ: "logout+jwt" })),
    ...(await withClaims(world, world.ec, [{}], { typ: "secevent+jwt" })),
    ...(await withClaims(world, world.ec, [{}], { typ: "application/dpop+jwt" })),
    ...(await withClaims(world, world.ec, [{}], { typ: ["at+jwt"] })),
    ...(await underHeaders(
      world.strict,
      world.claims({ iss: strictIssuer }),
      [undefined, "JWT", "jwt", "application/jwt", "at", "at+jwt ", null].map((typ) => ({ typ })),
    )),
  ],

  "a token that has expired": (world) =>
    withClaims(world, world.ec, [{ exp: now() - 6 }, { exp: 0 }, { exp: -1 }, { exp: 1.5 }]),

  "a token that is not valid yet": (world) =>
    withClaims(world, world.ec, [{ nbf: now() + 7 }, { nbf: 1e300 }, { nbf: "0" }, { nbf: null }]),

  "a token without an expiry, or with an unlimited one": async (world) => [
    ...(await withClaims(world, world.ec, [
      { exp: undefined },
      { exp: null },
      { exp: String(now() + 600) },
      { exp: true },
      { exp: [now() + 600] },
      { exp: {} },
      { exp: 8.64e12 + 1 },
      { exp: Number.MAX_VALUE },
    ])),
    await withLiteral(world, world.ec, "exp", "1e999"),
    await withLiteral(world, world.ec, "nbf", "1e999"),
    await withLiteral(world, world.ec, "exp", "NaN"),
  ],

  "a key id that is a path, SQL, a list or an object": async ({ attacker, claims }) => [
    ...kids.flatMap((kid) => ["", "\0", "null"].map((key) => hmac({ alg: "HS256", kid }, claims(), key))),
    ...(await underHeaders(
      attacker,
      claims(),
      kids.map((kid) => ({ kid })),
    )),
  ],

  "a key embedded in the token": async ({ attacker, claims }) => {
    const [jwk] = attacker.jwks.keys;
    return underHeaders(attacker, claims(), [
      { jwk },
      { jwk, kid: undefined },
      { x5c: [part("a certificate")] },
    ]);
  },

  "a critical extension, or an unencoded payload": async ({ ec, claims }) => {
    const unencoded = { b64: false, crit: ["b64"] };
    return [
      await ec.sign(claims(), unencoded),
      await ec.sign(claims(), { ...unencoded, b64: true, crit: [] }),
      await ec.sign(claims(), { crit: ["exp"], exp: now() + 600 }),
      await ec.sign(claims(), { crit: ["x"], x: 1 }),
      await ec.sign(claims(), { crit: "b64", b64: true }),
    ];
  },

  "a nested token, an encrypted one, and one with too many dots": async ({ ec, claims }) => {
    const token = await ec.sign(claims());
    const [header, payload, signature] = token.split(".");
    const encrypted = await new CompactEncrypt(new TextEncoder().encode(token))
      .setProtectedHeader({ alg: "dir", enc: "A256GCM", cty: "JWT" })
      .encrypt(await generateSecret("A256GCM"));
    return [
      await ec.sign(JSON.stringify(token)),
      await ec.sign(token),
      await ec.sign("[]"),
      await ec.sign("null"),
      encrypted,
      `${token}.`,
      `${token}..`,
      `.${token}`,
      `${header}..${payload}.${signature}`,
      `${header}.${payload}`,
      "..",
    ];
  },

  "a token of more than 8 kB": async ({ ec, attacker, claims }) => [
    await ec.sign(claims({ padding: "x".repeat(8192) })),
    await ec.sign(claims(), { padding: "x".repeat(8192) }),
    await attacker.sign(claims(), { kid: "k".repeat(1_000_000) }),
  ],

  "a token with whitespace or control characters in it": async ({ ec, claims }) => {
    const token = await ec.sign(claims());
    const [header, payload, signature] = token.split(".");
    return [
      `${header}.${payload}.${signature}\n`,
      ` ${token}`,
      `${token} `,
      `${header}.\t${payload}.${signature}`,
      `${header}.${payload}.${signature}\u0000`,
      `${header}.${payload}.${signature}=`,
      `${header}.${payload}.${signature}==`,
    ];
  },

  "a token that is bound to a key of its client": (world) =>
    withClaims(world, world.ec, [{ cnf: { jkt: "x" } }, { cnf: { "x5t#S256": "x" } }]),

  "a token that names an unknown account": (world) =>
    withClaims(world, world.ec, [
      { sub: undefined },
      { sub: "" },
      { sub: "acct_nobody" },
      { sub: 1 },
      { sub: [world.account.id] },
      { sub: { id: world.account.id } },
      { sub: `../accounts/${world.account.id}` },
      { sub: `${world.account.id}\u0000` },
      { sub: "\ud800" },
      { sub: "__proto__" },
      { sub: world.account.id.toLowerCase() },
    ]),
};

/** Signs with the right secret, but with an algorithm that its issuer does not allow. */
function createHs512(claims: object): string {
  const input = `${part({ alg: "HS512" })}.${part(claims)}`;
  return `${input}.${createHmac("sha512", secret).update(input).digest("base64url")}`;
}
