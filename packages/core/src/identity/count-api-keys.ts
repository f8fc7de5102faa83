import type { Account } from "../account.ts";
import type { DocumentStore, WriteOperation } from "../storage.ts";
import {
  ApiKey,
  ApiKeyOwner,
  apiKeyKey,
  type ApiKeyRevision,
  digestKey,
  followEntry,
  ownerKey,
} from "./api-key.ts";
import {
  type CountedCredential,
  countEnded,
  countNew,
  type CredentialKind,
  type CredentialPage,
  type CredentialPageRequest,
  deletedAt,
  isOver,
  pageOfCredentials,
} from "./credential-counts.ts";
import { credentialEpoch } from "./credential-epoch.ts";

function endOf({ revokedAt, expiresAt }: ApiKey): number | null {
  const ends = [revokedAt, expiresAt].flatMap((at) => (at === null ? [] : [Date.parse(at)]));
  return ends.length === 0 ? null : Math.min(...ends);
}

/** Returns the fields of a key that counting needs. */
function countedApiKey(apiKey: ApiKey): CountedCredential {
  const { id, createdAt, epoch } = apiKey;
  return { id, createdAt: Date.parse(createdAt), endsAt: endOf(apiKey), epoch };
}

async function companions(documents: DocumentStore, _: string, id: string): Promise<WriteOperation[]> {
  const document = await documents.get(ownerKey(id));
  if (!document) return [];
  const keys = ApiKeyOwner.parse(document.value).digests.map(digestKey);
  const entries = await Promise.all(keys.map((key) => documents.get(key)));
  return [
    { key: document.key, value: document.value },
    ...entries.flatMap((entry) => (entry ? [{ key: entry.key, value: entry.value }] : [])),
  ];
}

/** API keys as a kind of credential that is counted. */
export const countedKeys: CredentialKind = {
  name: "keys",
  label: "API keys",
  noun: "key",
  keyOf: apiKeyKey,
  read: (value) => countedApiKey(ApiKey.parse(value)),
  companions,
};

/** Returns the write of a key's document, which is deleted 90 days after the key ends. */
export function apiKeyWrite(apiKey: ApiKey): WriteOperation {
  const endsAt = endOf(apiKey);
  return {
    key: apiKeyKey(apiKey.account, apiKey.id),
    value: apiKey,
    ...(endsAt !== null && { expiresAt: deletedAt(endsAt) }),
  };
}

/** Returns the writes that end a key, or that record the end of an expired one. */
export async function endingWrites(
  documents: DocumentStore,
  { apiKey, revision }: ApiKeyRevision,
  at: number,
): Promise<WriteOperation[]> {
  const credential = countedApiKey(apiKey);
  const endsAt = credential.endsAt ?? at;
  const { account } = apiKey;
  const counts = await countEnded(documents, countedKeys, { account, credential, endsAt, at });
  return [{ ...apiKeyWrite(apiKey), ifVersion: revision, fence: true }, ...counts];
}

/**
 * Records the end of a key that has expired, or that ended with all others of its epoch. Every process refuses such a
 * key already, so no fence has to be raised.
 */
async function retireApiKey(
  documents: DocumentStore,
  { account, id }: Pick<ApiKey, "account" | "id">,
  epoch: number,
  at: number,
): Promise<void> {
  for (;;) {
    const found = await followEntry(documents, { account, key: id, generation: 1 });
    if (!found || !isOver(countedApiKey(found.apiKey), epoch, at)) return;
    const { apiKey, revision } = found;
    const isEnded = apiKey.epoch >= epoch || (endOf(apiKey) ?? Infinity) <= at;
    const ended = isEnded ? apiKey : { ...apiKey, revokedAt: new Date(at).toISOString() };
    const writes = await endingWrites(documents, { apiKey: ended, revision }, at);
    if ((await documents.commit(writes)).committed) return;
  }
}

/** Returns the writes that count a new key. See {@link countNew}. */
export function newApiKeyCounts(
  documents: DocumentStore,
  apiKey: ApiKey,
  at: number,
): Promise<WriteOperation[]> {
  const { account, epoch } = apiKey;
  const credential = countedApiKey(apiKey);
  return countNew(documents, countedKeys, { account, credential, at }, (id) =>
    retireApiKey(documents, { account, id }, epoch, at),
  );
}

/**
 * Returns a page of an account's active keys, newest first, or of its ended keys, last ended first. The cost does not
 * grow with the number of keys.
 *
 * @param at Epoch milliseconds.
 */
export async function pageOfApiKeysIn(
  documents: DocumentStore,
  account: Pick<Account, "id" | "credentialEpoch">,
  page: CredentialPageRequest,
  at: number,
): Promise<CredentialPage<ApiKey>> {
  const epoch = credentialEpoch(account);
  return pageOfCredentials(
    documents,
    countedKeys,
    { ...page, account: account.id, epoch, at },
    {
      retire: (id) => retireApiKey(documents, { account: account.id, id }, epoch, at),
      async read(id) {
        const found = await followEntry(documents, { account: account.id, key: id, generation: 1 });
        return found && found.apiKey;
      },
    },
  );
}
