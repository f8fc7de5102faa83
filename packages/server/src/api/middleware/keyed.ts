import { ToolsError } from "@tools-api/core";
import { digestCall, startKeyedCall } from "@tools-api/core/internal";
import type { Tool, ToolFile } from "@tools-api/core/tools";
import type { Reply } from "../../http/call-context.ts";
import type { MeteredCall } from "./metered-call.ts";
import { reidentify, showAllowances } from "./authenticate.ts";

/**
 * Answers a call of a tool with an Idempotency-Key. The key is held while its first call runs. A process that
 * is killed meanwhile blocks the key for two minutes.
 *
 * @throws ToolsError `idempotency_in_progress`, without counting the call.
 */
export async function answerKeyed(
  call: MeteredCall,
  key: string,
  handle: (call: MeteredCall) => Promise<Reply>,
): Promise<Reply> {
  const { c, services, principal } = call;
  try {
    const id = { account: principal.account.id, key };
    call.keyed = await startKeyedCall(services.documents, id, services.clock);
  } catch (error) {
    if (error instanceof ToolsError && error.code === "invalid_parameter")
      return call.answer(() => Promise.reject(error));
    await showAllowances(c, services, principal);
    throw error;
  }
  let digest: string | null = null;
  try {
    const reply = await call.answer(handle);
    // A failure of the server is not remembered.
    if (reply.status < 500) digest = call.digest;
    return reply;
  } finally {
    // The response does not depend on it: if the store does not respond, the key is free after two minutes.
    await call.keyed.end(digest).catch(() => {});
  }
}

/**
 * Compares the request of a call with the first one that had its Idempotency-Key. The call is not counted if it is a
 * repeat. Does nothing without a key.
 *
 * @throws ToolsError `idempotency_mismatch`; the errors of `admit` for a call that counts.
 */
export async function recognizeRepeat(
  call: MeteredCall,
  { name, scope, file }: Tool,
  request: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { c, services, keyed } = call;
  if (!keyed) return;
  const { [file?.field ?? ""]: sent, ...others } = request;
  const fields = c.get("storesResult") ? { ...others, output: "file" } : others;
  // The reader of a tool with a file puts it into the field.
  call.digest = await digestCall(name, fields, (sent as ToolFile | undefined)?.bytes);
  if (!keyed.isRepeat) return;
  const isFree = await keyed.repeat(call.digest);
  c.header("Idempotency-Replayed", "true");
  c.set("isReplayed", true);
  if (!isFree) {
    await call.admit();
    return;
  }
  call.isRepeat = true;
  // No admission compares the credential with the store.
  const principal = await reidentify(c, services, scope);
  await showAllowances(c, services, principal);
}
