import { z } from "zod";
import { auditEntry } from "../audit/entries.ts";
import { type Stores, transact } from "../store/commit.ts";
import { ToolsError } from "../errors.ts";
import { parameter, validateOptions } from "../schema/validate.ts";
import {
  apiKeyDeletion,
  apiKeys,
  followEntry,
  keyDigests,
  keyOwners,
  keyPrefixes,
  noSuchKey,
} from "./api-key.ts";
import { type ApiKeySecrets, type IssuedApiKey, type Issuing, newSecret } from "./api-keys.ts";
import { formWrites } from "../store/idempotency.ts";

const maxGraceSeconds = 30 * 86_400;

// Old secrets stay known, so a program that still uses one is not counted as guessing. Rotating in a loop would fill
// the store with them.
const maxDigests = 10;

/** The parameters of a rotation. */
export const ApiKeyRotation = z.strictObject({
  grace_seconds: parameter(
    `an integer from 0 to ${maxGraceSeconds}`,
    z.int().min(0).max(maxGraceSeconds).default(0),
    {
      purpose:
        "How many seconds the previous secret keeps working: an hour lets running programs change over, `0` ends " +
        "a leaked secret immediately.",
    },
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
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createAccount, createApiKey, rotateApiKey } from "@tools-api/core/accounts";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * const { id } = await createAccount(stores.documents, { email: "ada@example.com" }, { at: Date.now() });
 * const { apiKey } = await createApiKey(stores.documents, id, { name: "ci" }, { at: Date.now() });
 * const rotated = await rotateApiKey(stores, apiKey.id, { graceSeconds: 3600 }, { at: Date.now() });
 * console.log(rotated.apiKey.generation); // 2
 * ```
 */
export async function rotateApiKey(
  stores: Stores,
  id: string,
  fields: { graceSeconds?: number | undefined },
  { at, form, ...secrets }: ApiKeySecrets & Pick<Issuing, "at" | "form">,
): Promise<IssuedApiKey> {
  const { grace_seconds } = validateOptions(ApiKeyRotation, fields);
  let generation: number | undefined;
  return transact(stores, async () => {
    const owner = await keyOwners.get(stores.documents, { id });
    const found = owner && (await followEntry(stores.documents, owner.value));
    if (!owner || !found) throw noSuchKey(id);
    const apiKey = found.value;
    const forms = await formWrites(stores.documents, form, id, at);
    generation ??= apiKey.generation;
    if (apiKey.generation !== generation)
      throw new ToolsError("conflict", `The key ${id} has just been rotated.`);
    if (apiKey.revokedAt !== null) throw new ToolsError("conflict", `The key ${id} is revoked.`);
    if (apiKey.expiresAt !== null && apiKey.expiresAt <= at)
      throw new ToolsError("conflict", `The key ${id} has expired.`);
    const draft = {
      ...apiKey,
      generation: generation + 1,
      rotatedAt: at,
      previousEndsAt: grace_seconds === 0 ? null : at + grace_seconds * 1000,
    };
    const { apiKey: rotated, secret, digest, prefix, operations } = await newSecret(draft, secrets);
    const digests = [digest, ...owner.value.digests];
    const prefixes = [...new Set([prefix, ...owner.value.prefixes])];
    const kept = {
      ...owner.value,
      digests: digests.slice(0, maxDigests),
      prefixes: prefixes.slice(0, maxDigests),
    };
    return {
      operations: [
        apiKeys.replace(found, rotated),
        ...operations,
        keyOwners.replace(owner, kept, { expiresAt: apiKeyDeletion(rotated) }),
        ...digests.slice(maxDigests).map((old) => keyDigests.drop({ digest: old })),
        ...prefixes
          .slice(maxDigests)
          .map((old) => keyPrefixes.drop({ prefix: old, key: id, account: apiKey.account })),
        ...forms,
        ...auditEntry({
          account: apiKey.account,
          action: "key.rotated",
          target: id,
          details: { name: apiKey.name, grace_seconds },
          ...stores.by,
          at,
        }),
      ],
      result: { apiKey: rotated, secret },
    };
  });
}
