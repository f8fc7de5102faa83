import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import type { AccountServices } from "../account-context.ts";
import type { PageCall } from "./page-call.tsx";

type KeyServices = Pick<AccountServices, "secret">;

async function seal({ secret }: KeyServices, nonce: string, account: string): Promise<string> {
  const text = JSON.stringify(["form", nonce, account]);
  return createHmac("sha256", await secret())
    .update(text)
    .digest("base64url");
}

/**
 * Renders the hidden key of a form. A form that is submitted twice has the same key, so its change happens once. The
 * key names the account that the form was shown to, so another account that signs in does not see the typed text.
 */
export async function FormKey({ page: { services, signedIn } }: { page: PageCall }) {
  const nonce = randomUUID();
  return (
    <input type="hidden" name="key" value={`${nonce}.${await seal(services, nonce, signedIn.account.id)}`} />
  );
}

/** Returns whether a form with this key was shown to the account. */
export async function wasFormShownTo(
  services: KeyServices,
  key: string,
  account: { id: string },
): Promise<boolean> {
  const [nonce = "", sealed = ""] = key.split(".");
  const expected = Buffer.from(await seal(services, nonce, account.id));
  const received = Buffer.from(sealed);
  return received.length === expected.length && timingSafeEqual(received, expected);
}
