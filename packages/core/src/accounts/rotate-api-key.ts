import { z } from "zod";
import { ToolsError } from "../errors.ts";
import { parameter, validateOptions } from "../schemas/validate.ts";
import { ApiKeyEntry, apiKeyKey, followEntry, noSuchKey, ownerKey } from "./api-key.ts";
import { type ApiKeySecrets, type IssuedApiKey, newSecret } from "./api-keys.ts";
import { commitFenced, type Stores } from "./commit-fenced.ts";

const longestGraceSeconds = 30 * 86_400;

/** How a key is rotated. */
export const ApiKeyRotation = z.strictObject({
  grace_seconds: parameter(
    `an integer from 0 to ${longestGraceSeconds}`,
    z.int().min(0).max(longestGraceSeconds).default(0),
  ),
});

/**
 * Gives a key a new secret. The present one goes on working for `graceSeconds` (default 0: not at all), any that is
 * older ends at once: a key never has more than two. What ends is refused from the next request on in every process.
 * Of several who rotate at once one wins, so that nobody is handed a secret that has ended already.
 *
 * @throws ToolsError `invalid_parameter`, `not_found`, `conflict` for a key that is revoked or expired, or that
 * another has just rotated.
 */
export async function rotateApiKey(
  stores: Stores,
  id: string,
  fields: { graceSeconds?: number | undefined },
  at: number,
  secrets: ApiKeySecrets = {},
): Promise<IssuedApiKey> {
  const { grace_seconds } = validateOptions(ApiKeyRotation, fields);
  for (let generation: number | undefined; ;) {
    const document = await stores.documents.get(ownerKey(id));
    const entry = document && ApiKeyEntry.parse(document.value);
    const found = entry && (await followEntry(stores.documents, entry));
    if (!found) throw noSuchKey(id);
    const { apiKey, revision } = found;
    generation ??= apiKey.generation;
    if (apiKey.generation !== generation)
      throw new ToolsError("conflict", `The key ${id} has just been rotated.`);
    if (apiKey.revokedAt !== null) throw new ToolsError("conflict", `The key ${id} is revoked.`);
    if (apiKey.expiresAt !== null && Date.parse(apiKey.expiresAt) <= at)
      throw new ToolsError("conflict", `The key ${id} has expired.`);
    const rotated = {
      ...apiKey,
      generation: generation + 1,
      rotatedAt: new Date(at).toISOString(),
      previousEndsAt: grace_seconds === 0 ? null : new Date(at + grace_seconds * 1000).toISOString(),
    };
    const next = { account: apiKey.account, key: id, generation: rotated.generation };
    const { secret, operation } = await newSecret(next, secrets);
    const result = await commitFenced(stores, [
      { key: apiKeyKey(apiKey.account, id), value: rotated, ifVersion: revision, fence: true },
      operation,
    ]);
    if (result.committed) return { apiKey: rotated, secret };
  }
}
