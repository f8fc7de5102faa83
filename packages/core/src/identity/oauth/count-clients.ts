import type { DocumentStore, WriteOperation } from "../../storage.ts";
import {
  type CountedCredential,
  countEnded,
  countNew,
  type CredentialKind,
  deletedAt,
} from "../credential-counts.ts";
import { OAuthClient, oauthClientKey, oauthClientOwnerKey } from "./client.ts";

function counted({ id, createdAt, revokedAt, epoch }: OAuthClient): CountedCredential {
  return {
    id,
    createdAt: Date.parse(createdAt),
    endsAt: revokedAt === null ? null : Date.parse(revokedAt),
    epoch,
  };
}

/** OAuth clients as a kind of credential that is counted. */
export const countedClients: CredentialKind = {
  name: "clients",
  label: "OAuth clients",
  noun: "client",
  keyOf: oauthClientKey,
  read: (value) => counted(OAuthClient.parse(value)),
  async companions(documents, _, id) {
    const owner = await documents.get(oauthClientOwnerKey(id));
    return owner ? [{ key: owner.key, value: owner.value }] : [];
  },
};

/** Returns the write of a client's document, which is deleted 90 days after the client is revoked. */
export function clientWrite(client: OAuthClient): WriteOperation {
  const { account, id, revokedAt } = client;
  return {
    key: oauthClientKey(account, id),
    value: client,
    ...(revokedAt !== null && { expiresAt: deletedAt(Date.parse(revokedAt)) }),
  };
}

/** Returns the writes that count a new client. See {@link countNew}. */
export function newClientCounts(
  documents: DocumentStore,
  client: OAuthClient,
  at: number,
): Promise<WriteOperation[]> {
  const { account } = client;
  // Clients do not expire. Clients of an earlier epoch are recorded as ended when they are listed.
  return countNew(documents, countedClients, { account, credential: counted(client), at }, async () => {});
}

/** Returns the writes that count a client as revoked. */
export function revokedClientCounts(
  documents: DocumentStore,
  client: OAuthClient,
  at: number,
): Promise<WriteOperation[]> {
  const { account } = client;
  return countEnded(documents, countedClients, { account, credential: counted(client), endsAt: at, at });
}
