import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { ToolsError } from "@tools-api/core";
import { getConnInfo } from "hono/deno";
import { compose, openParts } from "./runtime/compose.ts";
import { type Config, readConfig } from "./runtime/config.ts";
import { answerCalls, type DenoInfo } from "./runtime/deno/calls.ts";
import { followExchanges } from "./runtime/deno/exchanges.ts";
import { enterStore } from "./runtime/first-account.ts";
import { errorMessage, ListenError, listenError } from "./runtime/listen-error.ts";
import { listeningUrl } from "./runtime/listening-url.ts";
import { type RunningServer, runServer } from "./runtime/run-server.ts";
import { finishingMs } from "./runtime/signals.ts";
import { hasNoHost, requestWithoutPrefix, withoutZeroLength } from "./runtime/deno/http-rules.ts";
import { isReadinessCheck, stoppingResponse } from "./runtime/stopping-response.ts";
import { malformedHost } from "./runtime/malformed-request.ts";

interface DenoServer {
  addr: { port: number };
  shutdown(): Promise<void>;
}

/** The subset of Deno's API that this file uses. */
interface DenoRuntime {
  serve(
    options: { port: number; hostname: string; onListen: () => void },
    handler: (request: Request, info: DenoInfo) => Response | Promise<Response>,
  ): DenoServer;
}

declare const Deno: DenoRuntime;

const refundMs = 50;

async function serveDeno(config: Config): Promise<RunningServer> {
  const parts = await openParts(config);
  const { tools, stores } = parts;
  const exchanges = followExchanges(config.trustProxy > 0);
  let isEnding = false;
  let isStopping = false;
  let server: DenoServer;
  try {
    server = Deno.serve(
      { port: config.port, hostname: config.host, onListen: () => {} },
      (received, info) => {
        if (isStopping) return stoppingResponse({ attempts, publicUrl });
        const request = requestWithoutPrefix(received, prefix);
        if (isEnding && isReadinessCheck(request)) return stoppingResponse({ attempts, publicUrl });
        return exchanges.run(request, info, () => answer(request, info));
      },
    );
  } catch (error) {
    await stores.close();
    throw await listenError(error, config);
  }
  // There is no `await` before this line: a request that arrives as soon as the port is bound must find `answer`.
  const url = listeningUrl(config.host, server.addr.port);
  const { api, prefix, services, attempts, publicUrl, close } = compose(config, parts, {
    url,
    peerAddress: (context) => getConnInfo(context).remote.address ?? "",
  });
  const { port } = server.addr;
  const respond = (request: Request, info: DenoInfo) =>
    hasNoHost(request, port) ? malformedHost({ attempts, publicUrl }, 0) : api.fetch(request, info);
  const answer = answerCalls(services, config.trustProxy, async (request, info) =>
    request.method === "HEAD" ? withoutZeroLength(await respond(request, info)) : respond(request, info),
  );
  const closeAll = async () => {
    isEnding = true;
    if (config.stopDelayMs > 0) await sleep(config.stopDelayMs);
    isStopping = true;
    const late = sleep(finishingMs);
    // `shutdown` of Deno 2.9 aborts bodies that are still arriving (denoland/deno#36809).
    await Promise.race([exchanges.received(), late]);
    // `shutdown` closes idle connections and those with an incomplete header.
    void server.shutdown();
    await Promise.race([exchanges.answered(), late]);
    // Handlers of disconnected clients may still have units to refund.
    await sleep(refundMs);
    await close();
    await stores.close();
  };
  return enterStore(config, stores, { url, publicUrl, tools, close: closeAll });
}

const usage = `Usage: deno run -A deno.js

Starts the server. Its settings are environment variables, such as PORT, HOST and DATABASE_URL.
All other commands: deno run -A cli.js --help
`;

function configOnDeno(): Config {
  const config = readConfig(process.env);
  if (config.processes === 1) return config;
  throw new ToolsError(
    "invalid_parameter",
    `PROCESSES: expected 1 on Deno, received ${config.processes}. Run the server on Node, or several servers behind a proxy.`,
  );
}

async function main(words: readonly string[]): Promise<void> {
  if (words.length === 0) return runServer(serveDeno, configOnDeno());
  if (words.includes("--help") || words.includes("-h")) {
    process.stdout.write(usage);
    return;
  }
  process.stderr.write(`tools-api: Expected no arguments, received ${words.length}.\n\n${usage}`);
  process.exitCode = 2;
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  const isExpected = error instanceof ToolsError || error instanceof ListenError;
  process.stderr.write(`${isExpected ? errorMessage(error) : `tools-api: ${String(error)}`}\n`);
  process.exit(1);
});
