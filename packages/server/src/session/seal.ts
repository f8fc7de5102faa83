import { createHmac, timingSafeEqual } from "node:crypto";
import type { AccountServices } from "./services.ts";

type SealServices = Pick<AccountServices, "secret">;

/** Returns a signature with the secret of the installation, in base64url. `purpose` separates the uses of the secret. */
export async function seal(
  { secret }: SealServices,
  purpose: string,
  ...texts: readonly string[]
): Promise<string> {
  return createHmac("sha256", await secret())
    .update(JSON.stringify([purpose, ...texts]))
    .digest("base64url");
}

/** Returns whether {@link seal} returned the signature for the same purpose and texts. */
export async function isSealed(
  services: SealServices,
  signature: string,
  purpose: string,
  ...texts: readonly string[]
): Promise<boolean> {
  const expected = Buffer.from(await seal(services, purpose, ...texts));
  const received = Buffer.from(signature);
  return received.length === expected.length && timingSafeEqual(received, expected);
}
