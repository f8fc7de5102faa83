import { exportJWK, generateKeyPair, type GenerateKeyPairResult, type JWK } from "jose";

/** Keys of an issuer. It signs any content, without a library that refuses invalid tokens. */
export interface Signer {
  /** Its public keys, as an issuer publishes them. */
  jwks: { keys: JWK[] };
  /** Signs claims, or a string as the exact payload. Header members that are `undefined` are omitted. */
  sign(claims: object | string, header?: Record<string, unknown>): Promise<string>;
  privateKey: GenerateKeyPairResult["privateKey"];
  publicKey: GenerateKeyPairResult["publicKey"];
}

/** Creates an issuer's signer with a new key pair. */
export async function newSigner(alg: "ES256" | "RS256", kid: string): Promise<Signer> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return {
    privateKey,
    publicKey,
    jwks: { keys: [{ ...(await exportJWK(publicKey)), kid, alg, use: "sig" }] },
    async sign(claims, header = {}) {
      const input = `${part({ alg, kid, ...header })}.${part(claims)}`;
      const algorithm = { name: privateKey.algorithm.name, hash: "SHA-256" };
      const signature = await crypto.subtle.sign(algorithm, privateKey, new TextEncoder().encode(input));
      return `${input}.${Buffer.from(signature).toString("base64url")}`;
    },
  };
}

/** Encodes a segment of a token, a string without changes. */
export function part(value: unknown): string {
  return Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
}
