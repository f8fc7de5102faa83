import {
  findInvitation,
  type Invitation,
  mayOpenAccount,
  signUpRefused,
  type Stored,
} from "@tools-api/core/accounts";
import type { AccountServices } from "../../session/services.ts";
import { invitationToken } from "../../mail/links.ts";

type RuleServices = Pick<AccountServices, "documents" | "secret" | "clock" | "signUp">;

/** Returns the usable invitation of a link, or `null`. */
export async function readInvitation(
  services: RuleServices,
  token: string,
  email: string | null,
): Promise<Stored<Invitation> | null> {
  const [id = ""] = token.split(".");
  // The id is public: operators see it in lists. The signature is not.
  if (token === "" || token !== (await invitationToken(services, id))) return null;
  return findInvitation(services.documents, id, email, services.clock.now());
}

/**
 * Requires that an account may be opened for an address, and returns the invitation that it uses.
 *
 * @throws ToolsError `sign_up_refused`.
 */
export async function requireSignUp(
  services: RuleServices,
  {
    email,
    invitation: token,
    isVouchedFor = false,
  }: { email: string; invitation: string; isVouchedFor?: boolean },
): Promise<Stored<Invitation> | null> {
  const invitation = await readInvitation(services, token, email);
  if (!mayOpenAccount(services.signUp, { email, isInvited: invitation !== null, isVouchedFor }))
    throw signUpRefused(services.signUp);
  return invitation;
}
