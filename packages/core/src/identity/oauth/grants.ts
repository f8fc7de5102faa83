import { z } from "zod";
import { auditEntry } from "../../audit/entries.ts";
import { ToolsError } from "../../errors.ts";
import { collection, type Page, type Stored } from "../../store/collection.ts";
import { type Stores, transact } from "../../store/commit.ts";
import type { DocumentStore, WriteOperation } from "../../store/storage.ts";
import { credentialEpoch, currentEpochs, type Epochs } from "../credential-epoch.ts";
import { newIdentifier, type RandomBytes, secureRandomBytes } from "../../store/identifier.ts";
import { StoredName } from "../../schema/name.ts";
import { tokenRevocations } from "./client.ts";
import { clientSegment, isRegistrationId, recordGranted } from "./self-registered.ts";
import { StoredInstant } from "../../schema/wire.ts";

/** One pass through the authorization endpoint, and the family of all refresh tokens issued from it. */
const Authorization = z.object({ id: z.string(), createdAt: StoredInstant });

/** A client that registered itself, as the user saw it on the consent page. */
const GrantedApp = z.object({
  name: StoredName,
  /** The host of its client id; `null` if that is not a URL. */
  host: z.string().nullable(),
  /** The host, or for an app on the user's device the scheme, of the redirect URI. */
  destination: z.string(),
});

export type GrantedApp = z.output<typeof GrantedApp>;

/** The scopes that a user allows a client until the grant is revoked. A user has at most one grant per client. */
export const Grant = z.object({
  id: z.string(),
  /** The account of the user. */
  account: z.string(),
  client: z.string(),
  scopes: z.array(z.string()),
  createdAt: StoredInstant,
  /** Absent for a client that an account registered. */
  app: GrantedApp.optional(),
  /** The `credentialEpoch` of the account at the creation of the grant. */
  epoch: z.int().min(0).default(0),
  /** The active authorizations, oldest first. */
  authorizations: z.array(Authorization),
  ...tokenRevocations,
});

export type Grant = z.output<typeof Grant>;

export const grants = collection("grants/{account}/{id}", Grant, { fenced: true });

/** The index of grants by client. */
const clientGrants = collection("client-grants/{client}/{account}", z.object({ grant: z.string() }));

// Without a limit, the document would grow with every sign-in of an app that never signs out. The oldest ends instead.
const maxAuthorizations = 50;

/** Returns the key of a grant's document, which is also the name of its usage fence. */
export function grantKey(account: string, id: string): string {
  return grants.key({ account, id });
}

/**
 * Returns a grant of an account, or `null` if it has no such grant.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { getGrant } from "@tools-api/core/oauth";
 *
 * const documents = memoryDocuments();
 * console.log(await getGrant(documents, "acct_1", "grant_1")); // null
 * ```
 */
export function getGrant(
  documents: DocumentStore,
  account: string,
  id: string,
): Promise<Stored<Grant, "account" | "id"> | null> {
  return grants.get(documents, { account, id });
}

/** Returns the grant of an account for a client, or `null` if there is none. */
export async function findGrant(
  documents: DocumentStore,
  account: string,
  client: string,
): Promise<Stored<Grant> | null> {
  const entry = await clientGrants.get(documents, { client: await clientSegment(client), account });
  return entry && getGrant(documents, account, entry.value.grant);
}

/**
 * Returns a page of an account's grants, ordered by id.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { listGrants } from "@tools-api/core/oauth";
 *
 * const documents = memoryDocuments();
 * console.log(await listGrants(documents, "acct_1", { limit: 100 })); // []
 * ```
 */
export async function listGrants(documents: DocumentStore, account: string, page: Page): Promise<Grant[]> {
  return (await grants.list(documents, { account }, page)).map(({ value }) => value);
}

/** Returns the entry of a grant in the audit log of its user. */
function grantEntry(
  { by }: Stores,
  action: "grant.created" | "grant.changed" | "grant.revoked",
  { account, id, client, app, scopes }: Grant,
  at: number,
): WriteOperation[] {
  const details = { client, name: app?.name, scopes: [...scopes] };
  return auditEntry({ account, action, target: id, details, ...by, at });
}

/** Returns whether a consent page would show the same application. */
export function isSameApp(a: GrantedApp | undefined, b: GrantedApp | undefined): boolean {
  return a?.name === b?.name && a?.host === b?.host && a?.destination === b?.destination;
}

/**
 * Records that an account allows a client some scopes, in addition to those it already allows.
 *
 * @param at Epoch milliseconds.
 * @throws ToolsError `conflict` if the grants of the account ended, or the registration of the client, since the user was
 *   asked.
 */
export async function allowClient(
  stores: Stores,
  {
    account,
    client,
    scopes: allowed,
    app,
    epochs,
  }: {
    account: string;
    client: string;
    scopes: readonly string[];
    app?: GrantedApp | undefined;
    epochs?: Epochs | undefined;
  },
  at: number,
  randomBytes: RandomBytes = secureRandomBytes,
): Promise<Grant> {
  const { documents } = stores;
  const epoch = credentialEpoch(await currentEpochs(documents, account, epochs));
  const ids = { client: await clientSegment(client), account };
  return transact(stores, async () => {
    const entry = await clientGrants.get(documents, ids);
    const found = entry && (await getGrant(documents, account, entry.value.grant));
    // The consent page was shown before the account ended all grants.
    if (found && found.value.epoch > epoch)
      throw new ToolsError(
        "conflict",
        "The password was changed meanwhile. Start again from the application.",
      );
    if (found && found.value.epoch === epoch) {
      const widened = {
        ...found.value,
        ...(app && { app }),
        scopes: [...new Set([...found.value.scopes, ...allowed])],
      };
      const isWider = widened.scopes.length > found.value.scopes.length;
      const isChanged = isWider || !isSameApp(found.value.app, app);
      const entry = isWider ? grantEntry(stores, "grant.changed", widened, at) : [];
      return {
        operations: isChanged ? [grants.replace(found, widened), ...entry] : [],
        result: widened,
      };
    }
    const granted = await recordGranted(documents, client, async () => true);
    if (isRegistrationId(client) && granted.length === 0)
      throw new ToolsError(
        "conflict",
        "The application's registration has expired. Start again from the application.",
      );
    const grant: Grant = {
      id: newIdentifier("grant", randomBytes),
      account,
      client,
      scopes: [...allowed],
      createdAt: at,
      ...(app && { app }),
      epoch,
      authorizations: [],
    };
    return {
      operations: [
        clientGrants.save(entry, ids, { grant: grant.id }),
        ...granted,
        grants.create(grant, grant),
        // The old grant ended with all others of its epoch.
        ...(found ? [grants.drop(found.ids)] : []),
        ...grantEntry(stores, "grant.created", grant, at),
      ],
      result: grant,
    };
  });
}

/** Revokes a grant. Returns false if the account has no such grant. */
export function revokeGrantIfAny(stores: Stores, account: string, id: string, at: number): Promise<boolean> {
  return transact(stores, async () => {
    const found = await getGrant(stores.documents, account, id);
    if (!found) return { operations: [], result: false };
    const { client } = found.value;
    const ids = { client: await clientSegment(client), account };
    // Written in any case: of two accounts that revoke their grants concurrently, one then sees that it is the last.
    const granted = await recordGranted(stores.documents, client, async () => {
      const users = await clientGrants.list(stores.documents, { client: ids.client }, { limit: 2 });
      return users.some((user) => user.ids.account !== account);
    });
    const entry = grantEntry(stores, "grant.revoked", found.value, at);
    return {
      operations: [grants.remove(found), clientGrants.drop(ids), ...granted, ...entry],
      result: true,
    };
  });
}

/**
 * Revokes a grant. Its refresh tokens and access tokens end at the next call in every process.
 *
 * @param at Epoch milliseconds, for the audit log.
 * @throws ToolsError `not_found`.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { ToolsError } from "@tools-api/core";
 * import { revokeGrant } from "@tools-api/core/oauth";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * try {
 *   await revokeGrant(stores, "acct_1", "grant_1");
 * } catch (error) {
 *   console.log(error instanceof ToolsError && error.code); // not_found
 * }
 * ```
 */
export async function revokeGrant(
  stores: Stores,
  account: string,
  id: string,
  at: number = Date.now(),
): Promise<void> {
  if (!(await revokeGrantIfAny(stores, account, id, at)))
    throw new ToolsError("not_found", `There is no grant ${id}.`);
}

/** Revokes the grants of all accounts for a client that an account registered. */
export async function revokeGrantsOfClient(stores: Stores, client: string, at: number): Promise<void> {
  // The log of each user says that the system ended the grant: the owner of the client is a stranger to the user.
  const { documents, usage } = stores;
  for await (const { ids, value } of clientGrants.each(documents, { client }))
    await revokeGrantIfAny({ documents, usage }, ids.account, value.grant, at);
}

/** Returns the grant with one more authorization. Beyond 50, the oldest ends. */
export function withAuthorization(grant: Grant, id: string, at: number): Grant {
  const authorization = { id, createdAt: at };
  return { ...grant, authorizations: [...grant.authorizations, authorization].slice(-maxAuthorizations) };
}

/** Ends one authorization. Its refresh tokens and access tokens end at the next call in every process. */
export async function revokeTokenFamily(
  stores: Stores,
  { account, grant: id, authorization }: { account: string; grant: string; authorization: string },
): Promise<void> {
  await grants.update(stores, { account, id }, ({ value }) => {
    const authorizations = value.authorizations.filter((kept) => kept.id !== authorization);
    return { value: { ...value, authorizations } };
  });
}
