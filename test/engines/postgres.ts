import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chown, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { childrenOf, expectGone, isRunning } from "./process-tree.ts";
import { freePort } from "./free-port.ts";

/** A PostgreSQL server for tests. */
export interface PostgresServer {
  port: number;
  /**
   * Returns the address of a new schema in the server's database.
   *
   * @param port Port of a proxy to the server.
   */
  newLocation(port?: number): Promise<string>;
  /** Returns the server's first process, whose children are the others. */
  pid(): number;
  /** Ends every process of the server by SIGKILL, as the kernel does when memory runs out. */
  kill(): Promise<void>;
  /** Restarts the server on its data. */
  start(): Promise<void>;
  /** Stops every process by SIGSTOP: connections stay open, and requests get no answer. */
  freeze(): void;
  /** Resumes the stopped processes. */
  thaw(): void;
  /** Returns the server's whole log. */
  log(): string;
  /** Ends the server and removes its data. */
  remove(): Promise<void>;
}

const debianFolder = "/usr/lib/postgresql";

function findPrograms(): string | null {
  if (!existsSync(debianFolder)) return null;
  const [newest] = readdirSync(debianFolder).toSorted((a, b) => Number(b) - Number(a));
  return newest === undefined ? null : join(debianFolder, newest, "bin");
}

const programs = findPrograms();

/** Returns whether tests can start PostgreSQL. Otherwise prints how to install it, or throws under `CI`. */
export function canStartPostgres(): boolean {
  if (programs !== null) return true;
  const advice = "PostgreSQL is not installed, its tests are skipped: apt-get install postgresql";
  if (process.env.CI) throw new Error(advice);
  console.warn(advice);
  return false;
}

/** Returns the user for the server, which refuses to run as root. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

async function accepts(port: number): Promise<boolean> {
  const client = new Client({ host: "127.0.0.1", port, user: "postgres", database: "postgres" });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

// Waits for the end of its input, ends the server and any stopped processes of it, and removes the folder.
// The pid of a server that was killed earlier may belong to another process by now.
const janitorScript = `
  cat
  server=$(head -n 1 "$1/postmaster.pid")
  if grep -q "$1" "/proc/$server/cmdline"; then kill -9 $(pgrep -P "$server") "$server"; fi
  until rm -rf "$0"; do sleep .2; done
`;

function logOf(folder: string): string {
  return readFileSync(join(folder, "log"), "utf8");
}

/**
 * Starts a server with its own data and its default durability.
 *
 * @param settings Settings of the server, such as `max_connections=20`.
 */
export async function startPostgres(settings: readonly string[] = []): Promise<PostgresServer> {
  if (programs === null) throw new Error("expected PostgreSQL to be installed: apt-get install postgresql");
  const folder = await mkdtemp(join(tmpdir(), "tools-api-postgres-"));
  const data = join(folder, "data");
  const user = serverUser();
  if (user) await chown(folder, user.uid, user.gid);
  // Its input ends with this process, however that ends. Then no process or file of the server may remain.
  const janitor = spawn("sh", ["-c", janitorScript, folder, data], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  const initFlags = ["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C", "--no-sync"];
  execFileSync(join(programs, "initdb"), [...initFlags, "-D", data], {
    ...user,
    cwd: folder,
    stdio: "ignore",
  });
  const port = await freePort();

  let frozen: number[] = [];
  let locations = 0;

  const pid = () => Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n", 1)[0]);

  /**
   * Stops the server's process, so that it starts no other, then its child processes. Returns the pids of
   * all.
   */
  function stop(): number[] {
    const server = pid();
    if (!isRunning(server)) return [];
    process.kill(server, "SIGSTOP");
    const children = childrenOf(server).filter((pid) => {
      try {
        return process.kill(pid, "SIGSTOP");
      } catch {
        return false; // it has ended by itself
      }
    });
    return [server, ...children];
  }

  async function start(): Promise<void> {
    const log = await open(join(folder, "log"), "a");
    const flags = ["-D", data, "-p", String(port), "-k", folder, "-c", "listen_addresses=127.0.0.1"];
    // Many stores of a process share the server.
    flags.push("-c", "max_connections=400");
    const server = spawn(
      join(programs ?? "", "postgres"),
      [...flags, ...settings.flatMap((setting) => ["-c", setting])],
      { ...user, cwd: folder, stdio: ["ignore", log.fd, log.fd], detached: true },
    );
    await log.close();
    while (!(await accepts(port))) {
      if (server.exitCode !== null) throw new Error(`PostgreSQL has ended: ${logOf(folder).slice(-2000)}`);
      await sleep(50);
    }
    server.unref();
  }

  async function kill(): Promise<void> {
    const victims = stop();
    for (const pid of victims) process.kill(pid, "SIGKILL");
    if (victims.length > 0) await expectGone(victims);
  }

  await start();
  return {
    port,
    async newLocation(through = port) {
      const schema = `test_${++locations}`;
      const client = new Client({ host: "127.0.0.1", port, user: "postgres", database: "postgres" });
      await client.connect();
      await client.query(`CREATE SCHEMA ${schema}`);
      await client.end();
      const options = encodeURIComponent(`-c search_path=${schema}`);
      return `postgres://postgres@127.0.0.1:${through}/postgres?options=${options}`;
    },
    pid,
    kill,
    start,
    log: () => logOf(folder),
    freeze() {
      frozen = stop();
    },
    thaw() {
      for (const pid of frozen.splice(0)) process.kill(pid, "SIGCONT");
    },
    async remove() {
      await kill();
      janitor.kill("SIGKILL");
      await once(janitor, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

let shared: Promise<PostgresServer> | undefined;

/**
 * Returns a server for all tests of this process that never end it. It does not sync, because hundreds of transactions would
 * each wait for the disk. It ends with the process.
 */
export function sharedPostgres(): Promise<PostgresServer> {
  return (shared ??= startPostgres(["fsync=off"]));
}
