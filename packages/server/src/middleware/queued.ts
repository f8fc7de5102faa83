import type { Principal } from "@tools-api/core";
import type { ApiContext, Services } from "../context.ts";
import type { Place, WorkQueue } from "../work-queue.ts";
import { showAllowances } from "./allowance.ts";

/** The length that the request announces; one that says something else is for the reader of the body to refuse. */
function contentLength(c: ApiContext): number | null {
  const announced = c.req.header("Content-Length") ?? "";
  return /^\d{1,15}$/.test(announced) ? Number(announced) : null;
}

/**
 * Does work that holds a place in a work queue, taken before the call is counted and before its body is read. Who
 * reads the body or answers tells `c.get("place")` of the bytes.
 */
export async function queued(
  c: ApiContext,
  services: Services,
  { queue, principal }: { queue: WorkQueue; principal: Principal },
  work: () => Promise<Response>,
): Promise<Response> {
  let place: Place;
  try {
    place = queue.enter(contentLength(c));
  } catch (error) {
    await showAllowances(c, services, principal);
    throw error;
  }
  c.set("place", place);
  try {
    return await work();
  } finally {
    place.leave();
  }
}
