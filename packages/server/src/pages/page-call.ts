import type { z } from "zod";
import type { AccountServices } from "../account-context.ts";
import type { ApiContext } from "../context.ts";
import type { ManagementInput, ManagementRoute } from "../management/route.ts";
import type { SignedIn } from "../sessions/session.ts";

/** A request for a page of somebody who is signed in. */
export interface PageCall {
  c: ApiContext;
  services: AccountServices;
  /** The `basePath` of the services. */
  base: string;
  signedIn: SignedIn;
  /**
   * Makes a management call in the name of who is signed in. Whatever a page shows of the account comes from here.
   *
   * @throws ToolsError as the call over HTTP answers.
   */
  ask<Answer extends z.ZodType>(
    route: ManagementRoute<Answer>,
    input?: ManagementInput,
  ): Promise<z.output<Answer>>;
}

/** The call of a request whose session was found. */
export function pageCall(c: ApiContext, services: AccountServices, signedIn: SignedIn): PageCall {
  return {
    c,
    services,
    base: services.basePath,
    signedIn,
    ask: (route, input) => route.perform(c, services, { ...signedIn, credential: null }, input),
  };
}
