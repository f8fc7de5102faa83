// Ends a process by kill -9 at each write of each operation on stored files, after the secrets of CONTENT_KEYS were rotated:
// before the write, while it runs, and after it. Then kills a server with uploads, conversions and erasures under way, as
// often as asked for, and starts it with a further secret in front each time. Every acknowledged file must read whole, and
// every listed file must have the bytes of its digest. A minute after the last file expires, no byte is left. Fails on any
// difference:
// pnpm --filter @tools-api/bench file-kills [rounds]
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { killAt, moments, operations } from "../core/files/kill-rounds.ts";
import { type ServerProcess, startServer } from "../server/server-process.ts";

const rounds = Number(process.argv[2] ?? 10);
const clients = 6;
/** The life of files in the last part, the minimum. */
const shortLifeMs = 60_000;
const sweepMs = 60_000;

let kills = 0;
for (const operation of operations) {
  const writes = (await killAt({ operation, write: 0, moment: "before" })) ?? 0;
  for (let write = 1; write <= writes; write++)
    for (const moment of moments) {
      if ((await killAt({ operation, write, moment })) !== null)
        throw new Error(`${operation} has no write ${write}`);
      kills += 1;
    }
  console.log(`${operation}: killed at each of ${writes} writes`);
}
console.log(`${kills} kills at writes, 0 differences`);

const place = mkdtempSync(join(tmpdir(), "tools-api-file-kills-"));
const secrets = ["first".padEnd(32, "-")];
let server: ServerProcess | null = null;
let key = "";

async function start(): Promise<ServerProcess> {
  const started = await startServer({
    DATABASE_URL: `sqlite:${join(place, "database")}`,
    CONTENT_KEYS: secrets.join(","),
    LOG_LEVEL: "silent",
  });
  key ||= started.key;
  return started;
}

const sums = { uploads: 0, results: 0, erased: 0, unknown: 0, read: 0, killed: 0 };
/** The digests of acknowledged files, and of none whose erasure was asked for. */
const known = new Map<string, string>();

const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function send(path: string, init: RequestInit = {}): Promise<Response | null> {
  if (!server) return null;
  const headers = new Headers(init.headers);
  headers.set("Authorization", `Bearer ${key}`);
  if (!headers.has("Content-Type")) headers.set("Content-Type", "application/octet-stream");
  return fetch(`${server.url}${path}`, { ...init, headers }).catch(() => null);
}

/** Uploads images, converts them to files, and erases some, until the round is over. */
async function load(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const side = 16 + Math.floor(Math.random() * 200);
    const raw = { width: side, height: side, channels: 3 } as const;
    const image = await sharp(randomBytes(3 * side * side), { raw })
      .png()
      .toBuffer();
    const uploaded = await send("/v1/files?expires_in=86400", { method: "POST", body: image });
    if (!uploaded?.ok) {
      sums.unknown += 1;
      await sleep(20);
      continue;
    }
    const { id } = (await uploaded.json().catch(() => ({}))) as { id?: string };
    if (id === undefined) continue;
    known.set(id, digest(image));
    sums.uploads += 1;
    const body = JSON.stringify({ image: id, format: "webp", output: "file" });
    const headers = { "Content-Type": "application/json" };
    const converted = await send("/v1/tools/image-converter", { method: "POST", body, headers });
    const record = converted?.ok
      ? ((await converted.json().catch(() => ({}))) as { file?: { id: string; sha256: string } })
      : {};
    if (record.file) {
      known.set(record.file.id, record.file.sha256);
      sums.results += 1;
    }
    if (Math.random() < 0.3) {
      known.delete(id);
      if ((await send(`/v1/files/${id}`, { method: "DELETE" }))?.ok) sums.erased += 1;
    }
  }
}

async function requireWhole(): Promise<void> {
  for (const [id, sha256] of known) {
    const response = await send(`/v1/files/${id}/content`);
    if (!response?.ok || digest(new Uint8Array(await response.arrayBuffer())) !== sha256)
      throw new Error(`${id}, which was acknowledged, is not whole: ${response?.status}`);
    sums.read += 1;
  }
}

try {
  server = await start();
  for (let round = 1; round <= rounds; round++) {
    let isOver = false;
    const loading = Promise.all(Array.from({ length: clients }, () => load(() => isOver)));
    await sleep(300 + Math.random() * 700);
    const victim = server;
    server = null;
    await victim.stop("SIGKILL");
    sums.killed += 1;
    secrets.unshift(`secret-${round}`.padEnd(32, "-"));
    server = await start();
    await sleep(300);
    isOver = true;
    await loading;
    await requireWhole();
    // Reading all files of all rounds would take longer than the rounds.
    for (const id of [...known.keys()].slice(0, -40)) {
      await send(`/v1/files/${id}`, { method: "DELETE" });
      known.delete(id);
    }
  }
  console.log(
    `${sums.killed} kills of a server, each with a further secret: ${sums.uploads} uploads and ${sums.results} results ` +
      `acknowledged, ${sums.erased} erased, ${sums.unknown} unanswered; ${sums.read} reads, all whole`,
  );
  for (const id of known.keys()) await send(`/v1/files/${id}`, { method: "DELETE" });
  const short = await send("/v1/files?expires_in=60", { method: "POST", body: randomBytes(1000) });
  if (!short?.ok) throw new Error("The last upload failed.");
  const victim = server;
  server = null;
  await victim.stop("SIGKILL");
  await sleep(shortLifeMs);
  server = await start();
  await sleep(sweepMs);
  const left = await readdir(join(place, "files"), { recursive: true, withFileTypes: true });
  const names = left.filter((entry) => entry.isFile() && !entry.parentPath.endsWith("unfinished"));
  if (names.length > 0) throw new Error(`${names.length} files are left after a minute of uptime`);
  console.log("A file that expired while the server was down is erased within a minute of its start.");
} finally {
  await server?.stop("SIGKILL");
  rmSync(place, { recursive: true, force: true });
}
