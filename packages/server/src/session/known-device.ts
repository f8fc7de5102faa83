import { comparedEmail } from "@tools-api/core/internal/schema";
import { randomBytes } from "node:crypto";
import type { AccountServices } from "./services.ts";
import type { ApiContext } from "../http/context.ts";
import { readCookie, writeCookie } from "../http/cookie.ts";
import { isSealed, seal } from "./seal.ts";

const cookieName = "device";
const keptSeconds = 365 * 86_400;
const shape = /^([\w-]{22})\.([\w-]{43})$/;

type DeviceServices = Pick<AccountServices, "publicUrl" | "secret">;

/** Returns the id of the browser if it has signed in to the account with that address before; otherwise `undefined`. */
export async function knownDevice(
  c: ApiContext,
  services: DeviceServices,
  email: string,
): Promise<string | undefined> {
  const cookie = readCookie(c, services, cookieName);
  const [, nonce, sealed] = shape.exec(cookie ?? "") ?? [];
  if (nonce === undefined || sealed === undefined) return undefined;
  const isOwn = await isSealed(services, sealed, "known-device", nonce, comparedEmail(email));
  return isOwn ? nonce : undefined;
}

/** Sets a cookie that marks the browser as having signed in to the account with that address. */
export async function rememberDevice(c: ApiContext, services: DeviceServices, email: string): Promise<void> {
  const nonce = randomBytes(16).toString("base64url");
  const sealed = await seal(services, "known-device", nonce, comparedEmail(email));
  writeCookie(c, services, { name: cookieName, value: `${nonce}.${sealed}`, maxAge: keptSeconds });
}
