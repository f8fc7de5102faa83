import type { Principal } from "@tools-api/core";
import type { ApiContext, Services } from "../../http/context.ts";
import { keyed } from "../middleware/keyed.ts";
import { metered } from "../middleware/metered.ts";
import { queued } from "../middleware/queued.ts";
import type { EndpointRoute } from "./endpoints.ts";

/**
 * Answers a call of a metered endpoint, from its slot in the work queue to its recorded outcome.
 *
 * @param principal - May use the scope of the endpoint.
 */
export async function answerEndpoint(
  c: ApiContext,
  services: Services,
  { endpoint, scope, queue, endsFirst, handle }: EndpointRoute,
  principal: Principal,
): Promise<Response> {
  const call = { principal, endpoint, scope, endsFirst };
  const counted = (work = () => handle(c, services)) => metered(c, services, call, work);
  if (!queue) return counted();
  const key = c.req.header("Idempotency-Key");
  const work = key === undefined ? counted : () => keyed(c, services, { principal, key }, counted);
  return queued(c, services, { principal, queue }, work);
}
