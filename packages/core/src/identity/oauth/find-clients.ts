import type { Account } from "../account.ts";
import type { Page, Stored } from "../../store/collection.ts";
import type { Stores } from "../../store/commit.ts";
import type { DocumentStore } from "../../store/storage.ts";
import { type CredentialPage, type CredentialPageRequest, pageOfCredentials } from "../credential-counts.ts";
import { credentialEpoch } from "../credential-epoch.ts";
import { isIdentifier } from "../../store/identifier.ts";
import { tokenDigest } from "../../store/token.ts";
import { clientOwners, type OAuthClient, oauthClients } from "./client.ts";
import { countedClients, revokeOAuthClient } from "./clients.ts";

/**
 * Returns a client of an account, revoked or not; `null` if the account has no such client.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { createOAuthClient, getOAuthClient } from "@tools-api/core/oauth";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * const { id } = await createAccount(stores.documents, { email: "ada@example.com" }, { at: Date.now() });
 * const redirectUris = ["https://reader.example/callback"];
 * const fields = { name: "Reader", redirectUris, scopes: ["profile:read"] };
 * const { client } = await createOAuthClient(stores.documents, id, fields, { at: Date.now() });
 * const found = await getOAuthClient(stores.documents, id, client.id);
 * console.log(found?.value.name); // Reader
 * ```
 */
export function getOAuthClient(
  documents: DocumentStore,
  account: string,
  id: string,
): Promise<Stored<OAuthClient> | null> {
  return oauthClients.get(documents, { account, id });
}

/**
 * Returns the client with an id, of any account, revoked or not; `null` if there is none.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { createOAuthClient, findOAuthClient } from "@tools-api/core/oauth";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * const account = await createAccount(stores.documents, { email: "ada@example.com" }, { at: Date.now() });
 * const fields = { name: "Worker", scopes: ["profile:read"] };
 * const { client } = await createOAuthClient(stores.documents, account.id, fields, { at: Date.now() });
 * console.log((await findOAuthClient(stores.documents, client.id))?.value.name); // Worker
 * ```
 */
export async function findOAuthClient(
  documents: DocumentStore,
  id: string,
): Promise<Stored<OAuthClient> | null> {
  // Ids come from requests. An id of another shape is not looked up.
  const entry = isIdentifier("client", id) ? await clientOwners.get(documents, { id }) : null;
  return entry && getOAuthClient(documents, entry.value.account, id);
}

/**
 * Returns a page of an account's clients, including revoked ones, ordered by id.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { createOAuthClient, listOAuthClients } from "@tools-api/core/oauth";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * const { id } = await createAccount(stores.documents, { email: "ada@example.com" }, { at: Date.now() });
 * const redirectUris = ["https://reader.example/callback"];
 * const fields = { name: "Reader", redirectUris, scopes: ["profile:read"] };
 * const { client } = await createOAuthClient(stores.documents, id, fields, { at: Date.now() });
 * const clients = await listOAuthClients(stores.documents, id, { limit: 100 });
 * console.log(clients[0]?.id === client.id); // true
 * ```
 */
export async function listOAuthClients(
  documents: DocumentStore,
  account: string,
  page: Page,
): Promise<OAuthClient[]> {
  return (await oauthClients.list(documents, { account }, page)).map(({ value }) => value);
}

/**
 * Returns a page of an account's active clients, newest first, or of its revoked clients, last revoked first. The cost
 * does not grow with the number of clients.
 *
 * @param at Epoch milliseconds.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { createOAuthClient, pageOfOAuthClientsIn } from "@tools-api/core/oauth";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * const account = await createAccount(stores.documents, { email: "ada@example.com" }, { at: Date.now() });
 * const fields = { name: "Worker", scopes: ["profile:read"] };
 * await createOAuthClient(stores.documents, account.id, fields, { at: Date.now() });
 * const page = { state: "active", limit: 100 } as const;
 * const { items } = await pageOfOAuthClientsIn(stores, account, page, Date.now());
 * console.log(items.map(({ name }) => name)); // [ "Worker" ]
 * ```
 */
export function pageOfOAuthClientsIn(
  stores: Stores,
  { id: account, ...epochs }: Pick<Account, "id" | "credentialEpoch">,
  page: CredentialPageRequest,
  at: number,
): Promise<CredentialPage<OAuthClient>> {
  const counting = { documents: stores.documents, kind: countedClients, account, at };
  return pageOfCredentials(counting, page, credentialEpoch(epochs), (id) =>
    revokeOAuthClient(stores, { account, id }, at),
  );
}

/**
 * Returns whether a secret is the client's. Only a public client authenticates without a secret.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { createOAuthClient, verifyOAuthClientSecret } from "@tools-api/core/oauth";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * const account = await createAccount(stores.documents, { email: "ada@example.com" }, { at: Date.now() });
 * const fields = { name: "Worker", scopes: ["profile:read"] };
 * const { client, secret } = await createOAuthClient(stores.documents, account.id, fields, { at: Date.now() });
 * console.log(await verifyOAuthClientSecret(client, secret)); // true
 * ```
 */
export async function verifyOAuthClientSecret(client: OAuthClient, secret: string | null): Promise<boolean> {
  if (client.revokedAt !== null) return false;
  if (secret === null) return client.type === "public";
  return client.secretDigest !== null && (await tokenDigest(secret)) === client.secretDigest;
}
