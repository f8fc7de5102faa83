import type { Account } from "./account.ts";
import type { Stores } from "../store/commit.ts";
import { pageOfApiKeysIn } from "./count-api-keys.ts";
import { credentialEpoch } from "./credential-epoch.ts";
import { pageOfOAuthClientsIn } from "./oauth/find-clients.ts";
import { grants, revokeGrantIfAny } from "./oauth/grants.ts";

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
  for await (const { value } of grants.each(documents, { account: id }))
    if (value.epoch < credentialEpoch(account)) await revokeGrantIfAny(stores, id, value.id, at);
}
