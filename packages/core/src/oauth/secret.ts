import type { RandomBytes } from "../accounts/identifier.ts";
import { newToken, tokenDigest } from "../accounts/token.ts";

/** What each secret of the authorization server begins with, so that scanners of sources can tell them apart. */
const prefixes = { client: "tcs_", code: "toc_", refreshToken: "trt_" } as const;

/** A new secret with 256 random bits, and the digest that is all we store of it. */
export async function newSecret(
  kind: keyof typeof prefixes,
  randomBytes: RandomBytes,
): Promise<{ secret: string; digest: string }> {
  const secret = prefixes[kind] + newToken(randomBytes);
  return { secret, digest: await tokenDigest(secret) };
}
