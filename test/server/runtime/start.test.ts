import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openSqlite, sqliteDocuments } from "@tools-api/adapters/storage/sqlite";
import { createAccount } from "@tools-api/core/accounts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { keepErrors } from "../../child-errors.ts";
import { testedRuntimes } from "../../engines/runtimes.ts";
import { runCommand, runServerOn } from "../command.ts";
import { getRequest } from "../contract.ts";
import { cli, shellEnvironment, startServer, startServerHere, temporaryFolder } from "../server-process.ts";

const repository = fileURLToPath(new URL("../../..", import.meta.url));

let folder: ReturnType<typeof temporaryFolder>;
let database = 0;
/** Returns a separate store in a new file. */
const newStore = () => ({ DATABASE_URL: `sqlite:${join(folder.path, `${++database}.db`)}` });

beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

async function occupy(host = "127.0.0.1", wanted = 0): Promise<{ port: number; server: Server }> {
  const server = createServer().listen(wanted, host);
  await once(server, "listening");
  // A TCP server that listens has an `AddressInfo`.
  return { port: (server.address() as AddressInfo).port, server };
}

describe.each(testedRuntimes)("the first start on %s", (runtime) => {
  it("creates no account while the port is in use, and prints the first key once it is free", async () => {
    const { port, server } = await occupy();
    const settings = { ...newStore(), PORT: String(port) };
    const { code, stdout, stderr } = await runServerOn(runtime, settings);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(new RegExp(`^Port ${port} is in use\\. Use another: PORT=\\d+ .+\\n$`));
    expect(JSON.parse(await runCommand(["accounts", "list", "--json"], settings))).toEqual([]);
    server.close();
    const started = await startServer(settings, runtime);
    onTestFinished(async () => void (await started.stop()));
    expect((await fetch(`${started.url}/v1/user/profile`, getRequest(started.key))).status).toBe(200);
  });

  it("reports each invalid setting on its own line", async () => {
    const settings = {
      PORT: "eighty",
      LOG_LEVEL: "loud",
      DATABASE_URL: "mysql://x",
      FETCH_URLS: "cdn.example.com,https://files.example.com/",
      PLAN_PRO_DAILY_LIMIT: "-1",
      PLAN_PRO_PER_MINUTE: "0",
      PLAN_FREE_PER_SECOND: "many",
    };
    const { code, stderr } = await runServerOn(runtime, settings);
    expect(code).toBe(1);
    const lines = stderr.trimEnd().split("\n").toSorted();
    expect(lines.map((line) => /^tools-api: (\w+): expected .+, received .+$/.exec(line)?.[1])).toEqual([
      "DATABASE_URL",
      "FETCH_URLS",
      "LOG_LEVEL",
      "PLAN_FREE_PER_SECOND",
      "PLAN_PRO_DAILY_LIMIT",
      "PLAN_PRO_PER_MINUTE",
      "PORT",
    ]);
  });

  it("rejects an unavailable host in one line with the name of the setting", async () => {
    const { code, stderr } = await runServerOn(runtime, {
      ...newStore(),
      PORT: "0",
      HOST: "no-such-host.invalid",
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^HOST: expected a name or an address of this machine, received "no-such-host\.invalid"\. .+\n$/,
    );
  });
});

describe("the first start", () => {
  it("prints a sign-in link on every start until the first account is in use, and the first key only once", async () => {
    const settings = newStore();
    const first = await startServer(settings);
    // As if the machine had lost power before the owner read the key.
    await first.stop("SIGKILL");
    const second = await startServer(settings);
    const link = /^http\S+sign-in\/link\?token=\S+$/m.exec(second.output())?.[0] ?? "";
    expect((await fetch(link)).status).toBe(200);
    expect(second.output()).toContain("owner@example.com, has not been used yet");
    await fetch(`${second.url}/v1/user/profile`, getRequest(first.key));
    expect(await second.stop()).toBe(0);
    const third = await startServerHere(settings);
    expect(third.linkToken).toBeUndefined();
    expect([second.key, third.key]).toEqual(["", ""]);
    expect((await fetch(`${third.url}/v1/user/profile`, getRequest(first.key))).status).toBe(200);
    await third.stop();
  });

  it("creates a key for a first account without one, if an earlier start ended before it created the key", async () => {
    const settings = newStore();
    const opened = await openSqlite(settings.DATABASE_URL.slice("sqlite:".length));
    const documents = sqliteDocuments({ database: opened });
    await createAccount(documents, { email: "owner@example.com" }, { at: Date.now() - 60_000 });
    await documents.close();
    opened.close();
    const server = await startServerHere(settings);
    onTestFinished(async () => void (await server.stop()));
    expect((await fetch(`${server.url}/v1/user/profile`, getRequest(server.key))).status).toBe(200);
  });

  it("creates the account late if the store is busy for longer than a call waits", async () => {
    const settings = newStore();
    const opened = await openSqlite(settings.DATABASE_URL.slice("sqlite:".length));
    const documents = sqliteDocuments({ database: opened });
    await documents.get("none");
    opened.exec("BEGIN IMMEDIATE");
    const starting = startServerHere(settings);
    await sleep(9_000);
    opened.exec("COMMIT");
    const server = await starting;
    onTestFinished(async () => void (await server.stop()));
    expect(server.key).toMatch(/^tk_live_/);
    await documents.close();
    opened.close();
  });

  it("responds to every request from the moment the port is bound", async () => {
    const { port, server: probe } = await occupy();
    probe.close();
    await once(probe, "close");
    const answers: Promise<number | string>[] = [];
    const url = `http://127.0.0.1:${port}`;
    const knocking = setInterval(() => {
      answers.push(
        fetch(`${url}/healthz`).then(
          ({ status }) => status,
          (error: Error) => (error.cause as NodeJS.ErrnoException | undefined)?.code ?? String(error),
        ),
      );
    }, 2);
    const server = await startServer({ ...newStore(), PORT: String(port) });
    onTestFinished(async () => void (await server.stop()));
    clearInterval(knocking);
    answers.push(fetch(`${url}/healthz`).then(({ status }) => status));
    expect(new Set(await Promise.all(answers))).toEqual(new Set(["ECONNREFUSED", 200]));
  });

  const isRestricted =
    process.getuid?.() === 0 &&
    Number(readFileSync("/proc/sys/net/ipv4/ip_unprivileged_port_start", "utf8")) > 80;

  it.skipIf(!isRestricted)("names a permitted port instead of port 80, in one line", async () => {
    const stderr = await new Promise<string>((resolve) => {
      const env = { ...shellEnvironment(), PORT: "80", DATABASE_URL: "memory:" };
      const nobody = { uid: 65_534, gid: 65_534 };
      execFile(process.execPath, [cli], { cwd: "/", env, ...nobody }, (_, __, printed) => resolve(printed));
    });
    expect(stderr).toMatch(
      /^This user is not allowed to use port 80\. Use 1024 or higher: PORT=\d{4,5} DATABASE_URL=memory: node \S+ serve\n$/,
    );
  });

  it("suggests the command that started it, with a free port", async () => {
    const { port, server } = await occupy();
    onTestFinished(() => void server.close());
    // The next port is in use as well, by this test or by another.
    const next = await occupy("127.0.0.1", port + 1).catch(() => null);
    onTestFinished(() => void next?.server.close());
    const started = (cwd: string, command: string, words: string[]) =>
      new Promise<string>((resolve) => {
        const env = {
          ...shellEnvironment(),
          PORT: String(port),
          DATABASE_URL: "memory:",
          npm_config_ignore_scripts: "true",
        };
        execFile(command, words, { cwd, env }, (_, __, stderr) =>
          resolve(stderr.split("\n").find((line) => line.startsWith("Port ")) ?? stderr),
        );
      });
    const suggestion = new RegExp(`^Port ${port} is in use\\. Use another: (.*)$`);
    const byNpm = suggestion.exec(await started(repository, "npm", ["start"]))?.[1] ?? "";
    expect(byNpm).toMatch(/^PORT=\d+ DATABASE_URL=memory: npm start$/);
    const byNode = suggestion.exec(await started(dirname(cli), process.execPath, [cli]))?.[1] ?? "";
    expect(byNode).toMatch(/^PORT=\d+ DATABASE_URL=memory: node cli\.js serve$/);
    expect([`PORT=${port}`, ...(next ? [`PORT=${next.port}`] : [])]).not.toContain(byNpm.split(" ", 1)[0]);
  });
});

describe("the address of a server", () => {
  const signInLink = async (settings: Record<string, string>) =>
    (await runCommand(["accounts", "sign-in-link", "--email", "owner@example.com"], settings)).trim();

  it("is that of the last start in accounts sign-in-link and works for every HOST, unless PUBLIC_URL is set", async () => {
    const settings = newStore();
    for (const HOST of ["127.0.0.1", "0.0.0.0", "::"]) {
      const server = await startServerHere({ ...settings, HOST });
      onTestFinished(async () => void (await server.stop()));
      expect(server.url).toMatch(/^http:\/\/(?:127\.0\.0\.1|\[::1\]):\d+$/);
      const warning = `PUBLIC_URL is not set. Links start with ${server.url}`;
      expect(server.warnings.join().includes(warning)).toBe(HOST !== "127.0.0.1");
      const link = await signInLink(settings);
      expect(new URL(link).origin).toBe(server.url);
      expect((await fetch(link)).status).toBe(200);
      await server.stop();
    }
    const elsewhere = { ...settings, PUBLIC_URL: "https://tools.example.com/api" };
    expect(await signInLink(elsewhere)).toMatch(/^https:\/\/tools\.example\.com\/api\/sign-in\/link\?token=/);
  });

  it("is its PUBLIC_URL even for a command without that setting", async () => {
    const settings = newStore();
    const server = await startServerHere({ ...settings, PUBLIC_URL: "https://tools.example.com/" });
    onTestFinished(async () => void (await server.stop()));
    expect(await signInLink(settings)).toMatch(/^https:\/\/tools\.example\.com\/sign-in\/link\?token=/);
  });
});

describe("a reader that closes the output", () => {
  it("does not end a server, as in npm start | head -1", async () => {
    const child = keepErrors(
      spawn("sh", ["-c", `"${process.execPath}" "${cli}" serve 3>&1 | head -1`], {
        env: { ...process.env, PORT: "0", DATABASE_URL: "memory:" },
        stdio: ["ignore", "pipe", "pipe"],
      }),
    );
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    const url = /ready at (\S+)/.exec(line.toString())?.[1] ?? "";
    // Each request is logged to the closed pipe.
    for (let request = 0; request < 5; request++) expect((await fetch(`${url}/healthz`)).status).toBe(200);
    for (let request = 0; request < 5; request++) expect((await fetch(`${url}/v1/nothing`)).status).toBe(404);
    execFile("sh", ["-c", `kill $(ps -o pid= --ppid ${child.pid} | tr '\\n' ' ')`]);
    await once(child, "close");
  });

  it("ends a command without an error, as in tools-api --help | true", async () => {
    const child = spawn("bash", [
      "-c",
      `"${process.execPath}" "${cli}" --help | true; echo "\${PIPESTATUS[0]}"`,
    ]);
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    await once(child, "close");
    expect({ stdout, stderr }).toEqual({ stdout: "0\n", stderr: "" });
  });
});
