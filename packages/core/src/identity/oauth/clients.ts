import type { z } from "zod";
import type { AuditAction } from "../../store/audit-actions.ts";
import { auditEntry } from "../../audit/entries.ts";
import type { Source } from "../../store/source.ts";
import { ToolsError } from "../../errors.ts";
import type { Camelized } from "../../schema/casing.ts";
import type { Change } from "../../store/collection.ts";
import { type Stores, transact } from "../../store/commit.ts";
import type { DocumentStore, WriteOperation } from "../../store/storage.ts";
import { invalidParameters, validateOptions } from "../../schema/validate.ts";
import type { Issuing } from "../api-keys.ts";
import { countEnded, countNew, type CredentialKind } from "../credential-counts.ts";
import { credentialEpoch, currentEpochs } from "../credential-epoch.ts";
import { formWrites } from "../../store/idempotency.ts";
import { newIdentifier, type RandomBytes, secureRandomBytes } from "../../store/identifier.ts";
import {
  clientOwners,
  type GrantType,
  NewOAuthClient,
  type OAuthClient,
  OAuthClientChange,
  oauthClients,
} from "./client.ts";
import { revokeGrantsOfClient } from "./grants.ts";
import { newSecret } from "./secret.ts";

/** OAuth clients as a kind of credential that is counted. */
export const countedClients: CredentialKind<OAuthClient> = {
  name: "clients",
  label: "OAuth clients",
  noun: "client",
  credentials: oauthClients,
  counted: ({ id, createdAt, revokedAt, epoch }) => ({ id, createdAt, endsAt: revokedAt, epoch }),
  async companions(documents, id) {
    const owner = await clientOwners.get(documents, { id });
    return owner ? [clientOwners.put(owner.ids, owner.value)] : [];
  },
};

function checkGrantTypes({ type, redirectUris, grantTypes }: OAuthClient): void {
  const redirects = grantTypes.includes("authorization_code");
  const faults: { name: string; detail: string }[] = [];
  if (redirects !== redirectUris.length > 0)
    faults.push({
      name: "redirectUris",
      detail: `expected ${redirects ? "at least one" : "none"} with these grant types, received ${redirectUris.length}`,
    });
  if (grantTypes.includes("refresh_token") && !redirects)
    faults.push({ name: "grantTypes", detail: "expected authorization_code together with refresh_token" });
  // A public client has no secret, so anyone who knows its id could act for its owner.
  if (type === "public" && grantTypes.includes("client_credentials"))
    faults.push({ name: "grantTypes", detail: "expected no client_credentials for a public client" });
  if (faults.length > 0) throw invalidParameters(faults);
}

function defaultGrantTypes(redirectUris: readonly string[]): GrantType[] {
  return redirectUris.length > 0 ? ["authorization_code", "refresh_token"] : ["client_credentials"];
}

/** The account of a client, and its id. */
interface OAuthClientIds {
  account: string;
  id: string;
}

/**
 * Registers an OAuth client of an account. It can request only the listed scopes, and none of tools that are installed
 * later, because users consent to each scope. The secret of a confidential client is returned only here. A public client
 * has none.
 *
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
 *   { name: "Reader", redirectUris: ["https://reader.example/callback"], scopes: ["profile:read"] },
 *   { at: Date.now() },
 * );
 * console.log(client.grantTypes, secret?.startsWith("tcs_")); // [ "authorization_code", "refresh_token" ] true
 * ```
 */
export async function createOAuthClient(
  documents: DocumentStore,
  account: string,
  fields: Camelized<z.input<typeof NewOAuthClient>>,
  {
    at,
    epochs,
    form,
    by,
    randomBytes = secureRandomBytes,
  }: Issuing & { randomBytes?: RandomBytes | undefined },
): Promise<{ client: OAuthClient; secret: string | null }> {
  const {
    name,
    type,
    redirect_uris: redirectUris,
    grant_types,
    scopes,
  } = validateOptions(NewOAuthClient, fields);
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
    createdAt: at,
    revokedAt: null,
    epoch: credentialEpoch(await currentEpochs(documents, account, epochs)),
  };
  checkGrantTypes(client);
  const { id } = client;
  const created = [oauthClients.create(client, client), clientOwners.create({ id }, { account, client: id })];
  const counting = { documents, kind: countedClients, account, at };
  return transact({ documents }, async () => {
    const forms = await formWrites(documents, form, id, at);
    // Clients do not expire. Clients of an earlier epoch are recorded as ended when they are listed.
    const counts = await countNew(counting, client, async () => {});
    return {
      operations: [...counts, ...created, ...forms, ...clientEntry(by, "client.created", client, at)],
      result: { client, secret: issued && issued.secret },
      onConflict(conflict) {
        if (created.some(({ key }) => key === conflict))
          throw new ToolsError("conflict", "The id of the new client already exists. Try again.");
      },
    };
  });
}

/** Returns the entry of a client in the audit log of its account. */
function clientEntry(
  by: Source | undefined,
  action: AuditAction,
  { account, id, name, type, scopes, redirectUris }: OAuthClient,
  at: number,
): WriteOperation[] {
  const details = { name, type, scopes: [...scopes], redirect_uris: [...redirectUris] };
  return auditEntry({ account, action, target: id, details, ...by, at });
}

/** Changes a client. `change` returns `null` to leave it unchanged. Throws `not_found`. */
async function changeOAuthClient(
  stores: Stores,
  ids: OAuthClientIds,
  change: (client: OAuthClient) => Change<OAuthClient> | null | Promise<Change<OAuthClient> | null>,
): Promise<OAuthClient> {
  const changed = await oauthClients.update(stores, ids, ({ value }) => change(value));
  if (!changed) throw new ToolsError("not_found", `There is no client ${ids.id}.`);
  return changed;
}

function requireLive(client: OAuthClient): void {
  if (client.revokedAt !== null) throw new ToolsError("conflict", `The client ${client.id} is revoked.`);
}

/**
 * Changes a client's name, redirect URIs or scopes. Removed scopes are also removed from its tokens, at the next
 * request in every process.
 *
 * @param at Epoch milliseconds, for the audit log.
 * @throws ToolsError `invalid_parameter`, `not_found`; `conflict` if the client is revoked.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { createOAuthClient, updateOAuthClient } from "@tools-api/core/oauth";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * const { id } = await createAccount(stores.documents, { email: "ada@example.com" }, { at: Date.now() });
 * const redirectUris = ["https://reader.example/callback"];
 * const fields = { name: "Reader", redirectUris, scopes: ["profile:read"] };
 * const { client } = await createOAuthClient(stores.documents, id, fields, { at: Date.now() });
 * const { name } = await updateOAuthClient(stores, { account: id, id: client.id }, { name: "Reader 2" });
 * console.log(name); // Reader 2
 * ```
 */
export function updateOAuthClient(
  stores: Stores,
  ids: OAuthClientIds,
  fields: Camelized<z.input<typeof OAuthClientChange>>,
  at: number = Date.now(),
): Promise<OAuthClient> {
  const { name, redirect_uris, scopes } = validateOptions(OAuthClientChange, fields);
  return changeOAuthClient(stores, ids, (client) => {
    requireLive(client);
    const value = {
      ...client,
      name: name ?? client.name,
      redirectUris: redirect_uris ?? client.redirectUris,
      scopes: scopes ?? client.scopes,
    };
    checkGrantTypes(value);
    return { value, otherWrites: clientEntry(stores.by, "client.changed", value, at) };
  });
}

/**
 * Gives a confidential client a new secret. The old secret ends immediately.
 *
 * @throws ToolsError `not_found`; `conflict` if the client is revoked or public.
 * @throws RepeatedRequest if the form was answered before.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { createOAuthClient, rotateOAuthClientSecret } from "@tools-api/core/oauth";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * const { id } = await createAccount(stores.documents, { email: "ada@example.com" }, { at: Date.now() });
 * const redirectUris = ["https://reader.example/callback"];
 * const fields = { name: "Reader", redirectUris, scopes: ["profile:read"] };
 * const { client } = await createOAuthClient(stores.documents, id, fields, { at: Date.now() });
 * const { secret } = await rotateOAuthClientSecret(stores, { account: id, id: client.id }, { at: Date.now() });
 * console.log(secret.startsWith("tcs_")); // true
 * ```
 */
export async function rotateOAuthClientSecret(
  stores: Stores,
  ids: OAuthClientIds,
  {
    at,
    form,
    randomBytes = secureRandomBytes,
  }: Pick<Issuing, "at" | "form"> & { randomBytes?: RandomBytes | undefined },
): Promise<{ client: OAuthClient; secret: string }> {
  const { secret, digest } = await newSecret("client", randomBytes);
  const client = await changeOAuthClient(stores, ids, async (old) => {
    requireLive(old);
    if (old.type === "public")
      throw new ToolsError("conflict", `The client ${ids.id} is public: it has no secret.`);
    const forms = await formWrites(stores.documents, form, ids.id, at);
    const entry = clientEntry(stores.by, "client.rotated", old, at);
    return { value: { ...old, secretDigest: digest }, otherWrites: [...forms, ...entry] };
  });
  return { client, secret };
}

/**
 * Revokes a client with all its grants. Its secret, codes, refresh tokens and access tokens end at the next call in
 * every process. Revoking twice changes nothing.
 *
 * @throws ToolsError `not_found`.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createAccount } from "@tools-api/core/accounts";
 * import { createOAuthClient, revokeOAuthClient } from "@tools-api/core/oauth";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * const { id } = await createAccount(stores.documents, { email: "ada@example.com" }, { at: Date.now() });
 * const redirectUris = ["https://reader.example/callback"];
 * const fields = { name: "Reader", redirectUris, scopes: ["profile:read"] };
 * const { client } = await createOAuthClient(stores.documents, id, fields, { at: Date.now() });
 * const { revokedAt } = await revokeOAuthClient(stores, { account: id, id: client.id }, Date.now());
 * console.log(revokedAt !== null); // true
 * ```
 */
export async function revokeOAuthClient(
  stores: Stores,
  ids: OAuthClientIds,
  at: number,
): Promise<OAuthClient> {
  const { documents } = stores;
  const client = await changeOAuthClient(stores, ids, async (old) => {
    if (old.revokedAt !== null) return null;
    const value = { ...old, revokedAt: at };
    const counts = await countEnded({ documents, kind: countedClients, account: ids.account, at }, value);
    return { value, otherWrites: [...counts, ...clientEntry(stores.by, "client.revoked", value, at)] };
  });
  // Also if the client was revoked before: that process may have ended before it revoked the grants.
  await revokeGrantsOfClient(stores, ids.id, at);
  return client;
}
