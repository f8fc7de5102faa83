// Judges whether a proxy in front of the server meets a closed connection: Caddy and nginx with the files of
// packages/server/deploy, which keep their connections to the server for 60 s, with clients that pause for up to a minute
// and clients without pauses. Prints the statuses on each runtime:
// pnpm --filter @tools-api/bench proxy-connections [seconds]
import { setTimeout as sleep } from "node:timers/promises";
import { installedProxies, type ProxyName, startProxy } from "../engines/proxies.ts";
import { type Runtime, startServer } from "../server/server-process.ts";

const seconds = Number(process.argv[2] ?? 150);

/** Counts the statuses of requests through the proxy until the time is over. */
async function judge(proxy: ProxyName, runtime: Runtime): Promise<Record<string, number>> {
  const settings = { DATABASE_URL: "memory:", LOG_LEVEL: "silent", TRUST_PROXY: "1" };
  const server = await startServer(settings, runtime);
  // A second attempt would hide a closed connection.
  const front = await startProxy(proxy, [new URL(server.url).host], (text) =>
    text
      .replace("lb_try_duration 5s", "")
      .replace("proxy_http_version", "proxy_next_upstream off; proxy_http_version"),
  );
  const counts: Record<string, number> = {};
  const end = Date.now() + seconds * 1000;
  const ask = async (body?: string) => {
    const headers = { Authorization: `Bearer ${server.key}`, "Content-Type": "application/json" };
    const init = body === undefined ? { headers } : { method: "POST", headers, body };
    const path = body === undefined ? "/healthz" : "/v1/tools/text-analyzer";
    const response = await fetch(front.url + path, init);
    await response.arrayBuffer();
    counts[response.status] = (counts[response.status] ?? 0) + 1;
  };
  const client = async (pauseMs: number, body?: string) => {
    while (Date.now() < end) {
      await ask(body);
      await sleep(Math.min(pauseMs, Math.max(0, end - Date.now())));
    }
  };
  const pauses = [0, 10, 4_900, 5_000, 5_100, 14_900, 29_900, 58_000, 59_000, 59_900];
  await Promise.all(pauses.flatMap((pause) => [client(pause), client(pause, "{}")]));
  await front.stop();
  await server.stop();
  return counts;
}

for (const proxy of installedProxies())
  for (const runtime of ["node", "deno"] as const) {
    const counts = await judge(proxy, runtime);
    const isBad = Object.keys(counts).some((status) => Number(status) >= 500);
    process.exitCode ||= isBad ? 1 : 0;
    const verdict = isBad ? " (the proxy met a closed connection)" : "";
    console.log(`${proxy} and ${runtime}: ${JSON.stringify(counts)}${verdict}`);
  }
