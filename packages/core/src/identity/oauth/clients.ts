import { z } from "zod";
import { ToolsError } from "../../errors.ts";
import type { DocumentStore, WriteOperation } from "../../storage.ts";
import { invalidParameters, validate } from "../../validate.ts";
import type { Issuing } from "../api-keys.ts";
import { commitFenced, type Stores } from "../commit-fenced.ts";
import { credentialEpoch, currentEpochs } from "../credential-epoch.ts";
import { formWrites } from "../idempotency.ts";
import { isIdentifier, newIdentifier, type RandomBytes, secureRandomBytes } from "../identifier.ts";
import { tokenDigest } from "../token.ts";
import {
  type GrantType,
  NewOAuthClient,
  OAuthClient,
  OAuthClientChange,
  oauthClientKey,
  oauthClientOwnerKey,
} from "./client.ts";
import { clientWrite, newClientCounts, revokedClientCounts } from "./count-clients.ts";
import { revokeGrantsOfClient } from "./grants.ts";
import { newSecret } from "./secret.ts";

const Owner = z.object({ account: z.string(), client: z.string() });

export interface OAuthClientRevision {
  client: OAuthClient;
  revision: number;
}

function checkGrantTypes({ type, redirectUris, grantTypes }: OAuthClient): void {
  const redirects = grantTypes.includes("authorization_code");
  const faults: { name: string; detail: string }[] = [];
  if (redirects !== redirectUris.length > 0)
    faults.push({
      name: "redirect_uris",
      detail: `expected ${redirects ? "at least one" : "none"} with these grant types, received ${redirectUris.length}`,
    });
  if (grantTypes.includes("refresh_token") && !redirects)
    faults.push({ name: "grant_types", detail: "expected authorization_code together with refresh_token" });
  // A public client has no secret, so anyone who knows its id could act for its owner.
  if (type === "public" && grantTypes.includes("client_credentials"))
    faults.push({ name: "grant_types", detail: "expected no client_credentials for a public client" });
  if (faults.length > 0) throw invalidParameters(faults);
}

function defaultGrantTypes(redirectUris: readonly string[]): GrantType[] {
  return redirectUris.length > 0 ? ["authorization_code", "refresh_token"] : ["client_credentials"];
}

/**
 * Registers an OAuth client of an account. `fields` are spelled as in the body of `POST /account/clients`. The secret
 * of a confidential client is returned only here. A public client has none.
 *
 * @param at Epoch milliseconds.
 * @throws ToolsError `invalid_parameter` with an entry for every error; `conflict` if the account has 100 active
 *   clients.
 * @throws RepeatedRequest if the form was answered before. Its answer is the id of the client.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createOAuthClient } from "@tools-api/core/oauth";
 *
 * const { client, secret } = await createOAuthClient(
 *   memoryDocuments(),
 *   "acct_1",
 *   { name: "Reader", redirect_uris: ["https://reader.example/callback"] },
 *   Date.now(),
 * );
 * console.log(client.grantTypes, secret?.startsWith("tcs_")); // [ "authorization_code", "refresh_token" ] true
 * ```
 */
export async function createOAuthClient(
  documents: DocumentStore,
  account: string,
  fields: z.input<typeof NewOAuthClient>,
  at: number,
  randomBytes: RandomBytes = secureRandomBytes,
  { epochs, form }: Issuing = {},
): Promise<{ client: OAuthClient; secret: string | null }> {
  const { name, type, redirect_uris: redirectUris, grant_types, scopes } = validate(NewOAuthClient, fields);
  const issued = type === "confidential" ? await newSecret("client", randomBytes) : null;
  const client: OAuthClient = {
    id: newIdentifier("client", randomBytes),
    account,
    name,
    type,
    redirectUris,
    grantTypes: grant_types ?? defaultGrantTypes(redirectUris),
    scopes,
    secretDigest: issued && issued.digest,
    createdAt: new Date(at).toISOString(),
    revokedAt: null,
    epoch: credentialEpoch(await currentEpochs(documents, account, epochs)),
  };
  checkGrantTypes(client);
  for (;;) {
    const forms = await formWrites(documents, form, client.id, at);
    const counts = await newClientCounts(documents, client, at);
    const result = await documents.commit([
      ...counts,
      { ...clientWrite(client), ifAbsent: true },
      { key: oauthClientOwnerKey(client.id), value: { account, client: client.id }, ifAbsent: true },
      ...forms,
    ]);
    if (result.committed) return { client, secret: issued && issued.secret };
    if (result.conflict !== counts[0]?.key && result.conflict !== forms[0]?.key)
      throw new ToolsError("conflict", "The id of the new client already exists. Try again.");
  }
}

/** Returns a client of an account, revoked or not; `null` if the account has no such client. */
export async function getOAuthClient(
  documents: DocumentStore,
  account: string,
  id: string,
): Promise<OAuthClientRevision | null> {
  const document = await documents.get(oauthClientKey(account, id));
  return document && { client: OAuthClient.parse(document.value), revision: document.version };
}

/** Returns the client with an id, of any account, revoked or not; `null` if there is none. */
export async function findOAuthClient(
  documents: DocumentStore,
  id: string,
): Promise<OAuthClientRevision | null> {
  // Ids come from requests. An id of another shape is not looked up.
  const entry = isIdentifier("client", id) ? await documents.get(oauthClientOwnerKey(id)) : null;
  return entry && getOAuthClient(documents, Owner.parse(entry.value).account, id);
}

/** Returns a page of an account's clients, including revoked ones, ordered by id. */
export async function listOAuthClients(
  documents: DocumentStore,
  account: string,
  page: { after?: string; limit: number },
): Promise<OAuthClient[]> {
  const after = page.after === undefined ? {} : { after: oauthClientKey(account, page.after) };
  const found = await documents.list(oauthClientKey(account, ""), { ...after, limit: page.limit });
  return found.map((document) => OAuthClient.parse(document.value));
}

/**
 * Reads, changes and writes a client. Retries if another process wrote it in between. `change` returns `null` to leave
 * the client unchanged.
 */
async function changeOAuthClient(
  stores: Stores,
  account: string,
  id: string,
  change: (client: OAuthClient) => OAuthClient | null,
  besides: (changed: OAuthClient) => Promise<WriteOperation[]> = async () => [],
): Promise<OAuthClient> {
  for (;;) {
    const found = await getOAuthClient(stores.documents, account, id);
    if (!found) throw new ToolsError("not_found", `There is no client ${id}.`);
    const value = change(found.client);
    if (!value) return found.client;
    const operation = { ...clientWrite(value), ifVersion: found.revision, fence: true };
    if ((await commitFenced(stores, [operation, ...(await besides(value))])).committed) return value;
  }
}

function requireLive(client: OAuthClient): void {
  if (client.revokedAt !== null) throw new ToolsError("conflict", `The client ${client.id} is revoked.`);
}

/**
 * Changes a client's name, redirect URIs or scopes. Removed scopes are also removed from its tokens, at the next
 * request in every process.
 *
 * @throws ToolsError `invalid_parameter`, `not_found`; `conflict` if the client is revoked.
 */
export function updateOAuthClient(
  stores: Stores,
  account: string,
  id: string,
  fields: z.input<typeof OAuthClientChange>,
): Promise<OAuthClient> {
  const { name, redirect_uris, scopes } = validate(OAuthClientChange, fields);
  return changeOAuthClient(stores, account, id, (client) => {
    requireLive(client);
    const changed = {
      ...client,
      name: name ?? client.name,
      redirectUris: redirect_uris ?? client.redirectUris,
      scopes: scopes ?? client.scopes,
    };
    checkGrantTypes(changed);
    return changed;
  });
}

/**
 * Gives a confidential client a new secret. The old secret ends immediately.
 *
 * @param at Epoch milliseconds.
 * @throws ToolsError `not_found`; `conflict` if the client is revoked or public.
 * @throws RepeatedRequest if the form was answered before.
 */
export async function rotateOAuthClientSecret(
  stores: Stores,
  account: string,
  id: string,
  at: number,
  randomBytes: RandomBytes = secureRandomBytes,
  { form }: Pick<Issuing, "form"> = {},
): Promise<{ client: OAuthClient; secret: string }> {
  const { secret, digest } = await newSecret("client", randomBytes);
  const replace = (old: OAuthClient) => {
    requireLive(old);
    if (old.type === "public")
      throw new ToolsError("conflict", `The client ${id} is public: it has no secret.`);
    return { ...old, secretDigest: digest };
  };
  const client = await changeOAuthClient(stores, account, id, replace, () =>
    formWrites(stores.documents, form, id, at),
  );
  return { client, secret };
}

/**
 * Revokes a client with all its grants. Its secret, codes, refresh tokens and access tokens end at the next call in
 * every process. Revoking twice changes nothing.
 *
 * @throws ToolsError `not_found`.
 */
export async function revokeOAuthClient(
  stores: Stores,
  account: string,
  id: string,
  at: number,
): Promise<OAuthClient> {
  const client = await changeOAuthClient(
    stores,
    account,
    id,
    (old) => (old.revokedAt === null ? { ...old, revokedAt: new Date(at).toISOString() } : null),
    (revoked) => revokedClientCounts(stores.documents, revoked, at),
  );
  // Also if the client was revoked before: that process may have ended before it revoked the grants.
  await revokeGrantsOfClient(stores, id);
  return client;
}

/** Returns whether a secret is the client's. Only a public client authenticates without a secret. */
export async function verifyOAuthClientSecret(client: OAuthClient, secret: string | null): Promise<boolean> {
  if (client.revokedAt !== null) return false;
  if (secret === null) return client.type === "public";
  return client.secretDigest !== null && (await tokenDigest(secret)) === client.secretDigest;
}
