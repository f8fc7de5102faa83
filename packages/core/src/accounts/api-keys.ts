import { z } from "zod";
import { ToolsError } from "../errors.ts";
import { callScopes, type Scope, scopes } from "../schemas/account.ts";
import { parameter, validateOptions } from "../schemas/validate.ts";
import type { DocumentStore } from "../storage.ts";
import { apiKeyDigest, generateApiKey } from "./api-key-format.ts";
import { commitFenced, type Stores } from "./commit-fenced.ts";
import { newIdentifier, type RandomBytes, secureRandomBytes } from "./identifier.ts";

/** All that is kept of an API key; the key itself is shown once and never stored. */
export const ApiKey = z.object({
  id: z.string(),
  account: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** Calls a UTC day with this key alone; `null`, and in older documents nothing, for no cap. */
  dailyLimit: z.int().positive().nullable().default(null),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
});

export type ApiKey = z.infer<typeof ApiKey>;

const dailyLimit = parameter(
  "a positive integer, or null for no cap",
  z.int().positive().nullable().default(null),
);

const NewApiKey = z.strictObject({
  name: parameter("a string of 1 to 100 characters", z.string().min(1).max(100).default("default")),
  scopes: parameter(
    `a list of ${scopes.join(", ")}`,
    z
      .array(z.enum(scopes))
      .min(1)
      .default([...callScopes]),
  ),
  expires_at: parameter(
    "an instant in the future, in epoch milliseconds",
    z.number().positive().nullable().default(null),
  ),
  daily_limit: dailyLimit,
});

const DailyLimitChange = z.strictObject({ daily_limit: dailyLimit });

const Owner = z.object({ account: z.string(), key: z.string() });

/** The document under which a key is kept, and the name of its usage fence. */
export function apiKeyKey(account: string, id: string): string {
  return `keys/${account}/${id}`;
}

function digestKey(digest: string): string {
  return `key-digests/${digest}`;
}

function ownerKey(id: string): string {
  return `key-owners/${id}`;
}

/**
 * Issues a key with a name, scopes (default: those of the four endpoints), an optional expiry in epoch milliseconds, and an optional cap on
 * its calls a UTC day.
 *
 * @throws ToolsError `invalid_parameter`.
 */
export async function createApiKey(
  documents: DocumentStore,
  account: string,
  fields: { name?: string; scopes?: Scope[]; expiresAt?: number | null; dailyLimit?: number | null },
  at: number,
  randomBytes: RandomBytes = secureRandomBytes,
): Promise<{ apiKey: ApiKey; secret: string }> {
  const { name, scopes: granted, expires_at: expiresAt, daily_limit } = validateOptions(NewApiKey, fields);
  const secret = generateApiKey(randomBytes);
  const apiKey: ApiKey = {
    id: newIdentifier("key", randomBytes),
    account,
    name,
    scopes: granted,
    dailyLimit: daily_limit,
    createdAt: new Date(at).toISOString(),
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    revokedAt: null,
  };
  const owner = { account, key: apiKey.id };
  const result = await documents.commit([
    { key: apiKeyKey(account, apiKey.id), value: apiKey, ifAbsent: true },
    { key: digestKey(await apiKeyDigest(secret)), value: owner, ifAbsent: true },
    { key: ownerKey(apiKey.id), value: owner, ifAbsent: true },
  ]);
  if (!result.committed) throw new ToolsError("conflict", "The new key exists already; try again.");
  return { apiKey, secret };
}

/** A key with the revision at which it was read. */
export interface ApiKeyRevision {
  apiKey: ApiKey;
  revision: number;
}

async function follow(documents: DocumentStore, index: string): Promise<ApiKeyRevision | null> {
  const entry = await documents.get(index);
  if (!entry) return null;
  const owner = Owner.parse(entry.value);
  const document = await documents.get(apiKeyKey(owner.account, owner.key));
  return document && { apiKey: ApiKey.parse(document.value), revision: document.version };
}

/** The key whose SHA-256 this is, or `null`. */
export function findApiKeyByDigest(documents: DocumentStore, digest: string): Promise<ApiKeyRevision | null> {
  return follow(documents, digestKey(digest));
}

/** An account's keys in the order of their ids, revoked ones too. */
export async function listApiKeys(documents: DocumentStore, account: string): Promise<ApiKey[]> {
  const found: ApiKey[] = [];
  for (let after: string | undefined; ;) {
    const page = await documents.list(`keys/${account}/`, { limit: 100, ...(after && { after }) });
    found.push(...page.map((document) => ApiKey.parse(document.value)));
    after = page.at(-1)?.key;
    if (page.length < 100) return found;
  }
}

/** Reads, changes and writes a key until nobody else has written in between; `null` leaves it as it is. */
async function updateApiKey(
  stores: Stores,
  id: string,
  change: (apiKey: ApiKey) => ApiKey | null,
): Promise<ApiKey> {
  for (;;) {
    const found = await follow(stores.documents, ownerKey(id));
    if (!found) throw new ToolsError("not_found", `There is no key ${id}.`);
    const value = change(found.apiKey);
    if (!value) return found.apiKey;
    const key = apiKeyKey(value.account, id);
    const result = await commitFenced(stores, [{ key, value, ifVersion: found.revision, fence: true }]);
    if (result.committed) return value;
  }
}

/**
 * Revokes a key; the next request with it is refused in every process. Revoking twice changes nothing.
 *
 * @throws ToolsError `not_found`.
 */
export function revokeApiKey(stores: Stores, id: string, at: number): Promise<ApiKey> {
  return updateApiKey(stores, id, (apiKey) =>
    apiKey.revokedAt === null ? { ...apiKey, revokedAt: new Date(at).toISOString() } : null,
  );
}

/**
 * Caps the calls a UTC day with a key, or lifts the cap with `null`; holds for the next request in every process.
 * Calls of the day from before the first cap are not held against it.
 *
 * @throws ToolsError `invalid_parameter`, `not_found`.
 */
export async function setApiKeyLimit(stores: Stores, id: string, dailyLimit: number | null): Promise<ApiKey> {
  validateOptions(DailyLimitChange, { dailyLimit });
  return updateApiKey(stores, id, (apiKey) => ({ ...apiKey, dailyLimit }));
}
