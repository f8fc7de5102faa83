import type { z } from "zod";
import type { AccountServices } from "../account-context.ts";
import type { ApiContext } from "../../api/context.ts";
import type { ManagementInput, ManagementRoute } from "../management/route.ts";
import type { SignedIn } from "../sessions/session.ts";

/** A signed-in user's request for a page. */
export interface PageCall {
  c: ApiContext;
  services: AccountServices;
  /** The `basePath` of the services. */
  base: string;
  signedIn: SignedIn;
  /**
   * Makes a management call as the signed-in user. A page reads all data of the account through this function.
   *
   * @throws ToolsError with the error that the call returns over HTTP.
   */
  ask<Answer extends z.ZodType>(
    route: ManagementRoute<Answer>,
    input?: ManagementInput,
  ): Promise<z.output<Answer>>;
}

/** Creates the page call of a request with a valid session. */
export function pageCall(c: ApiContext, services: AccountServices, signedIn: SignedIn): PageCall {
  return {
    c,
    services,
    base: services.basePath,
    signedIn,
    ask: (route, input) => route.perform(c, services, { ...signedIn, credential: null }, input),
  };
}
