/**
 * Returns memory that the start has used to the operating system. V8 collects garbage when it needs room, which an idle
 * server never does. Measured: 25 MB of 190, in 0.1 to 0.2 s.
 */
export async function releaseMemory(): Promise<void> {
  // Imported here, because a build of Node may be without it.
  const { Session } = await import("node:inspector");
  const session = new Session();
  session.connect();
  await new Promise((resolve) => session.post("HeapProfiler.collectGarbage", resolve));
  // In a worker thread of Node 20, a disconnection within the callback never ends.
  session.disconnect();
}
