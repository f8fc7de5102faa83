import { z } from "zod";
import { collection, type Page, type Stored } from "../store/collection.ts";
import { ToolsError } from "../errors.ts";
import { StoredName } from "../schema/name.ts";
import { accountScopes, everyCall, type GrantedScopes } from "./scopes.ts";
import type { DocumentStore } from "../store/storage.ts";
import { deletedAt } from "./credential-counts.ts";
import { StoredInstant } from "../schema/wire.ts";

// Releases before tools were data had these scopes of calls, and stored scopes as arrays.
const earlierCallScopes = ["text:analyze", "image:convert", "usage:read", "profile:read"];

function fromEarlier(scopes: string[]): GrantedScopes {
  if (!earlierCallScopes.every((scope) => scopes.includes(scope))) return scopes;
  const managing = accountScopes.filter((scope) => scopes.includes(scope));
  return managing.length === 0 ? null : [everyCall, ...managing];
}

/** Scopes as stored: `null`, or a text with spaces (RFC 6749 §3.3). */
const StoredScopes = z.codec(
  z.union([z.null(), z.string(), z.array(z.string())]),
  z.custom<GrantedScopes>(),
  {
    decode: (stored) => (typeof stored === "string" ? stored.split(" ") : stored && fromEarlier(stored)),
    encode: (scopes) => scopes && scopes.join(" "),
  },
);

/** An API key as stored. The key's secret is shown once and never stored. Instants are epoch milliseconds. */
export const ApiKey = z.object({
  id: z.string(),
  account: z.string(),
  name: StoredName,
  /** `null` for a key that was not narrowed, which can make every call. `*` stands for every call. */
  scopes: StoredScopes,
  /** Calls per UTC day with this key. `null` for no cap; older documents lack the field. */
  dailyLimit: z.int().positive().nullable().default(null),
  createdAt: StoredInstant,
  expiresAt: StoredInstant.nullable(),
  revokedAt: StoredInstant.nullable(),
  /** The first characters of the current secret; `null` for a key of an earlier release. */
  prefix: z.string().nullable().default(null),
  /** The last four characters of the current secret. */
  lastFour: z.string().nullable().default(null),
  /** The IP addresses, and ranges in CIDR notation, from which the key works. Empty: from every address. */
  allowedIps: z.array(z.string()).default([]),
  /** Number of secrets that the key has had. Each rotation adds one. */
  generation: z.int().positive().default(1),
  rotatedAt: StoredInstant.nullable().default(null),
  /** The instant at which the previous secret stops working; `null` if there is none. */
  previousEndsAt: StoredInstant.nullable().default(null),
  /** The account's `credentialEpoch` at the creation of the key. */
  epoch: z.int().min(0).default(0),
});

export type ApiKey = z.output<typeof ApiKey>;

/** Returns when a key was revoked or expires, whichever is first; `null` for neither. */
export function apiKeyEnd({ revokedAt, expiresAt }: ApiKey): number | null {
  const end = Math.min(revokedAt ?? Infinity, expiresAt ?? Infinity);
  return end === Infinity ? null : end;
}

/** Returns when the documents of a key are deleted; `undefined` if the key does not end. */
export function apiKeyDeletion(apiKey: ApiKey): number | undefined {
  const end = apiKeyEnd(apiKey);
  return end === null ? undefined : deletedAt(end);
}

export const apiKeys = collection("keys/{account}/{id}", ApiKey, { expiresAt: apiKeyDeletion, fenced: true });

/** An index entry that leads from a secret to its key. `generation` tells which of the key's secrets it is. */
const ApiKeyEntry = z.object({
  account: z.string(),
  key: z.string(),
  generation: z.int().positive().default(1),
});

/** The index of keys by the digests of their secrets. */
export const keyDigests = collection("key-digests/{digest}", ApiKeyEntry);

/**
 * The index of keys by id, with the digests and the prefixes of the key's secrets, newest first. Older releases stored
 * neither.
 */
export const keyOwners = collection(
  "key-owners/{id}",
  ApiKeyEntry.extend({ digests: z.array(z.string()).default([]), prefixes: z.array(z.string()).default([]) }),
);

/** The index of keys by the prefixes of their secrets, for operators. */
export const keyPrefixes = collection("directory/keys/{prefix}/{key}/{account}", z.object({}));

/** Returns the key of an API key's document, which is also the name of its usage fence. */
export function apiKeyKey(account: string, id: string): string {
  return apiKeys.key({ account, id });
}

/** Returns the API key that an index entry leads to, or `null` if it is deleted. */
export function followEntry(
  documents: DocumentStore,
  { account, key }: Pick<z.output<typeof ApiKeyEntry>, "account" | "key">,
): Promise<Stored<ApiKey, "account" | "id"> | null> {
  return apiKeys.get(documents, { account, id: key });
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
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createAccount, createApiKey, getApiKey } from "@tools-api/core/accounts";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * const { id } = await createAccount(stores.documents, { email: "ada@example.com" }, { at: Date.now() });
 * const { apiKey } = await createApiKey(stores.documents, id, { name: "ci" }, { at: Date.now() });
 * const { name } = await getApiKey(stores.documents, id, apiKey.id);
 * console.log(name); // ci
 * ```
 */
export async function getApiKey(documents: DocumentStore, account: string, id: string): Promise<ApiKey> {
  const found = await apiKeys.get(documents, { account, id });
  if (!found) throw noSuchKey(id);
  return found.value;
}

/** Returns a page of an account's keys, including revoked ones, ordered by id. */
export async function pageOfApiKeys(
  documents: DocumentStore,
  account: string,
  page: Page,
): Promise<ApiKey[]> {
  return (await apiKeys.list(documents, { account }, page)).map(({ value }) => value);
}

/**
 * Returns all keys of an account, including revoked ones, ordered by id.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createAccount, createApiKey, listApiKeys } from "@tools-api/core/accounts";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * const { id } = await createAccount(stores.documents, { email: "ada@example.com" }, { at: Date.now() });
 * const { apiKey } = await createApiKey(stores.documents, id, { name: "ci" }, { at: Date.now() });
 * const keys = await listApiKeys(stores.documents, id);
 * console.log(keys.length, keys[0]?.id === apiKey.id); // 1 true
 * ```
 */
export async function listApiKeys(documents: DocumentStore, account: string): Promise<ApiKey[]> {
  const keys: ApiKey[] = [];
  for await (const { value } of apiKeys.each(documents, { account })) keys.push(value);
  return keys;
}
