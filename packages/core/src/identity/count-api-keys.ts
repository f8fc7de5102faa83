import type { Account } from "./account.ts";
import { transact } from "../store/commit.ts";
import type { DocumentStore, WriteOperation } from "../store/storage.ts";
import { type ApiKey, apiKeyEnd, apiKeys, keyDigests, keyOwners, keyPrefixes } from "./api-key.ts";
import {
  countEnded,
  countNew,
  type CredentialKind,
  type CredentialPage,
  type CredentialPageRequest,
  isOver,
  pageOfCredentials,
} from "./credential-counts.ts";
import { credentialEpoch } from "./credential-epoch.ts";

/** API keys as a kind of credential that is counted. */
export const countedKeys: CredentialKind<ApiKey> = {
  name: "keys",
  label: "API keys",
  noun: "key",
  credentials: apiKeys,
  counted(apiKey) {
    const { id, createdAt, epoch } = apiKey;
    return { id, createdAt, endsAt: apiKeyEnd(apiKey), epoch };
  },
  async companions(documents, id) {
    const owner = await keyOwners.get(documents, { id });
    if (!owner) return [];
    const { account, key, prefixes } = owner.value;
    return [
      keyOwners.put(owner.ids, owner.value),
      ...(await digestWrites(documents, owner.value)),
      ...prefixes.map((prefix) => keyPrefixes.put({ prefix, key, account }, {})),
    ];
  },
};

/** Returns writes that store the index entries of a key's secrets as they are. */
export async function digestWrites(
  documents: DocumentStore,
  { digests }: { digests: readonly string[] },
): Promise<WriteOperation[]> {
  const entries = await Promise.all(digests.map((digest) => keyDigests.get(documents, { digest })));
  return entries.flatMap((entry) => (entry ? [keyDigests.put(entry.ids, entry.value)] : []));
}

/** Returns the writes that record the end of a key, for the commit that ends it. */
export function endedKeyCounts(
  documents: DocumentStore,
  apiKey: ApiKey,
  at: number,
): Promise<WriteOperation[]> {
  return countEnded({ documents, kind: countedKeys, account: apiKey.account, at }, apiKey);
}

/**
 * Records the end of a key that has expired, or that ended with all others of its epoch. Every process refuses such a
 * key already, so no fence has to be raised.
 */
function retireApiKey(
  documents: DocumentStore,
  ids: Pick<ApiKey, "account" | "id">,
  epoch: number,
  at: number,
): Promise<null> {
  return transact({ documents }, async () => {
    const found = await apiKeys.get(documents, ids);
    if (!found || !isOver(countedKeys.counted(found.value), epoch, at))
      return { operations: [], result: null };
    const apiKey = found.value;
    const isEnded = apiKey.epoch >= epoch || (apiKeyEnd(apiKey) ?? Infinity) <= at;
    const ended = isEnded ? apiKey : { ...apiKey, revokedAt: at };
    const counts = await endedKeyCounts(documents, ended, at);
    return { operations: [apiKeys.replace(found, ended), ...counts], result: null };
  });
}

/** Returns the writes that count a new key. See {@link countNew}. */
export function newApiKeyCounts(
  documents: DocumentStore,
  apiKey: ApiKey,
  at: number,
): Promise<WriteOperation[]> {
  const { account, epoch } = apiKey;
  return countNew({ documents, kind: countedKeys, account, at }, apiKey, (id) =>
    retireApiKey(documents, { account, id }, epoch, at),
  );
}

/**
 * Returns a page of an account's active keys, newest first, or of its ended keys, last ended first. The cost does not
 * grow with the number of keys.
 *
 * @param at Epoch milliseconds.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createAccount, createApiKey, pageOfApiKeysIn } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const account = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
 * await createApiKey(documents, account.id, { name: "ci" }, { at: Date.now() });
 * const page = { state: "active", limit: 100 } as const;
 * const { items } = await pageOfApiKeysIn(documents, account, page, Date.now());
 * console.log(items.map(({ name }) => name)); // [ "ci" ]
 * ```
 */
export async function pageOfApiKeysIn(
  documents: DocumentStore,
  account: Pick<Account, "id" | "credentialEpoch">,
  page: CredentialPageRequest,
  at: number,
): Promise<CredentialPage<ApiKey>> {
  const epoch = credentialEpoch(account);
  return pageOfCredentials({ documents, kind: countedKeys, account: account.id, at }, page, epoch, (id) =>
    retireApiKey(documents, { account: account.id, id }, epoch, at),
  );
}
