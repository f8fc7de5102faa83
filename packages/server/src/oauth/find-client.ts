import { getAccount } from "@tools-api/core/accounts";
import { type AnyClient, findOAuthClient, isSelfRegistered } from "@tools-api/core/oauth";
import { findRegistration } from "@tools-api/core/internal/identity";
import type { OAuthServices } from "./services.ts";

/** Returns a client that registered itself. It is public, and can request the scopes of all calls. */
function selfRegistered(
  { scopes }: Pick<OAuthServices, "scopes">,
  { id, name, redirectUris }: Pick<AnyClient, "id" | "name" | "redirectUris">,
): AnyClient {
  return {
    id,
    account: null,
    name,
    type: "public",
    redirectUris,
    grantTypes: ["authorization_code", "refresh_token"],
    scopes: [...scopes.calls],
    secretDigest: null,
    createdAt: 0,
    revokedAt: null,
    epoch: 0,
  };
}

async function findRegistered(services: OAuthServices, id: string): Promise<AnyClient | null> {
  const registration = await findRegistration(services.documents, id);
  return registration && selfRegistered(services, registration);
}

/**
 * Returns the client of an authorization request; `null` if it is unknown or revoked, or its owner is not active.
 *
 * @param address The address of the client that sent the request.
 * @throws ToolsError if the client id is the URL of a document that is invalid or cannot be fetched.
 */
export async function findClient(
  services: OAuthServices,
  id: string,
  address: string,
): Promise<AnyClient | null> {
  const { documents, selfRegistration } = services;
  if (!isSelfRegistered(id)) {
    const found = await findOAuthClient(documents, id);
    const owner = found && (await getAccount(documents, found.value.account));
    return found?.value.revokedAt === null && owner?.value.status === "active" ? found.value : null;
  }
  if (!selfRegistration) return null;
  if (!id.startsWith("https:")) return findRegistered(services, id);
  const { client_name: name, redirect_uris: redirectUris } = await services.clientDocuments.read(id, address);
  return selfRegistered(services, { id, name: name ?? new URL(id).host, redirectUris });
}

/**
 * Returns the client of a code or token that registered itself; `null` if it is unknown. Does not fetch its document:
 * codes and tokens are bound to the client id, and its site may not respond at the moment.
 */
export async function findSelfRegistered(services: OAuthServices, id: string): Promise<AnyClient | null> {
  if (!services.selfRegistration) return null;
  if (!id.startsWith("https:")) return findRegistered(services, id);
  return selfRegistered(services, { id, name: id, redirectUris: [] });
}
