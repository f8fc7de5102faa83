import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ToolsError } from "@tools-api/core";
import { readConfig } from "@tools-api/server/node";
import { afterAll, describe, expect, it } from "vitest";
import { runCommand, toolsApiHere } from "../command.ts";
import { freePort } from "../../engines/free-port.ts";
import { getRequest } from "../contract.ts";
import { startServer, startServerHere, temporaryFolder } from "../server-process.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

function faultsOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ToolsError) return error.message;
  }
  return "";
}

describe("DATABASE_URL and USAGE_URL", () => {
  it.each([
    [{}, "sqlite:./data/tools-api.db", "sqlite:./data/tools-api.db"],
    [{ DATABASE_URL: "memory:", USAGE_URL: "sqlite:u.db" }, "memory:", "sqlite:u.db"],
    [{ DATABASE_URL: "postgres://u:p@h/d" }, "postgres://u:p@h/d", "postgres://u:p@h/d"],
    [
      { DATABASE_URL: "postgresql:///d?host=/run/p" },
      "postgresql:///d?host=/run/p",
      "postgresql:///d?host=/run/p",
    ],
    [
      {
        DATABASE_URL: "postgres://h/d",
        USAGE_URL: "rediss://u:p%40@a:1,b:2,[::1]:3/?cluster=true&prefix=x:",
      },
      "postgres://h/d",
      "rediss://u:p%40@a:1,b:2,[::1]:3/?cluster=true&prefix=x:",
    ],
    [{ DATABASE_URL: "unstorage:fs?base=./d" }, "unstorage:fs?base=./d", "unstorage:fs?base=./d"],
  ])("accept %j", (environment, databaseUrl, usageUrl) => {
    expect(readConfig(environment)).toMatchObject({ databaseUrl, usageUrl });
  });

  it.each([
    ["an unknown scheme", { DATABASE_URL: "mysql://h/d" }, /^DATABASE_URL: expected memory:, .*"mysql:"$/],
    ["no scheme", { DATABASE_URL: "data.db" }, /^DATABASE_URL: .* received a value without a scheme$/],
    ["accounts in Redis", { DATABASE_URL: "redis://h" }, /^DATABASE_URL: expected memory:, [^;]*"redis:"$/],
    [
      "an invalid URL",
      { DATABASE_URL: "postgres://h:port/d" },
      /^DATABASE_URL: expected postgres:\/\/.* in another form$/,
    ],
    [
      "several hosts without a cluster",
      { USAGE_URL: "redis://a,b" },
      /^USAGE_URL: expected redis:\/\/.* in another form$/,
    ],
    [
      "an unknown option",
      { USAGE_URL: "redis://a?clutser=true" },
      /^USAGE_URL: expected redis:\/\/.* in another form$/,
    ],
    [
      "a database number of a cluster",
      { USAGE_URL: "redis://a/1?cluster=true" },
      /^USAGE_URL: expected redis:\/\/.* in another form$/,
    ],
    [
      "an unstorage URL without a driver",
      { DATABASE_URL: "unstorage:" },
      /^DATABASE_URL: expected unstorage:DRIVER/,
    ],
    [
      "counters of one host for accounts of many",
      { DATABASE_URL: "postgres://h/d", USAGE_URL: "sqlite:u.db" },
      /^USAGE_URL: expected a store for processes on any host, .* received one for the processes of one host$/,
    ],
    ["a file without a path", { DATABASE_URL: "sqlite:" }, /^DATABASE_URL: expected sqlite:PATH, /],
    [
      "counters shared by fewer processes than the accounts",
      { DATABASE_URL: "sqlite:a.db", USAGE_URL: "memory:" },
      /^USAGE_URL: expected a store for the processes of one host, like DATABASE_URL, received one for this process only$/,
    ],
  ])("reject %s", (_, environment, message) => {
    expect(faultsOf(environment)).toMatch(message);
  });

  it("report all errors together, without parts that can contain a password", () => {
    const faults = faultsOf({
      PORT: "eighty",
      DATABASE_URL: "mysql://ada:s3cret@db.example.com/tools",
      USAGE_URL: "mongodb://ada:s3cret@db.example.com/tools",
    });
    for (const name of ["PORT", "DATABASE_URL", "USAGE_URL"]) expect(faults).toContain(`${name}: expected`);
    expect(faults).not.toContain("s3cret");
  });
});

/** Returns the message of a command that cannot open the stores. A starting server fails with the same message. */
async function refusal(settings: Record<string, string>): Promise<string> {
  const error: unknown = await runCommand(["accounts", "list"], settings).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  // The class is that of the built modules.
  if (!(error instanceof Error) || error.constructor.name !== "ToolsError")
    throw new Error(`expected a ToolsError, received ${String(error)}`);
  return error.message;
}

describe("the server", () => {
  it("warns at the start about probable mistakes", async () => {
    const losing = await startServerHere({ DATABASE_URL: "unstorage:memory" });
    await losing.stop();
    const fault = "DATABASE_URL: the store can lose acknowledged writes when it stops";
    expect(losing.warnings).toEqual([expect.stringContaining(fault)]);
    const usage = `sqlite:${join(folder.path, "w.db")}`;
    const server = await startServer({ DATABASE_URL: "memory:", USAGE_URL: usage });
    await server.stop();
    const lines = server
      .output()
      .split("\n")
      .filter((line) => line.startsWith("tools-api: warning: "));
    expect(lines).toEqual([expect.stringContaining("DATABASE_URL: accounts")]);
  });
});

describe("a store that cannot be opened", () => {
  it("is reported with its setting and the reason, and ends the server and the commands with 1", async () => {
    const file = join(folder.path, "no-folder");
    writeFileSync(file, "");
    const settings = {
      DATABASE_URL: `sqlite:${join(folder.path, "a.db")}`,
      USAGE_URL: `sqlite:${file}/u.db`,
    };
    const message = /USAGE_URL: SQLite: .*no-folder\/u\.db cannot be opened \(E/;
    const { code, stderr } = await toolsApiHere(["serve"], { ...settings, PORT: "0" });
    expect(code, stderr).toBe(1);
    expect(stderr).not.toContain("    at ");
    expect(stderr).toMatch(new RegExp(`^tools-api: ${message.source}`));
    expect(await refusal(settings)).toMatch(message);
  });

  it("fails without a delay if no server listens, and reveals no password", async () => {
    const port = await freePort();
    const password = "s3cr%40t";
    const postgres = await refusal({ DATABASE_URL: `postgres://ada:${password}@127.0.0.1:${port}/tools` });
    expect(postgres).toMatch(/^DATABASE_URL: PostgreSQL .*ECONNREFUSED/);
    const redis = await refusal({
      DATABASE_URL: "memory:",
      USAGE_URL: `redis://ada:${password}@127.0.0.1:${port}`,
    });
    expect(redis).toMatch(/^USAGE_URL: Redis .*ECONNREFUSED/);
    expect(postgres + redis).not.toMatch(/s3cr/);
  });

  it("is reported without the secrets of its URL, wherever its driver's message contains them", async () => {
    const file = join(folder.path, "s3cr@t");
    writeFileSync(file, "");
    const base = encodeURIComponent(join(file, "data"));
    const inner = encodeURIComponent("redis://ada:s3cr%40t@h");
    for (const secret of ["token=s3cr%40t", `url=${inner}`]) {
      const message = await refusal({ DATABASE_URL: `unstorage:fs?base=${base}&${secret}` });
      expect(message).toMatch(/^DATABASE_URL: .*\*\*\*/);
      expect(message).not.toMatch(/s3cr/);
    }
  });

  it("is one of unstorage that another process uses", async () => {
    const settings = { DATABASE_URL: `unstorage:fs?base=${encodeURIComponent(join(folder.path, "fs"))}` };
    const server = await startServer(settings);
    expect(await refusal(settings)).toMatch(/^DATABASE_URL: unstorage: another process uses this storage/);
    expect((await fetch(`${server.url}/v1/user/profile`, getRequest(server.key))).status).toBe(200);
    expect(await server.stop()).toBe(0);
    expect(await runCommand(["accounts", "list"], settings)).toContain("owner@example.com");
  });
});
