import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { AccountServices } from "../account-context.ts";
import type { ApiContext } from "../../api/context.ts";
import { readCookie, writeCookie } from "./cookie.ts";

const cookieName = "device";
const keptSeconds = 365 * 86_400;
const shape = /^([\w-]{22})\.([\w-]{43})$/;

type DeviceServices = Pick<AccountServices, "publicUrl" | "secret">;

async function seal({ secret }: DeviceServices, nonce: string, email: string): Promise<Buffer> {
  const text = JSON.stringify(["known-device", nonce, email.toLowerCase()]);
  return createHmac("sha256", await secret())
    .update(text)
    .digest();
}

/** Returns the id of the browser if it has signed in to the account with that address before; otherwise `undefined`. */
export async function knownDevice(
  c: ApiContext,
  services: DeviceServices,
  email: string,
): Promise<string | undefined> {
  const cookie = readCookie(c, services, cookieName);
  const [, nonce, sealed] = shape.exec(cookie ?? "") ?? [];
  if (nonce === undefined || sealed === undefined) return undefined;
  const expected = await seal(services, nonce, email);
  const received = Buffer.from(sealed, "base64url");
  return received.length === expected.length && timingSafeEqual(received, expected) ? nonce : undefined;
}

/** Sets a cookie that marks the browser as having signed in to the account with that address. */
export async function rememberDevice(c: ApiContext, services: DeviceServices, email: string): Promise<void> {
  const nonce = randomBytes(16).toString("base64url");
  const sealed = (await seal(services, nonce, email)).toString("base64url");
  writeCookie(c, services, { name: cookieName, value: `${nonce}.${sealed}`, maxAge: keptSeconds });
}
