import type { Account } from "./account.ts";
import { auditEntry, eraseAuditAddresses } from "../audit/entries.ts";
import { commitFenced, type Stores } from "../store/commit.ts";
import { emailIds, emails, updateAccount } from "./accounts.ts";
import { lastAddresses } from "../request-log/addresses.ts";
import { eraseRequests } from "../request-log/list.ts";
import { apiKeys, keyOwners, keyPrefixes } from "./api-key.ts";
import { countedKeys, digestWrites } from "./count-api-keys.ts";
import { deletedAt, eraseCounts } from "./credential-counts.ts";
import { type Epochs, requireSameSession } from "./credential-epoch.ts";
import { clientOwners, oauthClients } from "./oauth/client.ts";
import { countedClients, revokeOAuthClient } from "./oauth/clients.ts";
import { listGrants, revokeGrant } from "./oauth/grants.ts";
import { operatorWrites } from "./operators.ts";
import { erasePasskeys } from "./passkeys.ts";
import { passwordHashes } from "./passwords.ts";
import { eraseProviderLink } from "./provider-links.ts";
import { deleteSessions } from "./sessions.ts";
import { eraseFiles } from "../files/erase.ts";
import { eraseWebhooks } from "../webhooks/endpoints.ts";

const pageSize = 100;

// Each key has a document for every secret.
const keysAtOnce = 25;

/** Marks an account as closed. No credential of the account works after this commit, even before the rest is erased. */
async function markClosed(stores: Stores, id: string, at: number, caller: Epochs | undefined): Promise<void> {
  await updateAccount(stores, id, async (account) => {
    if (account.status === "closed") return null;
    requireSameSession(account, caller);
    const { suspension: _, billingDetails: __, pendingEmail: ___, ...rest } = account;
    const value: Account = { ...rest, status: "closed", email: "", name: "" };
    return {
      value,
      otherWrites: [
        ...(await operatorWrites(stores.documents, account, value)),
        emails.drop(emailIds(account.email)),
        passwordHashes.drop({ account: id }),
        ...auditEntry({ account: id, action: "account.closed", ...stores.by, at }),
      ],
    };
  });
}

/** Lists and erases items page by page until none is left, including those that are created meanwhile. */
async function eraseAll<Item>(
  page: () => Promise<readonly Item[]>,
  erase: (items: readonly Item[]) => Promise<unknown>,
): Promise<void> {
  for (let items = await page(); items.length > 0; items = await page()) await erase(items);
}

/**
 * Erases keys page by page. The digests of their secrets stay for 90 days, so a client that still sends one does not
 * count as guessing.
 */
async function eraseKeys(stores: Stores, account: string, at: number): Promise<void> {
  const { documents } = stores;
  const indexWrites = async (id: string) => {
    const owner = await keyOwners.get(documents, { id });
    if (!owner) return [];
    const digests = await digestWrites(documents, owner.value);
    return [
      keyOwners.drop(owner.ids),
      ...owner.value.prefixes.map((prefix) => keyPrefixes.drop({ prefix, key: id, account })),
      ...digests.map((digest) => ({ ...digest, expiresAt: deletedAt(at) })),
    ];
  };
  await eraseAll(
    () => apiKeys.list(documents, { account }, { limit: keysAtOnce }),
    async (keys) => {
      const entries = await Promise.all(keys.map(({ ids }) => indexWrites(ids.id)));
      await commitFenced(stores, [...keys.map(({ ids }) => apiKeys.drop(ids)), ...entries.flat()]);
    },
  );
  await eraseCounts({ documents, kind: countedKeys, account, at });
}

async function eraseClients(stores: Stores, account: string, at: number): Promise<void> {
  const { documents } = stores;
  await eraseAll(
    () => oauthClients.list(documents, { account }, { limit: pageSize }),
    async (clients) => {
      for (const { ids } of clients) {
        await revokeOAuthClient(stores, { account, id: ids.id }, at);
        await commitFenced(stores, [oauthClients.drop(ids), clientOwners.drop(ids)]);
      }
    },
  );
  await eraseCounts({ documents, kind: countedClients, account, at });
}

/**
 * Closes an account permanently. Every process immediately refuses its keys, tokens and sessions, and its e-mail
 * address is free for another account. Then its sessions, passkeys, identity provider link, keys, grants, webhook endpoints, files, and OAuth
 * clients with the grants of their users are erased. The id, the plan, the invoices, the ledger and the usage totals stay, without personal data. The
 * audit log stays until its entries expire, without client addresses and names. If closing is interrupted, closing again
 * erases the rest.
 *
 * @param at Epoch milliseconds.
 * @param caller The account's epochs as read when the caller was authenticated.
 * @throws ToolsError `not_found`; `conflict` if the password was changed since the caller was authenticated, and for the last
 *   active operator.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { closeAccount, createAccount, getAccount } from "@tools-api/core/accounts";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * const { id } = await createAccount(stores.documents, { email: "ada@example.com" }, { at: Date.now() });
 * await closeAccount(stores, id, Date.now());
 * const found = await getAccount(stores.documents, id);
 * console.log(found?.value.status); // closed
 * ```
 */
export async function closeAccount(stores: Stores, id: string, at: number, caller?: Epochs): Promise<void> {
  const { documents } = stores;
  await markClosed(stores, id, at, caller);
  await deleteSessions(documents, id);
  await erasePasskeys(documents, id);
  await eraseProviderLink(documents, id);
  await eraseKeys(stores, id, at);
  await eraseClients(stores, id, at);
  await eraseAll(
    () => listGrants(documents, id, { limit: pageSize }),
    async (grants) => {
      for (const grant of grants) await revokeGrant(stores, id, grant.id, at);
    },
  );
  await eraseAuditAddresses(documents, id);
  await eraseRequests(documents, id);
  await lastAddresses.erase(documents, { account: id });
  await eraseWebhooks(documents, id);
  await eraseFiles(documents, id);
}
