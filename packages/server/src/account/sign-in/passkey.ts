import { ToolsError } from "@tools-api/core";
import { type Account, findPasskey, usePasskey } from "@tools-api/core/accounts";
import type { ApiContext } from "../../http/context.ts";
import { tooManyAttempts } from "../../http/failed-attempts.ts";
import type { AccountServices } from "../../session/services.ts";
import { recordRefusedAttempt } from "../../session/refused-attempts.ts";
import { SignInAnswer, signInOptions, userHandle, verifySignIn } from "../../session/passkeys/ceremonies.ts";

/** `GET /sign-in/passkey.json`: the options with which a browser asks for a passkey. */
export async function respondSignInOptions(c: ApiContext, services: AccountServices): Promise<Response> {
  c.header("Cache-Control", "no-store");
  return c.json(await signInOptions(services));
}

function readAnswer(text: string) {
  try {
    return SignInAnswer.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

async function findAccount(c: ApiContext, services: AccountServices, text: string): Promise<Account | null> {
  const answer = readAnswer(text);
  const found = answer && (await findPasskey(services.documents, answer.id));
  if (!found || answer.response.userHandle !== userHandle(found.account)) return null;
  const { account, passkey } = found;
  const verified = await verifySignIn(services, passkey, answer);
  if (!verified) {
    const details = { method: "passkey" };
    await recordRefusedAttempt(c, services, { action: "sign_in.failed", account: account.id, details });
    return null;
  }
  const use = { account: account.id, id: passkey.id, ...verified };
  return (await usePasskey(services.documents, use, services.clock.now())) ? account : null;
}

/**
 * Returns the account that a passkey signs in.
 *
 * @param text The JSON of the browser's answer.
 * @throws ToolsError `invalid_credentials`, `too_many_attempts`, and `conflict` for an answer that
 *   was used before.
 */
export async function passkeyOwner(c: ApiContext, services: AccountServices, text: string): Promise<Account> {
  const account = await findAccount(c, services, text);
  if (!account) {
    const address = c.get("address");
    if (!(await services.attempts.add(address)))
      throw tooManyAttempts(services.attempts.rateLimit(address), services.clock.now());
    throw new ToolsError(
      "invalid_credentials",
      "The server does not accept this passkey. Try again, or sign in with your password.",
    );
  }
  return account;
}
