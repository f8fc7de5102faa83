import type { Principal } from "@tools-api/core";
import type { Caller } from "@tools-api/core/internal";
import { addressBlock } from "../../http/address-block.ts";
import type { CallContext } from "../../http/call-context.ts";
import type { Services } from "../../http/context.ts";
import { contentLength } from "../../http/body.ts";
import type { QueueSlot, WorkQueue } from "../../http/work-queue.ts";
import { showAllowances } from "./authenticate.ts";

/** Returns the account and the address block whose shares a request uses. */
export function requestCaller(c: CallContext, { account }: Principal): Caller {
  return { account: account.id, address: addressBlock(c.get("address")) };
}

/**
 * Takes a slot in a work queue, before the call is counted and the body is read. Readers of the body and writers of the
 * response reserve their bytes at `c.get("slot")`. The request must leave it at its end.
 *
 * @throws ToolsError `overloaded`.
 */
export async function enterQueue(
  c: CallContext,
  services: Services,
  { queue, principal, caller }: { queue: WorkQueue; principal: Principal; caller: Caller },
): Promise<QueueSlot> {
  try {
    const slot = queue.enter({ caller, contentLength: contentLength(c) });
    c.set("slot", slot);
    return slot;
  } catch (error) {
    await showAllowances(c, services, principal);
    throw error;
  }
}
