import { z } from "zod";
import { callScopes, type Scope, scopes } from "../account-terms.ts";
import { ToolsError } from "../errors.ts";
import { nameExpected, nameOf } from "../name.ts";
import type { DocumentStore, WriteOperation } from "../storage.ts";
import { invalidParameters, parameter, validateOptions } from "../validate.ts";
import { type ApiKeyDigests, plainDigests } from "./api-key-digests.ts";
import { generateApiKey } from "./api-key-format.ts";
import {
  ApiKey,
  ApiKeyEntry,
  type ApiKeyRevision,
  digestKey,
  followEntry,
  noSuchKey,
  ownerKey,
} from "./api-key.ts";
import { commitFenced, type Stores } from "./commit-fenced.ts";
import { apiKeyWrite, endingWrites, newApiKeyCounts } from "./count-api-keys.ts";
import { credentialEpoch, currentEpochs, type Epochs } from "./credential-epoch.ts";
import { type FormDigest, formWrites } from "./idempotency.ts";
import { newIdentifier, type RandomBytes, secureRandomBytes } from "./identifier.ts";
import { tokenDigest } from "./token.ts";

const name = nameOf(100);
const nameRule = nameExpected(1, 100);
const scopeList = z.array(z.enum(scopes)).min(1);
const scopesExpected = `a list of ${scopes.join(", ")}`;
const dailyLimit = z.int().positive().nullable();
const dailyLimitExpected = "a positive integer, or null for no daily limit";

/** The fields of a new key. */
export const NewApiKey = z.strictObject({
  name: parameter(nameRule, name.default("default")),
  scopes: parameter(scopesExpected, scopeList.default([...callScopes])),
  expires_at: parameter(
    "an instant in the future, in epoch milliseconds",
    z.number().positive().nullable().default(null),
  ),
  daily_limit: parameter(dailyLimitExpected, dailyLimit.default(null)),
});

/** The fields of a key that can be changed. */
export const ApiKeyChange = z.strictObject({
  name: parameter(nameRule, name.optional()),
  scopes: parameter(scopesExpected, scopeList.optional()),
  daily_limit: parameter(dailyLimitExpected, dailyLimit.optional()),
});

/** The generator of key secrets, and the digests under which they are stored. */
export interface ApiKeySecrets {
  /** Default: {@link plainDigests}. */
  digests?: ApiKeyDigests | undefined;
  randomBytes?: RandomBytes;
}

/** The caller that creates a credential, and its request. */
export interface Issuing {
  /** The account's epochs as read when the caller was authenticated. Default: the stored ones. */
  epochs?: Epochs | undefined;
  /** The form that the request submits. Each form is answered once. */
  form?: FormDigest | undefined;
}

/** A key with its secret, which is shown only once. */
export interface IssuedApiKey {
  apiKey: ApiKey;
  secret: string;
}

/** Generates a secret, with its digest and the write of its index entry. */
export async function newSecret(
  entry: z.infer<typeof ApiKeyEntry>,
  { digests = plainDigests, randomBytes = secureRandomBytes }: ApiKeySecrets,
  expiresAt?: number,
) {
  const secret = generateApiKey(randomBytes);
  const [digest] = await digests.of(await tokenDigest(secret));
  const expiry = expiresAt !== undefined && { expiresAt };
  return {
    secret,
    digest,
    operation: { key: digestKey(digest), value: entry, ifAbsent: true, ...expiry } satisfies WriteOperation,
  };
}

/**
 * Issues a key.
 *
 * @param fields Default scopes: those of the four endpoints. `expiresAt` is in epoch milliseconds. `dailyLimit` caps
 *   the calls per UTC day.
 * @throws ToolsError `invalid_parameter`; `conflict` if the account has 100 active keys.
 * @throws RepeatedRequest if the form was answered before. Its answer is the id of the key.
 */
export async function createApiKey(
  documents: DocumentStore,
  account: string,
  fields: {
    name?: string | undefined;
    scopes?: Scope[] | undefined;
    expiresAt?: number | null | undefined;
    dailyLimit?: number | null | undefined;
  },
  at: number,
  { epochs, form, ...secrets }: ApiKeySecrets & Issuing = {},
): Promise<IssuedApiKey> {
  const values = validateOptions(NewApiKey, fields);
  const { expires_at: expiresAt } = values;
  const apiKey: ApiKey = {
    id: newIdentifier("key", secrets.randomBytes ?? secureRandomBytes),
    account,
    name: values.name,
    scopes: values.scopes,
    dailyLimit: values.daily_limit,
    createdAt: new Date(at).toISOString(),
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    revokedAt: null,
    generation: 1,
    rotatedAt: null,
    previousEndsAt: null,
    epoch: credentialEpoch(await currentEpochs(documents, account, epochs)),
  };
  const write = apiKeyWrite(apiKey);
  const expiry = write.expiresAt !== undefined && { expiresAt: write.expiresAt };
  const entry = { account, key: apiKey.id, generation: apiKey.generation };
  const { secret, digest, operation } = await newSecret(entry, secrets, write.expiresAt);
  const owner = { ...entry, digests: [digest] };
  for (;;) {
    const forms = await formWrites(documents, form, apiKey.id, at);
    const counts = await newApiKeyCounts(documents, apiKey, at);
    const result = await documents.commit([
      ...counts,
      { ...write, ifAbsent: true },
      operation,
      { key: ownerKey(apiKey.id), value: owner, ifAbsent: true, ...expiry },
      ...forms,
    ]);
    if (result.committed) return { apiKey, secret };
    if (result.conflict !== counts[0]?.key && result.conflict !== forms[0]?.key)
      throw new ToolsError("conflict", "The id of the new key already exists. Try again.");
  }
}

/**
 * Reads, changes and writes a key. Retries if another process wrote it in between. `change` returns `null` to leave the
 * key unchanged.
 */
async function changeApiKey(
  stores: Stores,
  id: string,
  change: (found: ApiKeyRevision) => WriteOperation[] | null | Promise<WriteOperation[] | null>,
): Promise<ApiKey> {
  for (;;) {
    const entry = await stores.documents.get(ownerKey(id));
    const found = entry && (await followEntry(stores.documents, ApiKeyEntry.parse(entry.value)));
    if (!found) throw noSuchKey(id);
    const operations = await change(found);
    if (!operations) return found.apiKey;
    // The first write is the document of the key.
    if ((await commitFenced(stores, operations)).committed) return ApiKey.parse(operations[0]?.value);
  }
}

/**
 * Revokes a key. Every process refuses the next request with it. Revoking twice changes nothing.
 *
 * @throws ToolsError `not_found`.
 */
export function revokeApiKey(stores: Stores, id: string, at: number): Promise<ApiKey> {
  return changeApiKey(stores, id, ({ apiKey, revision }) => {
    if (apiKey.revokedAt !== null) return null;
    const revoked = { ...apiKey, revokedAt: new Date(at).toISOString() };
    return endingWrites(stores.documents, { apiKey: revoked, revision }, at);
  });
}

/**
 * Renames a key, narrows its scopes, or sets or lifts its cap. The change applies to the next request in every process.
 * Scopes never widen, because every holder of the key would get the new rights. Calls from before the first cap of the
 * day do not count toward it.
 *
 * @throws ToolsError `invalid_parameter`, also for a scope that the key does not have; `not_found`; `conflict` if the
 *   key is revoked.
 */
export async function updateApiKey(
  stores: Stores,
  id: string,
  fields: {
    name?: string | undefined;
    scopes?: Scope[] | undefined;
    dailyLimit?: number | null | undefined;
  },
): Promise<ApiKey> {
  const values = validateOptions(ApiKeyChange, fields);
  return changeApiKey(stores, id, ({ apiKey, revision }) => {
    if (apiKey.revokedAt !== null) throw new ToolsError("conflict", `The key ${id} is revoked.`);
    const wider = values.scopes?.filter((scope) => !apiKey.scopes.includes(scope)) ?? [];
    if (wider.length > 0) {
      const detail = `expected only scopes of the key (${apiKey.scopes.join(", ")}), received also ${wider.join(", ")}`;
      throw invalidParameters([{ name: "scopes", detail }]);
    }
    const changed = {
      ...apiKey,
      name: values.name ?? apiKey.name,
      scopes: values.scopes ?? apiKey.scopes,
      dailyLimit: values.daily_limit === undefined ? apiKey.dailyLimit : values.daily_limit,
    };
    return [{ ...apiKeyWrite(changed), ifVersion: revision, fence: true }];
  });
}

/**
 * Caps the calls per UTC day with a key. `null` lifts the cap. See {@link updateApiKey}.
 *
 * @throws ToolsError `invalid_parameter`, `not_found`, `conflict`.
 */
export function setApiKeyLimit(stores: Stores, id: string, limit: number | null): Promise<ApiKey> {
  return updateApiKey(stores, id, { dailyLimit: limit });
}
