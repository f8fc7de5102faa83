import type { Principal } from "@tools-api/core";
import type { Caller } from "@tools-api/core/internal";
import { addressBlock } from "../address-block.ts";
import type { ApiContext, Services } from "../context.ts";
import type { Place, WorkQueue } from "../work-queue.ts";
import { showAllowances } from "./allowance.ts";

/** The length that the request announces; one that says something else is for the reader of the body to refuse. */
function contentLength(c: ApiContext): number | null {
  const announced = c.req.header("Content-Length") ?? "";
  return /^\d{1,15}$/.test(announced) ? Number(announced) : null;
}

/**
 * Does work that holds a place in a work queue, taken before the call is counted and before its body is read. The
 * readers of the body and the writers of the answer reserve their bytes at `c.get("place")`.
 */
export async function queued(
  c: ApiContext,
  services: Services,
  { queue, principal }: { queue: WorkQueue; principal: Principal },
  work: () => Promise<Response>,
): Promise<Response> {
  const caller: Caller = { account: principal.account.id, address: addressBlock(c.get("address")) };
  let place: Place;
  try {
    place = queue.enter({ caller, contentLength: contentLength(c) });
  } catch (error) {
    await showAllowances(c, services, principal);
    throw error;
  }
  c.set("place", place);
  c.set("caller", caller);
  try {
    return await work();
  } finally {
    place.leave();
  }
}
