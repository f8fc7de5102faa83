import { ToolsError } from "@tools-api/core";
import { type Account, type Epochs, requireActive, type Session } from "@tools-api/core/accounts";
import { type Grant, type GrantedApp, identifiesClient } from "@tools-api/core/oauth";
import { allowClient, findGrant, isSameApp, issueCode } from "@tools-api/core/internal/identity";
import type { WriteOperation } from "@tools-api/core/storage";
import type { ApiContext } from "../http/context.ts";
import { readForm } from "../http/form.ts";
import { searchParams } from "../http/query.ts";
import { respondPage } from "../ui/respond-page.ts";
import { requestSource, withSource } from "../session/request-source.ts";
import { findSession } from "../session/session.ts";
import {
  type AuthorizationRequest,
  type AuthorizationTarget,
  codeUri,
  errorUri,
  readRequest,
  readTarget,
} from "./authorization-request.ts";
import { Consent } from "./consent-page.tsx";
import { type ConsentTicket, openTicket, sealTicket, usedTicketKey } from "./consent-ticket.ts";
import { redirectDestination } from "./destination.ts";
import { OAuthError } from "./oauth-error.ts";
import type { OAuthServices } from "./services.ts";

// A ticket contains the state of the client, in base64.
const maxFormBytes = 32_768;

function redirect(c: ApiContext, location: string): Response {
  // The query of this page must not reach the application's host in a Referer header.
  c.header("Referrer-Policy", "no-referrer");
  c.header("Cache-Control", "no-store");
  return c.redirect(location, 303);
}

/**
 * Redirects to the sign-in page, which returns here with the same request. Drops `prompt=login`, because the new
 * sign-in fulfills it.
 */
function toSignIn(c: ApiContext, { basePath }: OAuthServices, query: URLSearchParams): Response {
  const again = new URLSearchParams(query);
  const prompts = (again.get("prompt") ?? "").split(" ").filter((word) => word !== "" && word !== "login");
  if (prompts.length > 0) again.set("prompt", prompts.join(" "));
  else again.delete("prompt");
  const next = `${basePath}/oauth/authorize?${again.toString()}`;
  return c.redirect(`${basePath}/sign-in?next=${encodeURIComponent(next)}`, 303);
}

/** Returns what the consent page shows of a client that registered itself; `undefined` for any other client. */
function describeApp({ client, redirectUri }: AuthorizationTarget): GrantedApp | undefined {
  if (client.account !== null) return undefined;
  const host = URL.canParse(client.id) ? new URL(client.id).host : null;
  return { name: client.name, host, destination: redirectDestination(redirectUri) };
}

/**
 * Returns whether the server must ask the user. It asks for scopes that the user has not granted before, and if the
 * client requests it. It also asks if the redirect URI is not an https host: any app on the device could claim to be
 * this client (RFC 8252 §8.6). A client that registered itself can change its name and redirect URIs, so the server asks
 * again if the user has not seen these.
 */
function asksConsent(request: AuthorizationRequest, grant: Grant | undefined): boolean {
  const { scopes, prompts, redirectUri } = request;
  if (!isSameApp(grant?.app, describeApp(request))) return true;
  if (prompts.has("consent") || !identifiesClient(redirectUri)) return true;
  return !scopes.every((scope) => grant?.scopes.includes(scope));
}

interface Allowed {
  account: Pick<Account, "id"> & Epochs;
  session: Session;
  request: Pick<
    AuthorizationRequest,
    "client" | "redirectUri" | "state" | "resource" | "scopes" | "codeChallenge"
  >;
}

async function redirectWithCode(
  c: ApiContext,
  services: OAuthServices,
  { account, session, request }: Allowed,
  otherWrites: WriteOperation[] = [],
): Promise<Response> {
  const { client, redirectUri, resource, scopes, codeChallenge } = request;
  const at = services.clock.now();
  services.issues.take("code", client.id, account.id);
  const actor = { kind: "owner", account: account.id, credential: session.id } as const;
  const grant = await allowClient(
    withSource(services, requestSource(c, services, actor)),
    { account: account.id, client: client.id, scopes, app: describeApp(request), epochs: account },
    at,
  );
  const fields = {
    account: account.id,
    client: client.id,
    grant: grant.id,
    resource,
    scopes,
    redirectUri,
    codeChallenge,
    authenticatedAt: session.createdAt,
  };
  const code = await issueCode(services.documents, fields, at, otherWrites);
  if (code === null)
    throw new ToolsError("conflict", "You already answered this page. Start again from the application.");
  return redirect(c, codeUri(request, services.publicUrl, code));
}

async function answerRequest(
  c: ApiContext,
  services: OAuthServices,
  query: URLSearchParams,
  target: AuthorizationTarget,
): Promise<Response> {
  const request = readRequest(query, target, services);
  const { client, redirectUri, state, resource, scopes, codeChallenge, prompts } = request;
  const isSilent = prompts.has("none");
  const signedIn = await findSession(c, services);
  if (!signedIn && isSilent)
    throw new OAuthError(
      "login_required",
      "The user is not signed in. Send the request without prompt=none.",
    );
  if (!signedIn || prompts.has("login")) return toSignIn(c, services, query);
  const { account, session } = signedIn;
  requireActive(account);
  const found = await findGrant(services.documents, account.id, client.id);
  if (!asksConsent(request, found?.value))
    return redirectWithCode(c, services, { account, session, request });
  if (isSilent)
    throw new OAuthError(
      "consent_required",
      "The user has not consented to the scopes. Send the request without prompt=none.",
    );
  const asked = { client: client.id, redirectUri, state, resource, scopes, codeChallenge };
  const ticket = await sealTicket(services, { session: session.id, ...asked });
  const allowed = found?.value.scopes ?? [];
  const app = describeApp(request);
  const page = { base: services.basePath, account, request, allowed, app, ticket, catalog: services.scopes };
  // Only the scheme, because an application may redirect to another host of its own.
  return respondPage(c, Consent(page), {
    formTargets: [new URL(redirectUri).protocol],
  });
}

/** `GET /oauth/authorize` (RFC 6749 §4.1.1): shows the consent page, or redirects if no consent is needed. */
export async function showAuthorization(c: ApiContext, services: OAuthServices): Promise<Response> {
  const query = searchParams(c);
  const target = await readTarget(query, services, c.get("address"));
  try {
    return await answerRequest(c, services, query, target);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return redirect(c, errorUri(target, services.publicUrl, error));
  }
}

/** Returns the target of the request that the user saw, with the current state of the client. */
async function readAgain(
  c: ApiContext,
  services: OAuthServices,
  ticket: ConsentTicket,
): Promise<AuthorizationTarget> {
  const { client, redirectUri, state } = ticket;
  const query = new URLSearchParams({
    client_id: client,
    redirect_uri: redirectUri,
    ...(state !== undefined && { state }),
  });
  return readTarget(query, services, c.get("address"));
}

/** `POST /oauth/authorize`: processes the user's decision on the consent page. */
export async function submitConsent(c: ApiContext, services: OAuthServices): Promise<Response> {
  const { ticket: sealed = "", decision } = await readForm(c, maxFormBytes);
  const signedIn = await findSession(c, services);
  if (!signedIn)
    throw new ToolsError("invalid_request", "You are not signed in. Start again from the application.");
  const { account, session } = signedIn;
  requireActive(account);
  const ticket = await openTicket(services, sealed, session.id);
  const target = await readAgain(c, services, ticket);
  if (decision !== "allow") {
    const denied = new OAuthError("access_denied", "The user denied access.");
    return redirect(c, errorUri(target, services.publicUrl, denied));
  }
  const { resource, scopes, codeChallenge } = ticket;
  const used = { key: usedTicketKey(ticket), value: {}, ifAbsent: true, expiresAt: ticket.exp * 1000 };
  const request = { ...target, resource, scopes, codeChallenge };
  return redirectWithCode(c, services, { account, session, request }, [used]);
}
