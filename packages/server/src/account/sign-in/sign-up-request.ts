import type { AccountServices } from "../../session/services.ts";
import type { ApiContext } from "../../http/context.ts";
import { readCookie, removeCookie, writeCookie } from "../../http/cookie.ts";

const cookieName = "sign-up";
// As long as the link in the mail is valid.
const keptSeconds = 86_400;
// Browsers keep cookies of up to 4,096 bytes.
const maxNextLength = 2000;
const maxInvitationLength = 200;

/** The choices of a sign-up that are more than an address. */
interface SignUpRequest {
  /** The page that opens after the sign-up. */
  next: string;
  /** The token of an invitation; empty without one. */
  invitation: string;
}

/**
 * Keeps the choices of a sign-up in the browser that made them.
 * Attack: a stranger signs up with the address of a victim, who opens the link in the mail. With the choices in the link,
 * the account of the victim would have the plan of the stranger's invitation and open the stranger's page.
 */
export function keepSignUpRequest(
  c: ApiContext,
  services: Pick<AccountServices, "publicUrl">,
  { next, invitation }: SignUpRequest,
): void {
  const kept = new URLSearchParams({
    next: next.length > maxNextLength ? "" : next,
    invitation: invitation.slice(0, maxInvitationLength),
  });
  writeCookie(c, services, { name: cookieName, value: kept.toString(), maxAge: keptSeconds });
}

/** Returns the choices of this browser, which are not verified. They are empty in another browser. */
export function readSignUpRequest(
  c: ApiContext,
  services: Pick<AccountServices, "publicUrl">,
): SignUpRequest {
  const kept = new URLSearchParams(readCookie(c, services, cookieName));
  return { next: kept.get("next") ?? "", invitation: kept.get("invitation") ?? "" };
}

/** Forgets the choices of this browser. */
export function dropSignUpRequest(c: ApiContext, services: Pick<AccountServices, "publicUrl">): void {
  removeCookie(c, services, cookieName);
}
