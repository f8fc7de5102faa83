import process from "node:process";
import { apiKeyDigests } from "@tools-api/core";
import { getConnInfo } from "hono/deno";
import { banner, warningLines } from "./banner.ts";
import { compose, openMetrics } from "./compose.ts";
import { readConfig } from "./config.ts";
import { createFirstAccount } from "./first-account.ts";
import { listeningUrl } from "./listening-url.ts";
import { closeOnSignal, finishingMs } from "./signals.ts";
import { openStores } from "./stores/open-stores.ts";

/** The part of Deno's API that is used here. */
interface DenoRuntime {
  serve(
    options: { port: number; hostname: string; onListen: () => void },
    handler: (request: Request, info: object) => Response | Promise<Response>,
  ): { addr: { port: number }; shutdown(): Promise<void> };
}

declare const Deno: DenoRuntime;

async function serveDeno(): Promise<void> {
  const config = readConfig(process.env);
  const stores = await openStores(config);
  const first = await createFirstAccount(stores, Date.now(), apiKeyDigests(config.keyPeppers));
  const metrics = await openMetrics(config);
  const server = Deno.serve(
    { port: config.port, hostname: config.host, onListen: () => {} },
    (request, info) => api.fetch(request, info),
  );
  const url = listeningUrl(config.host, server.addr.port);
  const { api, publicUrl, close } = compose(config, stores, {
    url,
    peerAddress: (context) => getConnInfo(context).remote.address ?? "",
    metrics,
  });
  // Before it says that it is ready: who reads that may end it at once.
  closeOnSignal(async () => {
    await Promise.race([server.shutdown(), new Promise((resolve) => setTimeout(resolve, finishingMs))]);
    await Promise.all([close(), stores.close()]);
  });
  process.stderr.write(warningLines(stores.warnings));
  process.stdout.write(banner(url, publicUrl, first));
}

await serveDeno().catch((error: unknown) => {
  process.stderr.write(`tools-api: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
