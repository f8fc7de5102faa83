import { z } from "zod";
import { auditEntry } from "../audit/entries.ts";
import type { Source } from "../store/source.ts";
import { ToolsError } from "../errors.ts";
import { nameExpected, nameSchema } from "../schema/name.ts";
import type { Change } from "../store/collection.ts";
import { type Stores, transact } from "../store/commit.ts";
import { everyCall, type GrantedScopes, hasScope, operatorScope, Scope } from "./scopes.ts";
import type { DocumentStore, WriteOperation } from "../store/storage.ts";
import { isoInstantOrNull } from "../time.ts";
import { describeValue, invalidParameters, parameter, validateOptions } from "../schema/validate.ts";
import { type ApiKeyDigests, plainDigests } from "./api-key-digests.ts";
import { apiKeyPrefix, generateApiKey } from "./api-key-format.ts";
import {
  type ApiKey,
  apiKeyDeletion,
  apiKeys,
  keyDigests,
  keyOwners,
  keyPrefixes,
  noSuchKey,
} from "./api-key.ts";
import { endedKeyCounts, newApiKeyCounts } from "./count-api-keys.ts";
import { credentialEpoch, currentEpochs, type Epochs } from "./credential-epoch.ts";
import { type FormDigest, formWrites } from "../store/idempotency.ts";
import { newIdentifier, type RandomBytes, secureRandomBytes } from "../store/identifier.ts";
import { tokenDigest } from "../store/token.ts";

const name = nameSchema(100);
const nameRule = nameExpected(1, 100);
const scopeList = z
  .array(parameter("a scope such as usage:read", z.union([z.literal([everyCall, operatorScope]), Scope])))
  .min(1)
  .nullable();
const scopesExpected = "a list of scopes such as usage:read, or null for every call";
const dailyLimit = z.int().positive().nullable();
const dailyLimitExpected = "a positive integer, or null for no daily limit";
const addressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const allowedIps = z
  .array(
    z.string().refine((entry) => addressRange.safeParse(entry).success, {
      error: ({ input }) =>
        `expected an IP address, or a range in CIDR notation such as 192.0.2.0/24, received ${describeValue(input)}`,
    }),
  )
  .max(20)
  .describe("The IP addresses and ranges of the clients; empty for every address.");

/** The fields of a new key. */
export const NewApiKey = z.strictObject({
  name: parameter(nameRule, name.default("default"), {
    purpose: "The name of the key, to tell it from others.",
  }),
  scopes: parameter(scopesExpected, scopeList.default(null), {
    purpose: "The calls that the key may make; `null` for every call.",
  }),
  expires_at: parameter(
    "an instant in the future, in epoch milliseconds",
    z.number().positive().nullable().default(null),
    { purpose: "When the key stops working, in epoch milliseconds; `null` for never." },
  ),
  daily_limit: parameter(dailyLimitExpected, dailyLimit.default(null), {
    purpose: "How many calls the key may make in a UTC day; `null` for the allowance of the account.",
  }),
  allowed_ips: allowedIps.default([]),
});

/** The fields of a key that can be changed. */
export const ApiKeyChange = z.strictObject({
  name: parameter(nameRule, name.optional(), { purpose: "The new name of the key. Default: it stays." }),
  scopes: parameter(scopesExpected, scopeList.optional(), {
    purpose: "The calls that the key may make from now on. Default: they stay.",
  }),
  daily_limit: parameter(dailyLimitExpected, dailyLimit.optional(), {
    purpose:
      "How many calls the key may make in a UTC day; `null` for the allowance of the account. Default: it stays.",
  }),
  allowed_ips: allowedIps.optional(),
});

/** The generator of key secrets, and the digests under which they are stored. */
export interface ApiKeySecrets {
  /** Default: {@link plainDigests}. */
  digests?: ApiKeyDigests | undefined;
  randomBytes?: RandomBytes;
}

/** The caller that creates a credential, and its request. */
export interface Issuing {
  /** Epoch milliseconds. */
  at: number;
  /** The account's epochs as read when the caller was authenticated. Default: the stored ones. */
  epochs?: Epochs | undefined;
  /** The form that the request submits. Each form is answered once. */
  form?: FormDigest | undefined;
  /** The origin of the request, for the audit log. Default: the system. */
  by?: Source | undefined;
}

/** A key with its secret, which is shown only once. */
export interface IssuedApiKey {
  apiKey: ApiKey;
  secret: string;
}

/** A new secret of a key, the key with its prefix and last characters, and the writes of its index entries. */
interface NewSecret extends IssuedApiKey {
  digest: string;
  prefix: string;
  operations: WriteOperation[];
}

/** Generates the secret of a key's current generation. */
export async function newSecret(
  apiKey: ApiKey,
  { digests = plainDigests, randomBytes = secureRandomBytes }: ApiKeySecrets,
): Promise<NewSecret> {
  const { account, id, generation } = apiKey;
  const secret = generateApiKey(randomBytes);
  const prefix = apiKeyPrefix(secret);
  const [digest] = await digests.of(await tokenDigest(secret));
  const expiry = { expiresAt: apiKeyDeletion(apiKey) };
  return {
    apiKey: { ...apiKey, prefix, lastFour: secret.slice(-4) },
    secret,
    digest,
    prefix,
    operations: [
      keyDigests.create({ digest }, { account, key: id, generation }, expiry),
      keyPrefixes.put({ prefix, key: id, account }, {}, expiry),
    ],
  };
}

/**
 * Issues a key.
 *
 * @param fields `scopes` is `null` by default, and the key can make every call; `*` in a list stands for the same.
 *   `expiresAt` is in epoch milliseconds. `dailyLimit` caps the calls per UTC day. `allowedIps` limits the key to clients
 *   with these addresses or ranges.
 * @throws ToolsError `invalid_parameter`; `conflict` if the account has 100 active keys.
 * @throws RepeatedRequest if the form was answered before. Its answer is the id of the key.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createAccount, createApiKey } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const { id } = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
 * const fields = { name: "ci", dailyLimit: 100 };
 * const { apiKey, secret } = await createApiKey(documents, id, fields, { at: Date.now() });
 * console.log(apiKey.dailyLimit, secret.startsWith("tk_live_")); // 100 true
 * ```
 */
export async function createApiKey(
  documents: DocumentStore,
  account: string,
  fields: {
    name?: string | undefined;
    scopes?: GrantedScopes | undefined;
    expiresAt?: number | null | undefined;
    dailyLimit?: number | null | undefined;
    allowedIps?: readonly string[] | undefined;
  },
  { at, epochs, form, by, ...secrets }: ApiKeySecrets & Issuing,
): Promise<IssuedApiKey> {
  const values = validateOptions(NewApiKey, fields);
  const draft: ApiKey = {
    id: newIdentifier("key", secrets.randomBytes ?? secureRandomBytes),
    account,
    name: values.name,
    scopes: values.scopes,
    dailyLimit: values.daily_limit,
    prefix: null,
    lastFour: null,
    allowedIps: values.allowed_ips,
    createdAt: at,
    expiresAt: values.expires_at,
    revokedAt: null,
    generation: 1,
    rotatedAt: null,
    previousEndsAt: null,
    epoch: credentialEpoch(await currentEpochs(documents, account, epochs)),
  };
  const { id } = draft;
  const { apiKey, secret, digest, prefix, operations } = await newSecret(draft, secrets);
  const owner = { account, key: id, generation: apiKey.generation, digests: [digest], prefixes: [prefix] };
  const created = [
    apiKeys.create(apiKey, apiKey),
    ...operations,
    keyOwners.create({ id }, owner, { expiresAt: apiKeyDeletion(apiKey) }),
  ];
  return transact({ documents }, async () => {
    const forms = await formWrites(documents, form, id, at);
    const counts = await newApiKeyCounts(documents, apiKey, at);
    return {
      operations: [
        ...counts,
        ...created,
        ...forms,
        ...auditEntry({
          account,
          action: "key.created",
          target: id,
          details: keyFacts(apiKey),
          ...by,
          at,
        }),
      ],
      result: { apiKey, secret },
      onConflict(conflict) {
        if (created.some(({ key }) => key === conflict))
          throw new ToolsError("conflict", "The id of the new key already exists. Try again.");
      },
    };
  });
}

/** Returns the facts about a key that the audit log shows. */
function keyFacts({ name: label, scopes, dailyLimit: limit, expiresAt, allowedIps: ips }: ApiKey) {
  return {
    name: label,
    scopes: [...(scopes ?? [everyCall])],
    daily_limit: limit,
    expires_at: isoInstantOrNull(expiresAt),
    allowed_ips: ips,
  };
}

/** Changes a key. `change` returns `null` to leave it unchanged. Throws `not_found`. */
async function changeApiKey(
  stores: Stores,
  id: string,
  change: (apiKey: ApiKey) => Change<ApiKey> | null | Promise<Change<ApiKey> | null>,
): Promise<ApiKey> {
  // The account of a key never changes.
  const owner = await keyOwners.get(stores.documents, { id });
  const changed =
    owner &&
    (await apiKeys.update(stores, { account: owner.value.account, id }, ({ value }) => change(value)));
  if (!changed) throw noSuchKey(id);
  return changed;
}

/**
 * Revokes a key. Every process refuses the next request with it. Revoking twice changes nothing.
 *
 * @throws ToolsError `not_found`.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createAccount, createApiKey, revokeApiKey } from "@tools-api/core/accounts";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * const { id } = await createAccount(stores.documents, { email: "ada@example.com" }, { at: Date.now() });
 * const { apiKey } = await createApiKey(stores.documents, id, { name: "ci" }, { at: Date.now() });
 * const { revokedAt } = await revokeApiKey(stores, apiKey.id, Date.now());
 * console.log(revokedAt !== null); // true
 * ```
 */
export function revokeApiKey(stores: Stores, id: string, at: number): Promise<ApiKey> {
  return changeApiKey(stores, id, async (apiKey) => {
    if (apiKey.revokedAt !== null) return null;
    const value = { ...apiKey, revokedAt: at };
    const entry = {
      account: apiKey.account,
      action: "key.revoked",
      target: id,
      details: { name: apiKey.name },
    } as const;
    const counts = await endedKeyCounts(stores.documents, value, at);
    return { value, otherWrites: [...counts, ...auditEntry({ ...entry, ...stores.by, at })] };
  });
}

/**
 * Renames a key, narrows its scopes, or sets or lifts its cap or its allowed addresses. The change applies to the next request in every process.
 * Scopes never widen, because every holder of the key would get the new rights. Calls from before the first cap of the
 * day do not count toward it.
 *
 * @param at Epoch milliseconds, for the audit log.
 * @throws ToolsError `invalid_parameter`, also for a scope that the key does not have; `not_found`; `conflict` if the
 *   key is revoked.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createAccount, createApiKey, updateApiKey } from "@tools-api/core/accounts";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * const { id } = await createAccount(stores.documents, { email: "ada@example.com" }, { at: Date.now() });
 * const { apiKey } = await createApiKey(stores.documents, id, { name: "ci" }, { at: Date.now() });
 * const { scopes } = await updateApiKey(stores, apiKey.id, { scopes: ["usage:read"] });
 * console.log(scopes); // [ "usage:read" ]
 * ```
 */
export async function updateApiKey(
  stores: Stores,
  id: string,
  fields: {
    name?: string | undefined;
    scopes?: GrantedScopes | undefined;
    dailyLimit?: number | null | undefined;
    allowedIps?: readonly string[] | undefined;
  },
  at: number = Date.now(),
): Promise<ApiKey> {
  const values = validateOptions(ApiKeyChange, fields);
  return changeApiKey(stores, id, (apiKey) => {
    if (apiKey.revokedAt !== null) throw new ToolsError("conflict", `The key ${id} is revoked.`);
    const { scopes: own } = apiKey;
    const { scopes: wanted = own } = values;
    const wider = (wanted ?? [everyCall]).filter((scope) => !hasScope(own, scope));
    if (wider.length > 0) {
      const detail = `expected only scopes of the key (${(own ?? [everyCall]).join(", ")}), received also ${wider.join(", ")}`;
      throw invalidParameters([{ name: "scopes", detail }]);
    }
    const value = {
      ...apiKey,
      name: values.name ?? apiKey.name,
      scopes: wanted,
      dailyLimit: values.daily_limit === undefined ? apiKey.dailyLimit : values.daily_limit,
      allowedIps: values.allowed_ips ?? apiKey.allowedIps,
    };
    const { account } = apiKey;
    const entry = { account, action: "key.changed", target: id, details: keyFacts(value) } as const;
    return { value, otherWrites: auditEntry({ ...entry, ...stores.by, at }) };
  });
}

/**
 * Caps the calls per UTC day with a key. `null` lifts the cap. See {@link updateApiKey}.
 *
 * @throws ToolsError `invalid_parameter`, `not_found`, `conflict`.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createAccount, createApiKey, setApiKeyLimit } from "@tools-api/core/accounts";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * const { id } = await createAccount(stores.documents, { email: "ada@example.com" }, { at: Date.now() });
 * const { apiKey } = await createApiKey(stores.documents, id, { name: "ci" }, { at: Date.now() });
 * const { dailyLimit } = await setApiKeyLimit(stores, apiKey.id, 500);
 * console.log(dailyLimit); // 500
 * ```
 */
export function setApiKeyLimit(stores: Stores, id: string, limit: number | null): Promise<ApiKey> {
  return updateApiKey(stores, id, { dailyLimit: limit });
}
