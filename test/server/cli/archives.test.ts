import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { getRequest, jsonRequest } from "../contract.ts";
import { toolsApi, toolsApiHere } from "../command.ts";
import { inParallel, readUsage } from "../load.ts";
import { availableEngines, engineHall, type EngineName } from "../runtime/engines.ts";
import { startServerHere, temporaryFolder } from "../server-process.ts";

const engines = availableEngines();
const hall = engineHall();
afterAll(() => hall.remove());

type Settings = Record<string, string>;

const profile = (url: string, key: string) => fetch(`${url}/v1/user/profile`, getRequest(key));

async function run(settings: Settings) {
  const server = await startServerHere(settings);
  onTestFinished(async () => void (await server.stop()));
  return server;
}

function newFolder(): string {
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  return folder.path;
}

const newFile = () => ({ DATABASE_URL: `sqlite:${join(newFolder(), "tools.db")}` });

/** Starts a server, makes calls, and returns its key and its stopped stores. */
async function usedServer(settings: Settings): Promise<{ key: string; calls: number }> {
  const server = await run(settings);
  await inParallel(4, 20, async () => {
    expect((await profile(server.url, server.key)).status).toBe(200);
  });
  const text = { text: "A calm harbour." };
  expect((await fetch(`${server.url}/v1/tools/text-analyzer`, jsonRequest(server.key, text))).status).toBe(
    200,
  );
  await server.stop();
  return { key: server.key, calls: 21 };
}

/** Requires that a server on the stores accepts the key and continues its counts. */
async function expectContinued(settings: Settings, { key, calls }: { key: string; calls: number }) {
  const server = await run(settings);
  const { body } = await readUsage(server.url, key);
  expect(body.quota.used).toBe(calls + 1);
  expect(body.totals.calls).toBe(calls + 1);
  expect(body.by_endpoint.find(({ endpoint }) => endpoint === "text-analyzer")?.calls).toBe(1);
  await server.stop();
}

function urls(option: "from" | "to", { DATABASE_URL = "", USAGE_URL }: Settings): string[] {
  return [`--${option}`, DATABASE_URL, ...(USAGE_URL ? [`--${option}-usage`, USAGE_URL] : [])];
}

const routes = engines
  .flatMap((engine) => engines.map((target): [EngineName, EngineName] => [engine, target]))
  .filter(([engine, target]) => engine !== target || engines.length === 1);

describe("tools-api migrate", () => {
  it.each(routes)(
    "moves keys, counters and usage so that a server on the target continues: %s to %s",
    async (engine, other) => {
      const [source, target] = [
        (await hall.newStores(engine)).settings,
        (await hall.newStores(other)).settings,
      ];
      const used = await usedServer(source);
      const { code, stdout, stderr } = await toolsApiHere([
        "migrate",
        ...urls("from", source),
        ...urls("to", target),
        "--json",
      ]);
      expect({ code, stderr }).toMatchObject({
        code: 0,
        stderr: expect.stringContaining("Servers can start on the target."),
      });
      expect(JSON.parse(stdout)).toContainEqual({
        collection: "usage",
        records: 1,
        digest: expect.stringMatching(/^[\da-f]{16}$/),
      });
      await expectContinued(target, used);
    },
  );

  it("copies while servers run, and needs a second run only for what has changed since", async () => {
    const [source, target] = [newFile(), newFile()];
    const words = ["migrate", ...urls("from", source), ...urls("to", target)];
    const unlimited = { PLAN_FREE_DAILY_LIMIT: "1000000" };
    const server = await run({ ...source, ...unlimited });
    const load = { calls: 0, isOver: false };
    const loading = (async () => {
      while (!load.isOver) if ((await profile(server.url, server.key)).ok) load.calls++;
    })();
    const first = await toolsApi([...words, "--while-running"]);
    expect(first).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/\d+ have changed since. Stop the servers/),
    });
    const early = await toolsApiHere(["serve"], { ...target, PORT: "0" });
    expect(early.code).toBe(1);
    expect(early.stderr).toContain("the store has an unfinished copy");
    const copied = await toolsApiHere(["backup", join(newFolder(), "backup")], target);
    expect(copied.stderr).toContain(
      "the source: expected a complete store, found an unfinished copy of sqlite:",
    );
    load.isOver = true;
    await loading;
    await server.stop();
    expect((await toolsApiHere(words)).code).toBe(0);
    const moved = await run({ ...target, ...unlimited });
    expect((await readUsage(moved.url, server.key)).body.totals.calls).toBe(load.calls + 1);
  });

  it("refuses a target with records, an empty source, and the copy of another source", async () => {
    const [source, target, other] = [newFile(), newFile(), newFile()];
    await usedServer(source);
    await usedServer(target);
    const migrate = (from: Settings, to: Settings) =>
      toolsApiHere(["migrate", ...urls("from", from), ...urls("to", to)]);
    expect((await migrate(source, target)).stderr).toContain(
      "the target: expected an empty store, found records",
    );
    expect((await migrate(newFile(), other)).stderr).toContain("--from: ENOENT: no such file");
    expect((await migrate(source, { DATABASE_URL: "unstorage:memory" })).stderr).toContain(
      "expected a store in SQLite, PostgreSQL or Redis, received unstorage:",
    );
    const missing = await toolsApiHere(["migrate", "--from", "sqlite:a.db"]);
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("--to is missing.") });
  });
});

describe("tools-api backup and restore", () => {
  it.each(engines)("save and restore keys, counters and usage while a server runs: %s", async (engine) => {
    const { settings } = await hall.newStores(engine);
    const used = await usedServer(settings);
    const server = await run(settings);
    const file = join(newFolder(), "backup");
    const saved = await toolsApiHere(["backup", file, "--json"], settings);
    expect(saved.code).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(existsSync(`${file}.part`)).toBe(false);
    await server.stop();
    const { settings: target } = await hall.newStores("SQLite");
    const restored = await toolsApiHere(["restore", file, "--json"], target);
    expect(restored.code).toBe(0);
    expect(restored.stdout).toBe(saved.stdout);
    await expectContinued(target, used);
  });

  it("refuse a file that is incomplete, was changed, or is no backup, and write nothing", async () => {
    const source = newFile();
    await usedServer(source);
    const folder = newFolder();
    const file = join(folder, "backup");
    expect((await toolsApiHere(["backup", file], source)).code).toBe(0);
    const bytes = readFileSync(file);
    const changed = Buffer.from(bytes);
    changed[bytes.length >> 1] = (changed[bytes.length >> 1] ?? 0) ^ 1;
    const files = {
      part: bytes.subarray(0, -20),
      changed,
      text: Buffer.from("tools"),
      empty: Buffer.alloc(0),
    };
    const target = newFile();
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(folder, name), content);
      const { code, stderr } = await toolsApiHere(["restore", join(folder, name)], target);
      expect({ name, code, stderr }).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("expected a complete backup"),
      });
    }
    expect((await toolsApiHere(["restore", join(folder, "missing")], target)).stderr).toContain(
      "no such file",
    );
    expect(existsSync(target.DATABASE_URL.slice("sqlite:".length))).toBe(false);
    const copy = createHash("sha256").update(bytes).digest("hex");
    expect((await toolsApiHere(["restore", file], target)).code).toBe(0);
    expect(createHash("sha256").update(readFileSync(file)).digest("hex")).toBe(copy);
    expect((await toolsApiHere(["restore", file], target)).stderr).toContain(
      "expected an empty store, found records",
    );
  });
});
