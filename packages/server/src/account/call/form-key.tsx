import { randomUUID } from "node:crypto";
import type { AccountServices } from "../../session/services.ts";
import { isSealed, seal } from "../../session/seal.ts";
import type { PageCall } from "./page-call.tsx";

type KeyServices = Pick<AccountServices, "secret">;

/**
 * Renders the hidden key of a form. A form that is submitted twice has the same key, so its change happens once. The
 * key names the account that the form was shown to, so another account that signs in does not see the typed text.
 */
export async function FormKey({ page: { services, signedIn } }: { page: PageCall }) {
  const nonce = randomUUID();
  return (
    <input
      type="hidden"
      name="key"
      value={`${nonce}.${await seal(services, "form", nonce, signedIn.account.id)}`}
    />
  );
}

/** Returns whether a form with this key was shown to the account. */
export async function wasFormShownTo(
  services: KeyServices,
  key: string,
  account: { id: string },
): Promise<boolean> {
  const [nonce = "", sealed = ""] = key.split(".");
  return isSealed(services, sealed, "form", nonce, account.id);
}
