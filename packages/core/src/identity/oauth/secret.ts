import type { RandomBytes } from "../../store/identifier.ts";
import { newToken, tokenDigest } from "../../store/token.ts";

/** The prefixes of the authorization server's secrets. Secret scanners recognize them by these. */
const prefixes = { client: "tcs_", code: "toc_", refreshToken: "trt_" } as const;

/** Returns a new secret with 256 random bits, and its digest. Only the digest is stored. */
export async function newSecret(
  kind: keyof typeof prefixes,
  randomBytes: RandomBytes,
): Promise<{ secret: string; digest: string }> {
  const secret = prefixes[kind] + newToken(randomBytes);
  return { secret, digest: await tokenDigest(secret) };
}
