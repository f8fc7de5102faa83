import {
  type AnyClient,
  findOAuthClient,
  isSelfRegistered,
  verifyOAuthClientSecret,
} from "@tools-api/core/oauth";
import { getAccount } from "@tools-api/core/accounts";
import type { ApiContext } from "../http/context.ts";
import { findSelfRegistered } from "./find-client.ts";
import { OAuthError } from "./oauth-error.ts";
import type { OAuthServices } from "./services.ts";

interface PresentedClient {
  id: string;
  secret: string | null;
}

function decoded(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}

/** Returns the client id and secret of HTTP Basic, each form-decoded (RFC 6749 §2.3.1). */
function basicCredentials(header: string): PresentedClient {
  const encoded = /^basic +([0-9A-Za-z+/]+={0,2})$/i.exec(header)?.[1];
  try {
    const bytes = Uint8Array.from(atob(encoded ?? ""), (character) => character.charCodeAt(0));
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const colon = text.indexOf(":");
    if (colon > 0) return { id: decoded(text.slice(0, colon)), secret: decoded(text.slice(colon + 1)) };
  } catch {
    // Invalid base64, UTF-8 or form encoding: the caller gets the same error for each.
  }
  throw new OAuthError(
    "invalid_client",
    "Authorization: expected Basic with a client id and secret, received another value.",
  );
}

function presentedClient(c: ApiContext, form: Readonly<Record<string, string>>): PresentedClient {
  const header = c.req.header("Authorization");
  const { client_id: id, client_secret: secret } = form;
  if (header === undefined) {
    if (!id) throw new OAuthError("invalid_client", "client_id: expected the id of a client, received none.");
    return { id, secret: secret ?? null };
  }
  // RFC 6749 §2.3: a client must not authenticate in more than one way.
  if (secret !== undefined)
    throw new OAuthError(
      "invalid_request",
      "client_secret: expected none in addition to the Authorization header, received one.",
    );
  const basic = basicCredentials(header);
  if (id !== undefined && id !== basic.id)
    throw new OAuthError(
      "invalid_request",
      "client_id: expected the client of the Authorization header, received another.",
    );
  return basic;
}

/**
 * Authenticates the client of a request by `client_secret_basic` or `client_secret_post`. A public client is identified
 * only by its id (`none`).
 *
 * @throws OAuthError `invalid_client`. Its text is the same for every cause, so probing reveals nothing.
 */
export async function authenticateClient(
  c: ApiContext,
  services: OAuthServices,
  form: Readonly<Record<string, string>>,
): Promise<AnyClient> {
  const { documents } = services;
  const { id, secret } = presentedClient(c, form);
  const refusal = "The client is unknown or revoked, or its secret does not match.";
  if (isSelfRegistered(id)) {
    const client = secret === null ? await findSelfRegistered(services, id) : null;
    if (client) return client;
    // Registrations are deleted, so an unknown one is no guess.
    throw new OAuthError("invalid_client", refusal);
  }
  const found = await findOAuthClient(documents, id);
  const isGood = found !== null && (await verifyOAuthClientSecret(found.value, secret));
  if (!isGood) {
    const wasValid = found !== null && found.value.revokedAt !== null;
    throw new OAuthError("invalid_client", refusal, { isGuess: !wasValid });
  }
  const owner = await getAccount(documents, found.value.account);
  if (owner?.value.status !== "active") throw new OAuthError("invalid_client", refusal);
  return found.value;
}
