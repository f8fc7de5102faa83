import { z } from "zod";
import { ToolsError } from "../errors.ts";
import { scopes } from "../schemas/account.ts";
import { StoredName } from "../schemas/name.ts";
import type { DocumentStore } from "../storage.ts";
import { isIdentifier } from "./identifier.ts";

/** All that is kept of an API key; the key itself is shown once and never stored. */
export const ApiKey = z.object({
  id: z.string(),
  account: z.string(),
  name: StoredName,
  scopes: z.array(z.enum(scopes)),
  /** Calls a UTC day with this key alone; `null`, and in older documents nothing, for no cap. */
  dailyLimit: z.int().positive().nullable().default(null),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  /** How many secrets it has had; each rotation makes one. */
  generation: z.int().positive().default(1),
  rotatedAt: z.iso.datetime().nullable().default(null),
  /** Until when the secret before the present one works; `null` where there is none. */
  previousEndsAt: z.iso.datetime().nullable().default(null),
  /** The account's `credentialEpoch` under which it was created. */
  epoch: z.int().min(0).default(0),
});

export type ApiKey = z.infer<typeof ApiKey>;

/** What the index entries of a key say: whose it is, and of which of its secrets. */
export const ApiKeyEntry = z.object({
  account: z.string(),
  key: z.string(),
  generation: z.int().positive().default(1),
});

/** The index entry of an id, with the digests of the key's secrets, the newest first. */
export const ApiKeyOwner = ApiKeyEntry.extend({
  /** Absent in documents of older releases. */
  digests: z.array(z.string()).default([]),
});

/** The document under which a key is kept, and the name of its usage fence. */
export function apiKeyKey(account: string, id: string): string {
  return `keys/${account}/${id}`;
}

/** The index entry of a secret. */
export function digestKey(digest: string): string {
  return `key-digests/${digest}`;
}

/** The index entry of an id. */
export function ownerKey(id: string): string {
  return `key-owners/${id}`;
}

/** A key with the revision at which it was read. */
export interface ApiKeyRevision {
  apiKey: ApiKey;
  revision: number;
}

/** The key that an index entry leads to, or `null`. */
export async function followEntry(
  documents: DocumentStore,
  { account, key }: z.infer<typeof ApiKeyEntry>,
): Promise<ApiKeyRevision | null> {
  const document = await documents.get(apiKeyKey(account, key));
  return document && { apiKey: ApiKey.parse(document.value), revision: document.version };
}

/** @returns The error for a key that is not there, and for one that is somebody else's: nobody may tell them apart. */
export function noSuchKey(id: string): ToolsError {
  return new ToolsError("not_found", `There is no key ${id}.`);
}

/**
 * A key of an account.
 *
 * @throws ToolsError `not_found`, for a key of another account as for one that does not exist.
 */
export async function getApiKey(documents: DocumentStore, account: string, id: string): Promise<ApiKey> {
  // What has another shape could name another document, such as with a slash in it.
  const found =
    isIdentifier("key", id) && (await followEntry(documents, { account, key: id, generation: 1 }));
  if (!found) throw noSuchKey(id);
  return found.apiKey;
}

/** A page of an account's keys in the order of their ids, revoked ones too. */
export async function pageOfApiKeys(
  documents: DocumentStore,
  account: string,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<ApiKey[]> {
  const page = { limit, ...(after !== undefined && { after: apiKeyKey(account, after) }) };
  const found = await documents.list(apiKeyKey(account, ""), page);
  return found.map((document) => ApiKey.parse(document.value));
}

/** All keys of an account in the order of their ids, revoked ones too. */
export async function listApiKeys(documents: DocumentStore, account: string): Promise<ApiKey[]> {
  const limit = 100;
  const keys: ApiKey[] = [];
  for (let after: string | undefined; ;) {
    const page = await pageOfApiKeys(documents, account, { after, limit });
    keys.push(...page);
    after = page.at(-1)?.id;
    if (page.length < limit) return keys;
  }
}
