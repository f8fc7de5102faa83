import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { serverPackage } from "../server/server-process.ts";
import { freePort } from "./free-port.ts";
import { until } from "./redis.ts";

/** A reverse proxy with the configuration that we ship. */
export interface ReverseProxy {
  url: string;
  stop: () => Promise<void>;
}

interface Place {
  folder: string;
  port: number;
  /** The host and port of each server. */
  servers: readonly string[];
}

/** Returns a file of the deployment. */
function shipped(name: string): string {
  return readFileSync(join(serverPackage, "deploy", name), "utf8");
}

/** Replaces a part of a shipped file. Throws if the file does not have it. */
function replaced(text: string, part: string, value: string): string {
  if (!text.includes(part)) throw new Error(`The shipped configuration has no ${part}`);
  return text.replaceAll(part, value);
}

interface Kind {
  program: string;
  words: (folder: string) => string[];
  configure: (place: Place) => string;
}

const kinds = {
  caddy: {
    program: "caddy",
    words: (folder) => ["run", "--adapter", "caddyfile", "--config", join(folder, "config")],
    configure: ({ port, servers }) => {
      const site = replaced(shipped("Caddyfile"), "{$SITE:localhost}", `http://127.0.0.1:${port}`);
      return `{\n\tadmin off\n}\n${replaced(site, "tools-api:3000", servers.join(" "))}`;
    },
  },
  nginx: {
    program: "nginx",
    words: (folder) => ["-c", join(folder, "config"), "-p", folder],
    configure: ({ folder, port, servers }) => {
      const listening = replaced(shipped("nginx.conf"), "listen 80;", `listen 127.0.0.1:${port};`);
      const [line = ""] = /server 127\.0\.0\.1:3000[^\n]*/.exec(listening) ?? [];
      const all = servers.map((server) => replaced(line, "127.0.0.1:3000", server)).join("\n");
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
      return `daemon off; pid ${folder}/pid; worker_processes 1; error_log ${folder}/log;
events { worker_connections 512; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder};`).join(" ")}
  ${replaced(listening, line, all)}
}`;
    },
  },
} satisfies Record<string, Kind>;

/** A proxy for which we ship a configuration. */
export type ProxyName = keyof typeof kinds;

/** The proxies that this machine has. Throws under `CI` if one is missing. */
export function installedProxies(): ProxyName[] {
  const names = Object.keys(kinds) as ProxyName[];
  const found = names.filter((name) => spawnSync(kinds[name].program, ["-v"]).error === undefined);
  const missing = names.filter((name) => !found.includes(name));
  if (missing.length > 0) {
    const advice = `${missing.join(" and ")} not installed, tests are skipped: apt-get install caddy nginx-light`;
    if (process.env.CI) throw new Error(advice);
    console.warn(advice);
  }
  return found;
}

/**
 * Starts a proxy in front of servers, with the file that we ship. Only the addresses are others.
 *
 * @param edit - Changes the file as its comments or the guide advise.
 */
export async function startProxy(
  name: ProxyName,
  servers: readonly string[],
  edit: (text: string) => string = (text) => text,
): Promise<ReverseProxy> {
  const folder = mkdtempSync(join(tmpdir(), "tools-api-proxy-"));
  const port = await freePort();
  const { program, words, configure } = kinds[name];
  writeFileSync(join(folder, "config"), edit(configure({ folder, port, servers })));
  // Its input ends with this process, however that ends.
  const janitor = spawn("sh", ["-c", `cat; kill $(cat ${folder}/started) 2>/dev/null; rm -rf ${folder}`], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  let output = "";
  const child: ChildProcess = spawn(program, words(folder), {
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  writeFileSync(join(folder, "started"), String(child.pid));
  const url = `http://127.0.0.1:${port}`;
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${name} has ended:\n${output}`);
    const response = await fetch(`${url}/healthz`).catch(() => null);
    return response?.ok === true;
  });
  return {
    url,
    async stop() {
      const gone = once(child, "exit");
      child.kill("SIGTERM");
      await gone;
      janitor.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
