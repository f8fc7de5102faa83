import { jwtAuthenticator } from "@tools-api/adapters/auth/jwt";
import { memoryDocuments } from "@tools-api/adapters/storage/memory";
import type { Authenticator, DocumentStore } from "@tools-api/core";
import { type Account, createAccount } from "@tools-api/core/accounts";
import type { JwtIssuerSettings } from "@tools-api/core/oauth";
import { newSigner, type Signer } from "./signer.ts";

export const audience = "https://tools.example.com";
export const issuer = "https://login.example.com/";
export const strictIssuer = "https://strict.example.com/";
export const sharingIssuer = "https://sharing.example.com/";
export const secret = "a secret that both sides know, of 32 bytes and more";

/** Three trusted issuers, an untrusted one, and an account that their tokens may name. */
export interface World {
  documents: DocumentStore;
  authenticator: Authenticator;
  account: Account;
  /** Signs for `issuer`. */
  ec: Signer;
  rsa: Signer;
  /** Signs for `strictIssuer`, which issues access tokens of RFC 9068 and other tokens. */
  strict: Signer;
  /** Belongs to no issuer. */
  attacker: Signer;
  settings: JwtIssuerSettings[];
  /** Returns the claims of a valid token, with the given changes. */
  claims(changes?: Record<string, unknown>): Record<string, unknown>;
}

export async function newWorld(documents: DocumentStore = memoryDocuments()): Promise<World> {
  const [ec, rsa, strict, attacker] = await Promise.all([
    newSigner("ES256", "ec-1"),
    newSigner("RS256", "rsa-1"),
    newSigner("ES256", "strict-1"),
    newSigner("ES256", "ec-1"),
  ]);
  const account = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
  const settings: JwtIssuerSettings[] = [
    { issuer, audience, jwks: { keys: [...ec.jwks.keys, ...rsa.jwks.keys] }, algorithms: ["ES256", "RS256"] },
    { issuer: strictIssuer, audience, jwks: strict.jwks, algorithms: ["ES256"], typ: "at+jwt" },
    { issuer: sharingIssuer, audience, secret },
  ];
  return {
    documents,
    authenticator: jwtAuthenticator({ documents, issuers: settings }),
    account,
    ec,
    rsa,
    strict,
    attacker,
    settings,
    claims: (changes) => ({
      iss: issuer,
      aud: audience,
      sub: account.id,
      exp: Math.floor(Date.now() / 1000) + 600,
      ...changes,
    }),
  };
}
