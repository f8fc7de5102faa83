import { type Principal, ToolsError } from "@tools-api/core";
import { digestCall, type KeyedCall, startKeyedCall } from "@tools-api/core/internal";
import type { Tool, ToolFile } from "@tools-api/core/tools";
import type { ApiContext, Services } from "../../http/context.ts";
import { reidentify, showAllowances } from "./authenticate.ts";
import { admittedCall } from "./metered.ts";

/**
 * Handles a call of a tool with an Idempotency-Key. The key is held while its first call runs. A process that
 * is killed meanwhile blocks the key for two minutes.
 *
 * @param counted - Handles the call inside `metered`.
 * @throws ToolsError `idempotency_in_progress`, without counting the call.
 */
export async function keyed(
  c: ApiContext,
  services: Services,
  { principal, key }: { principal: Principal; key: string },
  counted: (handle?: () => Promise<Response>) => Promise<Response>,
): Promise<Response> {
  const { documents, clock } = services;
  let call: KeyedCall;
  try {
    call = await startKeyedCall(documents, { account: principal.account.id, key }, clock);
  } catch (error) {
    if (error instanceof ToolsError && error.code === "invalid_parameter")
      return counted(() => Promise.reject(error));
    await showAllowances(c, services, principal);
    throw error;
  }
  c.set("keyed", call);
  let digest: string | null = null;
  try {
    const response = await counted();
    // A failure of the server is not remembered.
    if (response.status < 500) digest = c.get("requestDigest") ?? null;
    return response;
  } finally {
    // The response does not depend on it: if the store does not respond, the key is free after two minutes.
    await call.end(digest).catch(() => {});
  }
}

/**
 * Compares the request of a call with the first one that had its Idempotency-Key. The call is not counted if it is a
 * repeat. Does nothing without a key.
 *
 * @throws ToolsError `idempotency_mismatch`; the errors of `admittedCall` for a call that counts.
 */
export async function recognizeRepeat(
  c: ApiContext,
  services: Services,
  { name, scope, file }: Tool,
  request: Readonly<Record<string, unknown>>,
): Promise<void> {
  const call = c.get("keyed");
  if (!call) return;
  const { [file?.field ?? ""]: sent, ...fields } = request;
  // The reader of a tool with a file puts it into the field.
  const digest = await digestCall(name, fields, (sent as ToolFile | undefined)?.bytes);
  c.set("requestDigest", digest);
  if (!call.isRepeat) return;
  const isFree = await call.repeat(digest);
  c.header("Idempotency-Replayed", "true");
  if (!isFree) {
    await admittedCall(c);
    return;
  }
  c.set("isRepeat", true);
  // No admission compares the credential with the store.
  const principal = await reidentify(c, services, scope);
  await showAllowances(c, services, principal);
}
