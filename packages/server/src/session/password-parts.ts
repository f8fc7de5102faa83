import type { PasswordParts } from "@tools-api/core/accounts";
import { addressBlock } from "../http/address-block.ts";
import type { ApiContext } from "../http/context.ts";

/** Returns the services with a hasher that gives the client address of the request its share. */
export function passwordParts<Services extends PasswordParts>(c: ApiContext, services: Services): Services {
  const { passwords } = services;
  return { ...services, passwords: passwords.forAddress?.(addressBlock(c.get("address"))) ?? passwords };
}
