import { z } from "zod";
import { scopes } from "../account-terms.ts";
import { ToolsError } from "../errors.ts";
import { StoredName } from "../name.ts";
import type { DocumentStore } from "../storage.ts";
import { isIdentifier } from "./identifier.ts";

/** An API key as stored. The key's secret is shown once and never stored. */
export const ApiKey = z.object({
  id: z.string(),
  account: z.string(),
  name: StoredName,
  scopes: z.array(z.enum(scopes)),
  /** Calls per UTC day with this key. `null` for no cap; older documents lack the field. */
  dailyLimit: z.int().positive().nullable().default(null),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  /** Number of secrets that the key has had. Each rotation adds one. */
  generation: z.int().positive().default(1),
  rotatedAt: z.iso.datetime().nullable().default(null),
  /** The instant at which the previous secret stops working; `null` if there is none. */
  previousEndsAt: z.iso.datetime().nullable().default(null),
  /** The account's `credentialEpoch` at the creation of the key. */
  epoch: z.int().min(0).default(0),
});

export type ApiKey = z.infer<typeof ApiKey>;

/** An index entry that leads from a secret to its key. `generation` tells which of the key's secrets it is. */
export const ApiKeyEntry = z.object({
  account: z.string(),
  key: z.string(),
  generation: z.int().positive().default(1),
});

/** The index entry of a key's id, with the digests of the key's secrets, newest first. */
export const ApiKeyOwner = ApiKeyEntry.extend({
  /** Absent in documents of older releases. */
  digests: z.array(z.string()).default([]),
});

/** Returns the key of an API key's document, which is also the name of its usage fence. */
export function apiKeyKey(account: string, id: string): string {
  return `keys/${account}/${id}`;
}

/** Returns the key of the index entry of a secret. */
export function digestKey(digest: string): string {
  return `key-digests/${digest}`;
}

/** Returns the key of the index entry of an API key's id. */
export function ownerKey(id: string): string {
  return `key-owners/${id}`;
}

export interface ApiKeyRevision {
  apiKey: ApiKey;
  revision: number;
}

/** Returns the API key that an index entry leads to, or `null` if it is deleted. */
export async function followEntry(
  documents: DocumentStore,
  { account, key }: z.infer<typeof ApiKeyEntry>,
): Promise<ApiKeyRevision | null> {
  const document = await documents.get(apiKeyKey(account, key));
  return document && { apiKey: ApiKey.parse(document.value), revision: document.version };
}

/**
 * Returns the error for a missing key. A key of another account gets the same error, so a caller cannot tell the two
 * apart.
 */
export function noSuchKey(id: string): ToolsError {
  return new ToolsError("not_found", `There is no key ${id}.`);
}

/**
 * Returns an API key of an account.
 *
 * @throws ToolsError `not_found` if the key does not exist or belongs to another account.
 */
export async function getApiKey(documents: DocumentStore, account: string, id: string): Promise<ApiKey> {
  // An id of another shape, such as one with a slash, could name another document.
  const found =
    isIdentifier("key", id) && (await followEntry(documents, { account, key: id, generation: 1 }));
  if (!found) throw noSuchKey(id);
  return found.apiKey;
}

/** Returns a page of an account's keys, including revoked ones, ordered by id. */
export async function pageOfApiKeys(
  documents: DocumentStore,
  account: string,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<ApiKey[]> {
  const page = { limit, ...(after !== undefined && { after: apiKeyKey(account, after) }) };
  const found = await documents.list(apiKeyKey(account, ""), page);
  return found.map((document) => ApiKey.parse(document.value));
}

/** Returns all keys of an account, including revoked ones, ordered by id. */
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
