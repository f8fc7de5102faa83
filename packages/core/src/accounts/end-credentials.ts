import { pageOfOAuthClientsIn } from "../oauth/page-of-clients.ts";
import { listGrants, revokeGrant } from "../oauth/grants.ts";
import { ToolsError } from "../errors.ts";
import type { Account } from "./account.ts";
import type { Stores } from "./commit-fenced.ts";
import { pageOfApiKeysIn } from "./count-api-keys.ts";
import { credentialEpoch } from "./credential-epoch.ts";

const pageSize = 50;

/**
 * Records as ended the keys, clients and grants of the epochs before the account's own. They are refused already, so
 * that nothing is lost if the process ends in between: the lists of keys and clients record the rest when they are read.
 *
 * @param at Epoch milliseconds.
 */
export async function endAllCredentials(stores: Stores, account: Account, at: number): Promise<void> {
  const { documents } = stores;
  const { id } = account;
  // The list of active ones records those that have ended, page by page.
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
          // Another process was first.
          if (!(error instanceof ToolsError && error.code === "not_found")) throw error;
        });
      }
    after = page.at(-1)?.id;
    if (page.length < pageSize) return;
  }
}
