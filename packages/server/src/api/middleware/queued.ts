import type { Principal } from "@tools-api/core";
import type { Caller } from "@tools-api/core/internal";
import { addressBlock } from "../../http/address-block.ts";
import type { ApiContext, Services } from "../../http/context.ts";
import { contentLength } from "../../http/body.ts";
import type { QueueSlot, WorkQueue } from "../../http/work-queue.ts";
import { showAllowances } from "./authenticate.ts";

/**
 * Runs work with a slot in a work queue. It takes the slot before it counts the call and reads the body. Readers of the
 * body and writers of the response reserve their bytes at `c.get("slot")`.
 */
export async function queued(
  c: ApiContext,
  services: Services,
  { queue, principal }: { queue: WorkQueue; principal: Principal },
  work: () => Promise<Response>,
): Promise<Response> {
  const caller: Caller = { account: principal.account.id, address: addressBlock(c.get("address")) };
  let slot: QueueSlot;
  try {
    slot = queue.enter({ caller, contentLength: contentLength(c) });
  } catch (error) {
    await showAllowances(c, services, principal);
    throw error;
  }
  c.set("slot", slot);
  c.set("caller", caller);
  try {
    return await work();
  } finally {
    slot.leave();
  }
}
