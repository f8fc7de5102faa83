import { setTimeout as sleep } from "node:timers/promises";
import type { TcpProxy } from "../../../engines/tcp-proxy.ts";

const longestMs = 200;

/** Forwards requests but no answers for some milliseconds, and then cuts every connection. */
export async function loseAnswers(proxy: TcpProxy): Promise<void> {
  proxy.stall("answers");
  await sleep(Math.random() * longestMs);
  proxy.cut();
  proxy.pass();
}
