import { z } from "zod";
import { type Scope, scopes } from "../../account-terms.ts";
import { ToolsError } from "../../errors.ts";
import type { DocumentStore } from "../../storage.ts";
import { commitFenced, type Stores } from "../commit-fenced.ts";
import { credentialEpoch, currentEpochs, type Epochs } from "../credential-epoch.ts";
import { newIdentifier, type RandomBytes, secureRandomBytes } from "../identifier.ts";
import { tokenRevocations } from "./client.ts";

/** One pass through the authorization endpoint, and the family of all refresh tokens issued from it. */
const Authorization = z.object({ id: z.string(), createdAt: z.iso.datetime() });

/** The scopes that a user allows a client until the grant is revoked. A user has at most one grant per client. */
export const Grant = z.object({
  id: z.string(),
  /** The account of the user. */
  account: z.string(),
  client: z.string(),
  scopes: z.array(z.enum(scopes)),
  createdAt: z.iso.datetime(),
  /** The `credentialEpoch` of the account at the creation of the grant. */
  epoch: z.int().min(0).default(0),
  /** The active authorizations, oldest first. */
  authorizations: z.array(Authorization),
  ...tokenRevocations,
});

export type Grant = z.infer<typeof Grant>;

const GrantIndex = z.object({ grant: z.string() });

// Without a limit, the document would grow with every sign-in of an app that never signs out. The oldest ends instead.
const maximumAuthorizations = 50;

/** Returns the key of a grant's document, which is also the name of its usage fence. */
export function grantKey(account: string, id: string): string {
  return `grants/${account}/${id}`;
}

function clientGrantKey(client: string, account: string): string {
  return `client-grants/${client}/${account}`;
}

export interface GrantRevision {
  grant: Grant;
  revision: number;
}

/** Returns a grant of an account, or `null` if it has no such grant. */
export async function getGrant(
  documents: DocumentStore,
  account: string,
  id: string,
): Promise<GrantRevision | null> {
  const document = await documents.get(grantKey(account, id));
  return document && { grant: Grant.parse(document.value), revision: document.version };
}

/** Returns the grant of an account for a client, or `null` if there is none. */
export async function findGrant(
  documents: DocumentStore,
  account: string,
  client: string,
): Promise<GrantRevision | null> {
  const entry = await documents.get(clientGrantKey(client, account));
  return entry && getGrant(documents, account, GrantIndex.parse(entry.value).grant);
}

/** Returns a page of an account's grants, ordered by id. */
export async function listGrants(
  documents: DocumentStore,
  account: string,
  page: { after?: string; limit: number },
): Promise<Grant[]> {
  const after = page.after === undefined ? {} : { after: grantKey(account, page.after) };
  const found = await documents.list(grantKey(account, ""), { ...after, limit: page.limit });
  return found.map((document) => Grant.parse(document.value));
}

/**
 * Reads, changes and writes a grant. Retries if another process wrote it in between. Returns `null` if the grant was
 * revoked.
 */
async function changeGrant(
  stores: Stores,
  account: string,
  id: string,
  change: (grant: Grant) => Grant,
): Promise<Grant | null> {
  for (;;) {
    const found = await getGrant(stores.documents, account, id);
    if (!found) return null;
    const value = change(found.grant);
    const operation = { key: grantKey(account, id), value, ifVersion: found.revision, fence: true };
    if ((await commitFenced(stores, [operation])).committed) return value;
  }
}

/**
 * Records that an account allows a client some scopes, in addition to those it already allows.
 *
 * @param at Epoch milliseconds.
 */
export async function allowClient(
  stores: Stores,
  {
    account,
    client,
    scopes: allowed,
    epochs,
  }: { account: string; client: string; scopes: readonly Scope[]; epochs?: Epochs | undefined },
  at: number,
  randomBytes: RandomBytes = secureRandomBytes,
): Promise<Grant> {
  const { documents } = stores;
  const index = clientGrantKey(client, account);
  const epoch = credentialEpoch(await currentEpochs(documents, account, epochs));
  for (;;) {
    const entry = await documents.get(index);
    const found = entry && (await getGrant(documents, account, GrantIndex.parse(entry.value).grant));
    // The consent page was shown before the account ended all grants.
    if (found && found.grant.epoch > epoch)
      throw new ToolsError(
        "conflict",
        "The password was changed meanwhile. Start again from the application.",
      );
    if (found && found.grant.epoch === epoch) {
      const added = allowed.filter((scope) => !found.grant.scopes.includes(scope));
      if (added.length === 0) return found.grant;
      const widen = (grant: Grant) => ({ ...grant, scopes: [...new Set([...grant.scopes, ...added])] });
      const widened = await changeGrant(stores, account, found.grant.id, widen);
      if (widened) return widened;
      continue;
    }
    const grant: Grant = {
      id: newIdentifier("grant", randomBytes),
      account,
      client,
      scopes: [...allowed],
      createdAt: new Date(at).toISOString(),
      epoch,
      authorizations: [],
    };
    const unchanged = entry ? { ifVersion: entry.version } : { ifAbsent: true };
    const result = await documents.commit([
      { key: index, value: { grant: grant.id }, ...unchanged },
      { key: grantKey(account, grant.id), value: grant, ifAbsent: true },
      // The old grant ended with all others of its epoch.
      ...(found ? [{ key: grantKey(account, found.grant.id) }] : []),
    ]);
    if (result.committed) return grant;
  }
}

/**
 * Revokes a grant. Its refresh tokens and access tokens end at the next call in every process.
 *
 * @throws ToolsError `not_found`.
 */
export async function revokeGrant(stores: Stores, account: string, id: string): Promise<void> {
  for (;;) {
    const found = await getGrant(stores.documents, account, id);
    if (!found) throw new ToolsError("not_found", `There is no grant ${id}.`);
    const result = await commitFenced(stores, [
      { key: grantKey(account, id), ifVersion: found.revision, fence: true },
      { key: clientGrantKey(found.grant.client, account) },
    ]);
    if (result.committed) return;
  }
}

/** Revokes the grants of all accounts for a client. */
export async function revokeGrantsOfClient(stores: Stores, client: string): Promise<void> {
  const prefix = clientGrantKey(client, "");
  for (let after: string | undefined; ;) {
    const page = await stores.documents.list(prefix, { limit: 100, ...(after && { after }) });
    for (const { key, value } of page) {
      const account = key.slice(prefix.length);
      await revokeGrant(stores, account, GrantIndex.parse(value).grant).catch((error: unknown) => {
        // The user has already revoked it.
        if (!(error instanceof ToolsError && error.code === "not_found")) throw error;
      });
    }
    after = page.at(-1)?.key;
    if (page.length < 100) return;
  }
}

/** Returns the grant with one more authorization. Beyond 50, the oldest ends. */
export function withAuthorization(grant: Grant, id: string, at: number): Grant {
  const authorization = { id, createdAt: new Date(at).toISOString() };
  return { ...grant, authorizations: [...grant.authorizations, authorization].slice(-maximumAuthorizations) };
}

/** Ends one authorization. Its refresh tokens and access tokens end at the next call in every process. */
export async function revokeTokenFamily(
  stores: Stores,
  { account, grant: id, authorization }: { account: string; grant: string; authorization: string },
): Promise<void> {
  await changeGrant(stores, account, id, (grant) => ({
    ...grant,
    authorizations: grant.authorizations.filter((kept) => kept.id !== authorization),
  }));
}
