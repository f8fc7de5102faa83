import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Call } from "./client.ts";
import type { Photo } from "./photos.ts";

/** The target of a conversion. Without a quality, the service uses its default. */
export interface Target {
  format: "webp" | "avif";
  quality?: number;
}

/** A server in a process of its own that converts images. */
export interface Service {
  name: string;
  pid: number;
  call: (photo: Photo, target: Target) => Call;
  stop: () => Promise<void>;
}

/** Starts a {@link Service}. The photos are those that it will convert. */
export type StartService = (photos: readonly Photo[]) => Promise<Service>;

const serverPackage = dirname(createRequire(import.meta.url).resolve("@tools-api/server/package.json"));
const peer = (name: string) => ["--import", "tsx", fileURLToPath(new URL(name, import.meta.url))];

/** Starts a process. Resolves with it and its output once the output matches. */
async function start(
  words: string[],
  environment: Record<string, string>,
  pattern: RegExp,
): Promise<{ child: ChildProcess; output: string }> {
  const child = spawn(process.execPath, words, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
    cwd: dirname(fileURLToPath(new URL(".", import.meta.url))),
  });
  // A benchmark that fails leaves no process running.
  process.once("exit", () => child.kill());
  const output = await new Promise<string>((resolve, reject) => {
    let printed = "";
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      if (pattern.test(printed)) resolve(printed);
    });
    child.once("exit", (code) => reject(new Error(`${words.join(" ")} ended with ${code}.`)));
  });
  return { child, output };
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill();
  await ended;
}

function portOf(output: string): string {
  return /listening on (\d+)/.exec(output)?.[1] ?? "";
}

/** A running Tools API server and a key for it. */
export interface ToolsApi extends Service {
  url: string;
  headers: Record<string, string>;
}

/** Starts our server as it is shipped, on memory stores. */
export async function startToolsApi(environment: Record<string, string> = {}): Promise<ToolsApi> {
  const { child, output } = await start(
    [join(serverPackage, "dist/cli.js"), "serve"],
    {
      PORT: "0",
      DATABASE_URL: "memory:",
      LOG_LEVEL: "silent",
      PLAN_FREE_DAILY_LIMIT: "1000000000",
      ...environment,
    },
    /ready at \S+[^]*tk_live_[0-9A-Za-z]{38}/,
  );
  const url = /ready at (\S+)/.exec(output)?.[1] ?? "";
  const headers = { Authorization: `Bearer ${/tk_live_[0-9A-Za-z]{38}/.exec(output)?.[0]}` };
  return {
    name: "Tools API",
    pid: child.pid ?? 0,
    url,
    headers,
    call: ({ jpeg }, { format, quality }) => ({
      url: `${url}/v1/tools/image-converter?format=${format}${quality === undefined ? "" : `&quality=${quality}`}`,
      method: "POST",
      headers: { ...headers, "Content-Type": "image/jpeg", Accept: "image/*" },
      body: jpeg,
    }),
    stop: () => stop(child),
  };
}

/** sharp in a bare Hono app: a program that only converts images. */
export const startSharp: StartService = async () => {
  const { child, output } = await start(peer("sharp-server.ts"), {}, /listening on \d+/);
  return {
    name: "raw sharp",
    pid: child.pid ?? 0,
    call: ({ jpeg }, { format, quality }) => ({
      url: `http://127.0.0.1:${portOf(output)}/${format}${quality === undefined ? "" : `?quality=${quality}`}`,
      method: "POST",
      body: jpeg,
    }),
    stop: () => stop(child),
  };
};

/** Starts IPX as its documentation describes, on a folder with the photos. */
export const startIpx: StartService = async (photos) => {
  const folder = mkdtempSync(join(tmpdir(), "ipx-photos-"));
  for (const [index, { jpeg }] of photos.entries()) writeFileSync(join(folder, `${index}.jpg`), jpeg);
  const { child, output } = await start(peer("ipx-server.ts"), { FOLDER: folder }, /listening on \d+/);
  return {
    name: "IPX",
    pid: child.pid ?? 0,
    call: (photo, { format, quality }) => {
      const modifiers = `f_${format}${quality === undefined ? "" : `,q_${quality}`}`;
      const url = `http://127.0.0.1:${portOf(output)}/${modifiers}/${photos.indexOf(photo)}.jpg`;
      return { url, method: "GET" };
    },
    async stop() {
      await stop(child);
      rmSync(folder, { recursive: true });
    },
  };
};
