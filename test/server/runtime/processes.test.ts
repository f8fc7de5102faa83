import { existsSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ServerProcess, startServer, temporaryFolder } from "../server-process.ts";

const folder = temporaryFolder();
const settings = { DATABASE_URL: `sqlite:${folder.path}/tools-api.db`, PLAN_FREE_DAILY_LIMIT: "40" };
let server: ServerProcess;

/** Returns the processes that answer requests. */
function answering(): number[] {
  const { pid } = server.process;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return children === "" ? [] : children.split(" ").map(Number);
}

/** Sends a request on a connection of its own, which any process may accept. */
function ask(path: string): Promise<{ status: number; body: string }> {
  const headers = { Authorization: `Bearer ${server.key}` };
  return new Promise((resolve, reject) => {
    const sent = request(`${server.url}${path}`, { agent: new Agent(), headers }, (response) => {
      let body = "";
      response.on("data", (chunk: Buffer) => (body += chunk.toString()));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
    });
    sent.once("error", reject).end();
  });
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(50);
}

/** Returns a value of `/metrics` of whichever process answers. */
async function metric(line: string): Promise<number> {
  const { body } = await ask("/metrics");
  return Number(
    body
      .split("\n")
      .find((text) => text.startsWith(line))
      ?.slice(line.length),
  );
}

const canListProcesses = existsSync("/proc/self/task");

beforeAll(async () => {
  server = await startServer({ ...settings, PROCESSES: "2" });
  await until(() => server.output().includes("2 processes answer requests"));
});

afterAll(async () => {
  await server.stop();
  folder.remove();
});

it.skipIf(!canListProcesses)(
  "processes of one server share the exact count of an account, and each shows the sums of all",
  async () => {
    await until(() => answering().length === 2);
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask("/v1/user/profile")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
    const succeeded = 'tools_api_calls_total{endpoint="profile",outcome="succeeded"} ';
    for (let scrape = 0; scrape < 4; scrape++) expect(await metric(succeeded)).toBe(40);
    expect((await ask("/metrics")).body).toMatch(/^tools_api_build_info\{.*\} 1$/m);
  },
);

it.skipIf(!canListProcesses)("a process that dies is replaced while the others answer", async () => {
  const [killed = 0] = answering();
  process.kill(killed, "SIGKILL");
  await until(() => server.output().includes(`process ${killed} ended with SIGKILL`));
  expect((await ask("/healthz")).status).toBe(200);
  await until(() => answering().length === 2);
  expect(answering()).not.toContain(killed);
});

it.skipIf(!canListProcesses)(
  "SIGTERM ends all processes, and no log line of one is torn by another",
  async () => {
    const before = answering();
    expect(await server.stop()).toBe(0);
    for (const pid of before) expect(existsSync(`/proc/${pid}`)).toBe(false);
    const lines = server.output().split("\n");
    const records = lines.filter((line) => line.includes('"request_id"'));
    expect(records.length).toBeGreaterThanOrEqual(60);
    for (const record of records) expect(() => JSON.parse(record)).not.toThrow();
  },
);
