import type { Principal } from "@tools-api/core";
import type { CallContext, Reply } from "../../http/call-context.ts";
import type { Services } from "../../http/context.ts";
import { MeteredCall } from "../middleware/metered-call.ts";
import { enterQueue, requestCaller } from "../middleware/enter-queue.ts";
import { answerKeyed } from "../middleware/keyed.ts";
import type { EndpointRoute } from "./endpoints.ts";

/**
 * Answers a call of a metered endpoint, from its slot in the work queue to its recorded outcome.
 *
 * @param principal - May use the scope of the endpoint.
 */
export async function answerEndpoint(
  c: CallContext,
  services: Services,
  route: EndpointRoute,
  principal: Principal,
): Promise<Reply> {
  const { queue, handle } = route;
  const call = new MeteredCall(c, services, route, principal);
  if (!queue) return call.answer(handle);
  const caller = requestCaller(c, principal);
  const slot = await enterQueue(c, services, { queue, principal, caller });
  call.caller = caller;
  try {
    const key = c.req.header("Idempotency-Key");
    return await (key === undefined ? call.answer(handle) : answerKeyed(call, key, handle));
  } finally {
    slot.leave();
  }
}
