import type { Actor, Source } from "@tools-api/core/audit";
import type { ApiContext } from "../http/context.ts";
import type { AccountServices } from "./services.ts";

/** Returns the origin of a request, for the audit log. Default of `actor`: the owner of the account that changes. */
export function requestSource(
  c: ApiContext,
  { by }: Pick<AccountServices, "by">,
  actor: Actor = { kind: "owner" },
): Source {
  return { ...by, actor, address: c.get("address") };
}

/** Returns the services for a request: their changes name it as their origin in the audit log. */
export function withSource<Services extends Pick<AccountServices, "by" | "billing">>(
  services: Services,
  by: Source,
): Services {
  return { ...services, by, billing: { ...services.billing, by } };
}
