import type { Account } from "../account.ts";
import { ToolsError } from "../errors.ts";
import type { Stores } from "./commit-fenced.ts";
import { pageOfApiKeysIn } from "./count-api-keys.ts";
import { credentialEpoch } from "./credential-epoch.ts";
import { listGrants, revokeGrant } from "./oauth/grants.ts";
import { pageOfOAuthClientsIn } from "./oauth/page-of-clients.ts";

const pageSize = 50;

/**
 * Records the ends of the keys, clients and grants of earlier epochs. Every process refuses them already, so nothing is
 * lost if the process stops midway. The lists of keys and clients record the rest when they are read.
 *
 * @param at Epoch milliseconds.
 */
export async function endAllCredentials(stores: Stores, account: Account, at: number): Promise<void> {
  const { documents } = stores;
  const { id } = account;
  // Listing the active keys records the ends of those that have ended.
  for (let after: string | undefined | null; after !== null;) {
    const page = await pageOfApiKeysIn(documents, account, { state: "active", after, limit: pageSize }, at);
    after = page.next;
  }
  for (let after: string | undefined | null; after !== null;) {
    const page = await pageOfOAuthClientsIn(stores, account, { state: "active", after, limit: pageSize }, at);
    after = page.next;
  }
  for (let after: string | undefined; ;) {
    const page = await listGrants(documents, id, { limit: pageSize, ...(after !== undefined && { after }) });
    for (const grant of page)
      if (grant.epoch < credentialEpoch(account)) {
        await revokeGrant(stores, id, grant.id).catch((error: unknown) => {
          // Another process has already revoked it.
          if (!(error instanceof ToolsError && error.code === "not_found")) throw error;
        });
      }
    after = page.at(-1)?.id;
    if (page.length < pageSize) return;
  }
}
