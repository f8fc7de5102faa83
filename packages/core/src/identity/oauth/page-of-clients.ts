import type { Account } from "../../account.ts";
import type { Stores } from "../commit-fenced.ts";
import { type CredentialPage, type CredentialPageRequest, pageOfCredentials } from "../credential-counts.ts";
import { credentialEpoch } from "../credential-epoch.ts";
import type { OAuthClient } from "./client.ts";
import { getOAuthClient, revokeOAuthClient } from "./clients.ts";
import { countedClients } from "./count-clients.ts";

/**
 * Returns a page of an account's active clients, newest first, or of its revoked clients, last revoked first. The cost
 * does not grow with the number of clients.
 *
 * @param at Epoch milliseconds.
 */
export function pageOfOAuthClientsIn(
  stores: Stores,
  account: Pick<Account, "id" | "credentialEpoch">,
  page: CredentialPageRequest,
  at: number,
): Promise<CredentialPage<OAuthClient>> {
  const { documents } = stores;
  const epoch = credentialEpoch(account);
  return pageOfCredentials(
    documents,
    countedClients,
    { ...page, account: account.id, epoch, at },
    {
      async retire(id) {
        await revokeOAuthClient(stores, account.id, id, at);
      },
      async read(id) {
        const found = await getOAuthClient(documents, account.id, id);
        return found && found.client;
      },
    },
  );
}
