import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { canStartPostgres, startPostgres } from "../../engines/postgres.ts";
import { runCommandHere, toolsApi, toolsApiHere } from "../command.ts";
import { startServer, startServerHere, temporaryFolder } from "../server-process.ts";

let folder: ReturnType<typeof temporaryFolder>;
let files = 0;
/** Returns the path of a file that does not exist, and its URL. */
function newFile(): { path: string; url: string } {
  const path = join(folder.path, `${++files}`, "tools.db");
  return { path, url: `sqlite:${path}` };
}

beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

/** Runs a command without `DATABASE_URL` in a folder. */
const inFolder = (cwd: string, ...words: string[]) => toolsApi(words, { DATABASE_URL: "" }, "", cwd);

const migrate = (from: string, to: string, ...more: string[]) =>
  toolsApiHere(["migrate", "--from", from, "--to", to, ...more]);

describe("a command without DATABASE_URL in a folder without the store of a server", () => {
  it.each([
    ["keys", "create", "--email", "ada@example.com"],
    ["doctor", "--json"],
  ])("creates nothing, and names the missing file and --create: %s %s", async (...words) => {
    const cwd = join(folder.path, words.join("-"));
    // A folder `data` of another program is no store.
    mkdirSync(join(cwd, "data"), { recursive: true });
    const { code, stdout, stderr } = await inFolder(cwd, ...words);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(join(cwd, "data/tools-api.db"));
    expect(stderr).toContain("--create");
    expect(existsSync(join(cwd, "data/tools-api.db"))).toBe(false);
  });

  it("creates the store with --create and says so, and needs no option afterwards", async () => {
    const cwd = join(folder.path, "created");
    mkdirSync(cwd);
    const words = ["keys", "create", "--email", "ada@example.com", "--json"];
    const created = await inFolder(cwd, ...words, "--create");
    expect(JSON.parse(created.stdout)).toHaveProperty("key");
    expect(created.stderr).toContain(`created the store sqlite:${join(cwd, "data/tools-api.db")}`);
    const again = await inFolder(cwd, ...words);
    expect(again.code).toBe(0);
    expect(again.stderr).not.toContain("created the store");
  });

  it("refuses a backup of nothing without an offer to create a store", async () => {
    const { code, stderr } = await inFolder(folder.path, "backup", "tools.backup");
    expect(code).toBe(1);
    expect(stderr).toContain(join(folder.path, "data/tools-api.db"));
    expect(stderr).not.toContain("--create");
  });
});

describe("the lines of a command on standard error", () => {
  it("name the stores without passwords, while --json leaves one document on standard output", async () => {
    const { url } = newFile();
    const settings = { DATABASE_URL: url };
    const first = await runCommandHere(["accounts", "list", "--json"], settings);
    expect(JSON.parse(first.stdout)).toEqual([]);
    expect(first.stderr).toBe(`tools-api: using the store ${url}\ntools-api: created the store ${url}\n`);
    const second = await runCommandHere(["doctor", "--json"], settings);
    expect(JSON.parse(second.stdout)).toBeInstanceOf(Array);
    expect(second.stderr).toBe(`tools-api: using the store ${url}\n`);
    const elsewhere = await toolsApiHere(["accounts", "list"], {
      DATABASE_URL: "postgres://ada:hunter2@127.0.0.1:9/tools",
      USAGE_URL: "redis://:hunter3@127.0.0.1:9",
    });
    expect(elsewhere.stderr).toContain(
      "using the store postgres://ada:***@127.0.0.1:9/tools and, for usage, redis://:***@127.0.0.1:9\n",
    );
    expect(elsewhere.stderr).not.toMatch(/hunter/);
    const short = await toolsApiHere(["accounts", "list"], {
      DATABASE_URL: "postgres://ada:t@127.0.0.1:9/tools",
    });
    expect(short.stderr).toContain("using the store postgres://ada:***@127.0.0.1:9/tools\n");
  });

  it("name the store of a server that starts", async () => {
    const { path, url } = newFile();
    const server = await startServer({ DATABASE_URL: url });
    onTestFinished(async () => void (await server.stop("SIGKILL")));
    expect(server.output()).toContain(`tools-api: using the store sqlite:${path}\n`);
  });

  it("name both stores of a move, and the target that it creates", async () => {
    const [from, to] = [newFile(), newFile()];
    await runCommandHere(["keys", "create", "--email", "ada@example.com"], { DATABASE_URL: from.url });
    const { code, stderr } = await migrate(from.url, to.url);
    expect(code).toBe(0);
    expect(stderr).toContain(`using the store ${from.url}\n`);
    expect(stderr).toContain(`using the store ${to.url}\ntools-api: created the store ${to.url}\n`);
  });

  it.runIf(canStartPostgres())("say that a database has no accounts", async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.remove());
    const settings = { DATABASE_URL: await postgres.newLocation() };
    const { stderr } = await runCommandHere(["accounts", "list"], settings);
    expect(stderr).toMatch(/the store postgres:\S+ is new: it has no accounts/);
    await runCommandHere(["keys", "create", "--email", "ada@example.com"], settings);
    expect((await runCommandHere(["accounts", "list"], settings)).stderr).not.toContain("is new");
  });
});

describe("tools-api migrate", () => {
  it("refuses a source that a server uses, names the server, and creates no target", async () => {
    const [from, to] = [newFile(), newFile()];
    const server = await startServerHere({ DATABASE_URL: from.url });
    onTestFinished(async () => void (await server.stop()));
    const refused = await migrate(from.url, to.url);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("--while-running") });
    expect(refused.stderr).toContain(`found ${server.url} (process ${process.pid} on `);
    expect(existsSync(to.path)).toBe(false);
    expect((await migrate(from.url, to.url, "--while-running")).code).toBe(0);
    await server.stop();
    expect(await migrate(from.url, to.url)).toMatchObject({ code: 0 });
  });

  it("refuses the source of a killed server until its mark expires, which the message says", async () => {
    const [from, to] = [newFile(), newFile()];
    const server = await startServer({ DATABASE_URL: from.url });
    await server.stop("SIGKILL");
    const { code, stderr } = await migrate(from.url, to.url);
    expect(code).toBe(1);
    const until = /counts as running until (\S+Z)\./.exec(stderr)?.[1] ?? "";
    expect(Date.parse(until)).toBeGreaterThan(Date.now());
  });
});
