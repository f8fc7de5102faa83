import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** Returns a port of the loopback interface that was free a moment ago. */
export async function freePort(): Promise<number> {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  // It listens on TCP.
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, "close");
  return port;
}
