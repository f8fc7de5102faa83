import { ToolsError } from "../errors.ts";
import type { WriteOperation } from "../storage.ts";
import { accountKey, emailKey, getAccount } from "./accounts.ts";
import { type ApiKey, apiKeyKey, ownerKey, pageOfApiKeys } from "./api-key.ts";
import { commitFenced, type Stores } from "./commit-fenced.ts";
import { countedKeys } from "./count-api-keys.ts";
import { deletedAt, eraseCounts } from "./credential-counts.ts";
import { type Epochs, requireSameSession } from "./credential-epoch.ts";
import { oauthClientKey, oauthClientOwnerKey } from "./oauth/client.ts";
import { listOAuthClients, revokeOAuthClient } from "./oauth/clients.ts";
import { countedClients } from "./oauth/count-clients.ts";
import { listGrants, revokeGrant } from "./oauth/grants.ts";
import { passwordKey } from "./passwords.ts";
import { endSessions } from "./sessions.ts";

const pageSize = 100;

// Each key has a document for every secret.
const keysAtOnce = 25;

/** Marks an account as closed. No credential of the account works after this commit, even before the rest is erased. */
async function markClosed(stores: Stores, id: string, caller: Epochs | undefined): Promise<void> {
  for (;;) {
    const found = await getAccount(stores.documents, id);
    if (!found) throw new ToolsError("not_found", `There is no account ${id}.`);
    const { account, revision } = found;
    if (account.status === "closed") return;
    requireSameSession(account, caller);
    const closed = { ...account, status: "closed", email: "", name: "" };
    const operations: WriteOperation[] = [
      { key: accountKey(id), value: closed, ifVersion: revision, fence: true },
      { key: emailKey(account.email) },
      { key: passwordKey(id) },
    ];
    if ((await commitFenced(stores, operations)).committed) return;
  }
}

/** Lists and erases items page by page until none is left. */
async function eraseAll<Item>(
  page: () => Promise<readonly Item[]>,
  erase: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (let items = await page(); items.length > 0; items = await page())
    for (const item of items) await erase(item);
}

/**
 * Erases keys page by page. The digests of their secrets stay for 90 days, so a client that still sends one does not
 * count as guessing.
 */
async function eraseKeys(stores: Stores, account: string, at: number): Promise<void> {
  const { documents } = stores;
  const digestsOf = async ({ id }: ApiKey) => {
    const entries = await countedKeys.companions(documents, account, id);
    return entries
      .filter(({ key }) => key !== ownerKey(id))
      .map((entry) => ({ ...entry, expiresAt: deletedAt(at) }));
  };
  await eraseAll(
    async () => {
      const keys = await pageOfApiKeys(documents, account, { limit: keysAtOnce });
      return keys.length === 0 ? [] : [keys];
    },
    async (keys) => {
      const digests = await Promise.all(keys.map(digestsOf));
      await commitFenced(stores, [
        ...keys.flatMap(({ id }) => [{ key: apiKeyKey(account, id), fence: true }, { key: ownerKey(id) }]),
        ...digests.flat(),
      ]);
    },
  );
  await eraseCounts(documents, countedKeys, account);
}

async function eraseClients(stores: Stores, account: string, at: number): Promise<void> {
  const { documents } = stores;
  await eraseAll(
    () => listOAuthClients(documents, account, { limit: pageSize }),
    async ({ id }) => {
      await revokeOAuthClient(stores, account, id, at);
      await commitFenced(stores, [
        { key: oauthClientKey(account, id), fence: true },
        { key: oauthClientOwnerKey(id) },
      ]);
    },
  );
  await eraseCounts(documents, countedClients, account);
}

/**
 * Closes an account permanently. Every process immediately refuses its keys, tokens and sessions, and its e-mail
 * address is free for another account. Then its sessions, keys, grants, and OAuth clients with the grants of their
 * users are erased. The id, the plan, the invoices, the ledger and the usage totals stay, without personal data. If
 * closing is interrupted, closing again erases the rest.
 *
 * @param at Epoch milliseconds.
 * @param caller The account's epochs as read when the caller was authenticated.
 * @throws ToolsError `not_found`; `conflict` if the password was changed since the caller was authenticated.
 */
export async function closeAccount(stores: Stores, id: string, at: number, caller?: Epochs): Promise<void> {
  const { documents } = stores;
  await markClosed(stores, id, caller);
  await endSessions(documents, id);
  await eraseKeys(stores, id, at);
  await eraseClients(stores, id, at);
  await eraseAll(
    () => listGrants(documents, id, { limit: pageSize }),
    (grant) => revokeGrant(stores, id, grant.id),
  );
}
