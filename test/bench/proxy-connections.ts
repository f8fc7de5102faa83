// Judges whether a proxy in front of the server meets a closed connection: nginx, which keeps its connections to the
// server for 60 s, with clients that pause for up to a minute and clients without pauses. Needs nginx. Prints the
// statuses on each runtime:
// pnpm --filter @tools-api/bench proxy-connections [seconds]
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Runtime, startServer } from "../server/server-process.ts";

const seconds = Number(process.argv[2] ?? 150);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

function nginxSettings(folder: string, port: number, server: URL): string {
  return `daemon off; pid ${folder}/pid; error_log stderr crit; worker_processes 1;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  upstream api { server ${server.host}; keepalive 64; keepalive_timeout 60s; }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 0;
    # A second attempt would hide a closed connection.
    location / { proxy_pass http://api; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_next_upstream off; }
  }
}`;
}

/** Counts the statuses of requests through the proxy until the time is over. */
async function judge(runtime: Runtime): Promise<Record<string, number>> {
  const server = await startServer({ DATABASE_URL: "memory:", LOG_LEVEL: "silent" }, runtime);
  const folder = mkdtempSync(join(tmpdir(), "proxy-"));
  const port = await freePort();
  writeFileSync(join(folder, "nginx.conf"), nginxSettings(folder, port, new URL(server.url)));
  const nginx = spawn("nginx", ["-c", join(folder, "nginx.conf"), "-p", folder], { stdio: "inherit" });
  const counts: Record<string, number> = {};
  const end = Date.now() + seconds * 1000;
  const ask = async (body?: string) => {
    const headers = { Authorization: `Bearer ${server.key}`, "Content-Type": "application/json" };
    const init = body === undefined ? { headers } : { method: "POST", headers, body };
    const path = body === undefined ? "/healthz" : "/v1/tools/text-analyzer";
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    await response.arrayBuffer();
    counts[response.status] = (counts[response.status] ?? 0) + 1;
  };
  const client = async (pauseMs: number, body?: string) => {
    while (Date.now() < end) {
      await ask(body);
      await sleep(Math.min(pauseMs, Math.max(0, end - Date.now())));
    }
  };
  await sleep(1000);
  const pauses = [0, 10, 4_900, 5_000, 5_100, 14_900, 29_900, 58_000, 59_000, 59_900];
  await Promise.all(pauses.flatMap((pause) => [client(pause), client(pause, "{}")]));
  nginx.kill();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
  return counts;
}

for (const runtime of ["node", "deno"] as const) {
  const counts = await judge(runtime);
  const isBad = Object.keys(counts).some((status) => Number(status) >= 500);
  process.exitCode ||= isBad ? 1 : 0;
  console.log(`${runtime}: ${JSON.stringify(counts)}${isBad ? " (the proxy met a closed connection)" : ""}`);
}
