import type { MiddlewareHandler } from "hono";
import type { ApiContext, ApiEnv, Services } from "../context.ts";
import type { Place, WorkQueue } from "../work-queue.ts";
import { showAllowances } from "./allowance.ts";

/** The length that the request announces; one that says something else is for the reader of the body to refuse. */
function contentLength(c: ApiContext): number | null {
  const announced = c.req.header("Content-Length") ?? "";
  return /^\d{1,15}$/.test(announced) ? Number(announced) : null;
}

/**
 * Holds a place in a work queue for the time of the request, taken before the call is counted and before its body
 * is read. Who reads the body or answers tells `c.get("place")` of the bytes.
 */
export function queued(services: Services, queue: WorkQueue): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const principal = c.get("principal");
    let place: Place;
    try {
      place = queue.enter(contentLength(c));
    } catch (error) {
      if (principal) await showAllowances(c, services, principal);
      throw error;
    }
    c.set("place", place);
    try {
      await next();
    } finally {
      place.leave();
    }
  };
}
