import { randomBytes } from "node:crypto";
import { ToolsError } from "@tools-api/core";
import { z } from "zod";
import type { ApiContext } from "../http/context.ts";
import type { AccountServices } from "./services.ts";
import type { IdentityProvider } from "./identity-provider.ts";
import { readCookie, removeCookie, writeCookie } from "../http/cookie.ts";
import { isSealed, seal } from "./seal.ts";

const cookieName = "provider-sign-in";
const validSeconds = 600;
// Browsers keep cookies of up to 4,096 bytes.
const maxNextLength = 2000;
const maxInvitationLength = 200;

const Pending = z.object({
  state: z.string(),
  /** The page that opens after the sign-in. */
  next: z.string(),
  /** The token of an invitation; empty without one. */
  invitation: z.string(),
  /** The session whose account is linked. Absent for a sign-in. */
  session: z.string().optional(),
  /** Epoch milliseconds. */
  expiresAt: z.number(),
});

/** A sign-in that has begun in this browser and continues at the identity provider. */
export type Pending = z.output<typeof Pending>;

type PendingServices = Pick<AccountServices, "publicUrl" | "secret" | "clock">;

/**
 * Returns the secrets of a sign-in. They follow from its state and the secret of the server, so that the browser never has
 * the nonce of the ID token or the verifier of PKCE before their use.
 */
export async function signInSecrets(services: Pick<PendingServices, "secret">, state: string) {
  const [nonce, verifier] = await Promise.all([
    seal(services, "provider-nonce", state),
    seal(services, "provider-verifier", state),
  ]);
  return { state, nonce, verifier };
}

/** Begins a sign-in and keeps it in a signed cookie, so that sign-ins fill no store. Returns its state. */
async function beginPending(
  c: ApiContext,
  services: PendingServices,
  { next, invitation = "", session }: Pick<Pending, "next" | "session"> & { invitation?: string },
): Promise<string> {
  const state = randomBytes(32).toString("base64url");
  const pending: Pending = {
    state,
    next: next.length > maxNextLength ? "/" : next,
    invitation: invitation.slice(0, maxInvitationLength),
    session,
    expiresAt: services.clock.now() + validSeconds * 1000,
  };
  const text = Buffer.from(JSON.stringify(pending)).toString("base64url");
  const value = `${text}.${await seal(services, cookieName, text)}`;
  writeCookie(c, services, { name: cookieName, value, maxAge: validSeconds });
  return state;
}

/** Returns the sign-in that this browser began, and removes it. Returns `null` if there is none or it has expired. */
export async function takePending(c: ApiContext, services: PendingServices): Promise<Pending | null> {
  const [text = "", signature = ""] = readCookie(c, services, cookieName)?.split(".") ?? [];
  removeCookie(c, services, cookieName);
  if (!(await isSealed(services, signature, cookieName, text))) return null;
  const pending = Pending.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
  return pending.expiresAt > services.clock.now() ? pending : null;
}

/** The path to which the identity provider sends browsers back. */
export const providerCallbackPath = "/sign-in/oidc/callback";

/** Returns the identity provider. Throws `not_found` if the server has none. */
export function requireProvider({
  identityProvider,
}: Pick<AccountServices, "identityProvider">): IdentityProvider {
  if (identityProvider) return identityProvider;
  throw new ToolsError("not_found", "This server has no identity provider.");
}

/** Begins a sign-in or a link, and returns the address at the provider that continues it. */
export async function beginAtProvider(
  c: ApiContext,
  services: PendingServices & Pick<AccountServices, "identityProvider">,
  pending: Parameters<typeof beginPending>[2],
): Promise<string> {
  const provider = requireProvider(services);
  const state = await beginPending(c, services, pending);
  const secrets = await signInSecrets(services, state);
  return (await provider.beginAt(services.publicUrl + providerCallbackPath, secrets)).href;
}
