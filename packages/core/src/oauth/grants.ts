import { z } from "zod";
import { commitFenced, type Stores } from "../accounts/commit-fenced.ts";
import { credentialEpoch, currentEpochs, type Epochs } from "../accounts/credential-epoch.ts";
import { newIdentifier, type RandomBytes, secureRandomBytes } from "../accounts/identifier.ts";
import { ToolsError } from "../errors.ts";
import { type Scope, scopes } from "../schemas/account.ts";
import type { DocumentStore } from "../storage.ts";
import { tokenRevocations } from "./client.ts";

/** One passage through the authorization endpoint, and the family of all refresh tokens that came of it. */
const Authorization = z.object({ id: z.string(), createdAt: z.iso.datetime() });

/** What a user has allowed a client, for as long as it is not withdrawn. A user has one grant a client. */
export const Grant = z.object({
  id: z.string(),
  /** Whose grant it is. */
  account: z.string(),
  client: z.string(),
  scopes: z.array(z.enum(scopes)),
  createdAt: z.iso.datetime(),
  /** The `credentialEpoch` of the account under which it was given. */
  epoch: z.int().min(0).default(0),
  /** The live ones, oldest first. */
  authorizations: z.array(Authorization),
  ...tokenRevocations,
});

export type Grant = z.infer<typeof Grant>;

const GrantIndex = z.object({ grant: z.string() });

// The document would grow with every sign-in of an app that never signs out; the oldest one ends instead.
const maximumAuthorizations = 50;

/** The document under which a grant is kept, and the name of its usage fence. */
export function grantKey(account: string, id: string): string {
  return `grants/${account}/${id}`;
}

function clientGrantKey(client: string, account: string): string {
  return `client-grants/${client}/${account}`;
}

/** A grant with the revision at which it was read. */
export interface GrantRevision {
  grant: Grant;
  revision: number;
}

/** A grant of an account, or `null`. */
export async function getGrant(
  documents: DocumentStore,
  account: string,
  id: string,
): Promise<GrantRevision | null> {
  const document = await documents.get(grantKey(account, id));
  return document && { grant: Grant.parse(document.value), revision: document.version };
}

/** What an account has allowed a client, or `null`. */
export async function findGrant(
  documents: DocumentStore,
  account: string,
  client: string,
): Promise<GrantRevision | null> {
  const entry = await documents.get(clientGrantKey(client, account));
  return entry && getGrant(documents, account, GrantIndex.parse(entry.value).grant);
}

/** An account's grants in the order of their ids, a page at a time. */
export async function listGrants(
  documents: DocumentStore,
  account: string,
  page: { after?: string; limit: number },
): Promise<Grant[]> {
  const after = page.after === undefined ? {} : { after: grantKey(account, page.after) };
  const found = await documents.list(grantKey(account, ""), { ...after, limit: page.limit });
  return found.map((document) => Grant.parse(document.value));
}

/** Reads, changes and writes a grant until nobody else has written in between; `null` where it has been withdrawn. */
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
 * Notes that an account allows a client some scopes, besides those that it has allowed before.
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
    // A page that was shown before the account ended all grants.
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
      // It ended with all others of its epoch.
      ...(found ? [{ key: grantKey(account, found.grant.id) }] : []),
    ]);
    if (result.committed) return grant;
  }
}

/**
 * Withdraws what an account has allowed a client: refresh tokens and access tokens of it end, in every process at the
 * next call.
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

/** Withdraws what all accounts have allowed a client. */
export async function revokeGrantsOfClient(stores: Stores, client: string): Promise<void> {
  const prefix = clientGrantKey(client, "");
  for (let after: string | undefined; ;) {
    const page = await stores.documents.list(prefix, { limit: 100, ...(after && { after }) });
    for (const { key, value } of page) {
      const account = key.slice(prefix.length);
      await revokeGrant(stores, account, GrantIndex.parse(value).grant).catch((error: unknown) => {
        // Its owner was first.
        if (!(error instanceof ToolsError && error.code === "not_found")) throw error;
      });
    }
    after = page.at(-1)?.key;
    if (page.length < 100) return;
  }
}

/** The grant with one authorization more; beyond fifty the oldest ends. */
export function withAuthorization(grant: Grant, id: string, at: number): Grant {
  const authorization = { id, createdAt: new Date(at).toISOString() };
  return { ...grant, authorizations: [...grant.authorizations, authorization].slice(-maximumAuthorizations) };
}

/** Ends one authorization: its refresh tokens and access tokens, in every process at the next call. */
export async function endAuthorization(
  stores: Stores,
  { account, grant: id, authorization }: { account: string; grant: string; authorization: string },
): Promise<void> {
  await changeGrant(stores, account, id, (grant) => ({
    ...grant,
    authorizations: grant.authorizations.filter((kept) => kept.id !== authorization),
  }));
}
