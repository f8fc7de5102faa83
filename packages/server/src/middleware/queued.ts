import type { MiddlewareHandler } from "hono";
import type { ApiEnv, Services } from "../context.ts";
import type { WorkQueue } from "../work-queue.ts";
import { showAllowance } from "./allowance.ts";

/** Holds a place in a work queue for the time of the request, taken before the call is counted. */
export function queued(services: Services, queue: WorkQueue): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const principal = c.get("principal");
    let leave: () => void;
    try {
      leave = queue.enter();
    } catch (error) {
      if (principal) await showAllowance(c, services, principal);
      throw error;
    }
    try {
      await next();
    } finally {
      leave();
    }
  };
}
