import { z } from "zod";
import { ToolsError } from "../errors.ts";
import { parameter, validateOptions } from "../validate.ts";
import { ApiKeyOwner, digestKey, followEntry, noSuchKey, ownerKey } from "./api-key.ts";
import { type ApiKeySecrets, type IssuedApiKey, type Issuing, newSecret } from "./api-keys.ts";
import { commitFenced, type Stores } from "./commit-fenced.ts";
import { apiKeyWrite } from "./count-api-keys.ts";
import { formWrites } from "./idempotency.ts";

const longestGraceSeconds = 30 * 86_400;

// Old secrets stay known, so a program that still uses one is not counted as guessing. Rotating in a loop would fill
// the store with them.
const maxDigests = 10;

/** The parameters of a rotation. */
export const ApiKeyRotation = z.strictObject({
  grace_seconds: parameter(
    `an integer from 0 to ${longestGraceSeconds}`,
    z.int().min(0).max(longestGraceSeconds).default(0),
  ),
});

/**
 * Gives a key a new secret. The current secret works for another `graceSeconds` (default 0). Any older secret ends
 * immediately, so a key never has more than two. Every process refuses an ended secret from the next request on. Of
 * several concurrent rotations one succeeds, so no caller receives a secret that has already ended.
 *
 * @throws ToolsError `invalid_parameter`; `not_found`; `conflict` if the key is revoked or expired, or was rotated
 *   concurrently.
 * @throws RepeatedRequest if the form was answered before.
 */
export async function rotateApiKey(
  stores: Stores,
  id: string,
  fields: { graceSeconds?: number | undefined },
  at: number,
  { form, ...secrets }: ApiKeySecrets & Pick<Issuing, "form"> = {},
): Promise<IssuedApiKey> {
  const { grace_seconds } = validateOptions(ApiKeyRotation, fields);
  for (let generation: number | undefined; ;) {
    const document = await stores.documents.get(ownerKey(id));
    const entry = document && ApiKeyOwner.parse(document.value);
    const found = entry && (await followEntry(stores.documents, entry));
    if (!document || !found) throw noSuchKey(id);
    const { apiKey, revision } = found;
    const forms = await formWrites(stores.documents, form, id, at);
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
    const write = apiKeyWrite(rotated);
    const expiry = write.expiresAt !== undefined && { expiresAt: write.expiresAt };
    const { secret, digest, operation } = await newSecret(next, secrets, write.expiresAt);
    const digests = [digest, ...entry.digests];
    const result = await commitFenced(stores, [
      { ...write, ifVersion: revision, fence: true },
      operation,
      {
        key: document.key,
        value: { ...entry, digests: digests.slice(0, maxDigests) },
        ifVersion: document.version,
        ...expiry,
      },
      ...digests.slice(maxDigests).map((old) => ({ key: digestKey(old) })),
      ...forms,
    ]);
    if (result.committed) return { apiKey: rotated, secret };
  }
}
