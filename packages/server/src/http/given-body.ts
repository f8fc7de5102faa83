import type { ReceivedRequest } from "./call-context.ts";

const bodies = new WeakMap<ReceivedRequest, Uint8Array>();

/** Gives a request the body that has already arrived for it. A GET request, too, can have one. */
export function giveBody(request: ReceivedRequest, body: Uint8Array): void {
  bodies.set(request, body);
}

/** Returns the body that {@link giveBody} gave to a request. */
export function givenBody(request: ReceivedRequest): Uint8Array | undefined {
  return bodies.get(request);
}
