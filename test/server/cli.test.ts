import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toolsApi } from "./command.ts";
import { expectContractHeaders, expectProblem, getRequest } from "./contract.ts";
import { startServer, temporaryFolder } from "./server-process.ts";

let folder: ReturnType<typeof temporaryFolder>;
let settings: { DATABASE_URL: string };

beforeAll(() => {
  folder = temporaryFolder();
  settings = { DATABASE_URL: `sqlite:${join(folder.path, "deep/er/tools-api.db")}` };
});
afterAll(() => folder.remove());

function hasCurl(): boolean {
  try {
    execFileSync("curl", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    if (process.env["CI"]) throw new Error("curl is missing: apt-get install curl");
    console.log("skipped: the pasted curl line; install it by: apt-get install curl");
    return false;
  }
}

// When a server that stops cuts off what is left.
const forcedEndMs = 7_500;

function isListening(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`, { headers: { Connection: "close" } }).then(
    ({ ok }) => ok,
    () => false,
  );
}

describe("tools-api serve", () => {
  it.skipIf(!hasCurl())("prints one line that begins with curl and answers when pasted", async () => {
    const server = await startServer({ DATABASE_URL: "memory:" });
    const lines = server
      .output()
      .split("\n")
      .filter((line) => line.startsWith("curl "));
    expect(lines).toHaveLength(1);
    const answer: unknown = JSON.parse(execFileSync("sh", ["-c", lines[0] ?? ""]).toString());
    expect(answer).toMatchObject({ language: { code: "en" }, sentiment: {}, statistics: { sentences: 2 } });
    expect(await server.stop()).toBe(0);
  });

  it("makes the first account once: a second start on the same store prints no key", async () => {
    const first = await startServer(settings);
    expect(first.key).toMatch(/^tk_live_/);
    await first.stop();
    const second = await startServer(settings);
    expect(second.key).toBe("");
    expect((await fetch(`${second.url}/v1/user/profile`, getRequest(first.key))).status).toBe(200);
    await second.stop();
  });

  it.each(["SIGTERM", "SIGINT"] as const)(
    "finishes what is in flight at %s, accepts nothing new, then exits with 0",
    async (signal) => {
      const server = await startServer({ DATABASE_URL: "memory:" });
      const call = request(`${server.url}/v1/tools/text-analyzer`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${server.key}`,
          "Content-Type": "application/json",
          Expect: "100-continue",
        },
      });
      const answer = once(call, "response");
      call.flushHeaders();
      // The server asks for the body, so that it has the call.
      await once(call, "continue");
      const exit = server.stop(signal);
      while (await isListening(server.url)) await sleep(10);
      call.end(JSON.stringify({ text: "The harbour was calm and the engine did not fail once." }));
      // What an event of this name hands over.
      const [response] = (await answer) as [IncomingMessage];
      expect(response.statusCode).toBe(200);
      expect(await json(response)).toMatchObject({ statistics: { sentences: 1 } });
      expect(await exit).toBe(0);
    },
  );

  it("ends under load at SIGTERM before it has to cut off connections, each answer whole or refused", async () => {
    const server = await startServer({ DATABASE_URL: "memory:", PLAN_FREE_DAILY_LIMIT: "1000000" });
    let served = 0;
    let inFullLoad = () => {};
    const loaded = new Promise<void>((resolve) => {
      inFullLoad = resolve;
    });
    const client = async () => {
      for (;;) {
        // Refused, or closed between two answers. A body that is cut off fails the test below.
        const response = await fetch(`${server.url}/v1/user/profile`, getRequest(server.key)).catch(
          () => null,
        );
        if (!response) return;
        expect(response.status).toBe(200);
        await response.json();
        if (++served === 200) inFullLoad();
      }
    };
    const clients = Promise.all(Array.from({ length: 20 }, client));
    await loaded;
    const started = performance.now();
    expect(await server.stop()).toBe(0);
    expect(performance.now() - started).toBeLessThan(forcedEndMs);
    await clients;
  });

  it("writes one JSON line a request", async () => {
    const server = await startServer({ DATABASE_URL: "memory:" });
    await fetch(`${server.url}/v1/user/profile`, getRequest(server.key));
    await server.stop();
    const lines = server
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"));
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ level: "info", msg: "request", route: "/v1/user/profile", status: 200 }),
    ]);
  });

  it("names every fault of the environment at once and exits with 1", async () => {
    const { code, stderr } = await toolsApi(["serve"], {
      PORT: "eighty",
      DATABASE_URL: "mysql://x",
      LOG_LEVEL: "loud",
      PLAN_PRO_DAILY_LIMIT: "-1",
      PLAN_PRO_PER_MINUTE: "0",
      PLAN_FREE_PER_SECOND: "many",
    });
    expect(code).toBe(1);
    for (const name of [
      "PORT",
      "DATABASE_URL",
      "LOG_LEVEL",
      "PLAN_PRO_DAILY_LIMIT",
      "PLAN_PRO_PER_MINUTE",
      "PLAN_FREE_PER_SECOND",
    ])
      expect(stderr).toMatch(new RegExp(`${name}: expected .+, received `));
    expect(stderr).not.toContain("    at ");
  });

  it("takes the limits and prices of plans from the environment", async () => {
    const server = await startServer({
      DATABASE_URL: "memory:",
      PLAN_FREE_DAILY_LIMIT: "7",
      PUBLIC_URL: "https://api.example.com/",
    });
    const profile = await fetch(`${server.url}/v1/user/profile`, getRequest(server.key));
    expect(await profile.json()).toMatchObject({ quota: { limit: 7, used: 1 } });
    const missing = await fetch(`${server.url}/v1/nothing`);
    expect(await missing.json()).toMatchObject({ type: "https://api.example.com/docs/errors#not_found" });
    await server.stop();
  });
});

describe("tools-api keys and accounts", () => {
  const email = "ada@example.com";

  it("create, list and revoke keys while a server runs on the same store", async () => {
    const server = await startServer(settings);
    const words = [
      "keys",
      "create",
      "--email",
      email,
      "--plan",
      "pro",
      "--name",
      "ci",
      "--expires-in",
      "30d",
    ];
    const created = await toolsApi([...words, "--scopes", "profile:read,usage:read", "--json"], settings);
    expect(created.code, created.stderr).toBe(0);
    const issued = JSON.parse(created.stdout) as { account_id: string; key_id: string; key: string };
    expect(Object.keys(issued)).toEqual(["account_id", "key_id", "key"]);

    const profile = await fetch(`${server.url}/v1/user/profile`, getRequest(issued.key));
    expect(await profile.json()).toMatchObject({
      id: issued.account_id,
      email,
      plan: { name: "pro", daily_limit: 10_000 },
      credential: { id: issued.key_id, name: "ci", scopes: ["profile:read", "usage:read"] },
    });

    const listed = await toolsApi(["keys", "list", "--email", email, "--json"], settings);
    expect(JSON.parse(listed.stdout)).toEqual([
      expect.objectContaining({ key_id: issued.key_id, revoked_at: null, last_used_at: expect.any(String) }),
    ]);
    expect(listed.stdout).not.toContain("tk_live_");

    expect((await toolsApi(["keys", "revoke", issued.key_id], settings)).code).toBe(0);
    expect((await fetch(`${server.url}/v1/user/profile`, getRequest(issued.key))).status).toBe(401);
    await server.stop();
  });

  it("give a key a cap of its own, which holds for the next request, and lift it", async () => {
    const server = await startServer({
      ...settings,
      PLAN_FREE_PER_MINUTE: "500",
      PLAN_FREE_PER_SECOND: "400",
    });
    const words = ["keys", "create", "--email", "capped@example.com", "--daily-limit", "2", "--json"];
    const created = await toolsApi(words, settings);
    expect(created.code, created.stderr).toBe(0);
    const { key, key_id: id } = JSON.parse(created.stdout) as { key: string; key_id: string };
    const read = async () => fetch(`${server.url}/v1/user/profile`, getRequest(key));
    const policiesOf = (response: Response) =>
      expectContractHeaders(response).policies.map(({ policy, limit }) => [policy, limit]);
    const planned = [
      ["daily", 1000],
      ["per_minute", 500],
      ["per_second", 400],
    ];
    expect(policiesOf(await read())).toEqual([...planned, ["key_daily", 2]]);
    await read();
    expect((await expectProblem(await read(), 429, "quota_exceeded"))["violated-policies"]).toEqual([
      "key_daily",
    ]);

    const listed = await toolsApi(["keys", "list", "--email", "capped@example.com", "--json"], settings);
    expect(JSON.parse(listed.stdout)).toEqual([expect.objectContaining({ key_id: id, daily_limit: 2 })]);
    const raised = await toolsApi(["keys", "set-limit", id, "--daily-limit", "3"], settings);
    expect(raised.stdout).toBe(`Key ${id} has at most 3 calls a day.\n`);
    expect(policiesOf(await read())).toEqual([...planned, ["key_daily", 3]]);
    await expectProblem(await read(), 429, "quota_exceeded");
    expect((await toolsApi(["keys", "set-limit", id], settings)).stdout).toContain("no cap of its own");
    expect(policiesOf(await read())).toEqual(planned);
    await server.stop();
  });

  it("rotate a key under a pepper while a server remembers it, which refuses the old secret at the next call", async () => {
    const pepper = "p".repeat(32);
    const peppered = { ...settings, KEY_PEPPER: pepper };
    const create = ["keys", "create", "--email", "rotated@example.com", "--json"];
    const plain = JSON.parse((await toolsApi(create, settings)).stdout) as { key: string };
    const created = await toolsApi(create, peppered);
    const { key, key_id: id } = JSON.parse(created.stdout) as { key: string; key_id: string };
    const server = await startServer(peppered);
    const status = async (secret: string) =>
      (await fetch(`${server.url}/v1/user/profile`, getRequest(secret))).status;
    expect([await status(plain.key), await status(key)]).toEqual([200, 200]);
    const graced = await toolsApi(["keys", "rotate", id, "--grace", "1h", "--json"], peppered);
    const { key: second } = JSON.parse(graced.stdout) as { key: string };
    expect([await status(key), await status(second)]).toEqual([200, 200]);
    const { stdout } = await toolsApi(["keys", "rotate", id], peppered);
    const third = /^tk_live_\w{38}$/m.exec(stdout)?.[0] ?? "";
    expect([await status(key), await status(second), await status(third)]).toEqual([401, 401, 200]);
    await server.stop();
    const short = await toolsApi(create, { ...settings, KEY_PEPPER: `${pepper},hunter2` });
    expect(short.code).toBe(1);
    expect(short.stderr).toContain("KEY_PEPPER: expected secrets of at least 32 characters");
    expect(short.stderr).not.toContain("hunter2");
  });

  it("set a plan with a limit of its own", async () => {
    const words = [
      "accounts",
      "set-plan",
      "--email",
      email,
      "--plan",
      "enterprise",
      "--daily-limit",
      "250000",
    ];
    const { stdout } = await toolsApi(words, settings);
    expect(stdout).toContain("250000");
    const listed = await toolsApi(["accounts", "list", "--json"], settings);
    expect(JSON.parse(listed.stdout)).toContainEqual(
      expect.objectContaining({ email, plan: "enterprise", daily_limit: 250_000 }),
    );
    expect((await toolsApi(["accounts", "list"], settings)).stdout).toContain("owner@example.com");
  });

  it.each([
    [["keys", "create"], 2, "--email is missing"],
    [["keys", "create", "--email", "no address"], 1, "email: expected an e-mail address"],
    [["keys", "create", "--email", "x@example.com", "--plan", "gold"], 2, "--plan: expected free"],
    [["keys", "create", "--email", "x@example.com", "--scopes", "all"], 2, "--scopes: expected text:analyze"],
    [["keys", "create", "--email", "x@example.com", "--expires-in", "soon"], 2, "--expires-in: expected"],
    [
      ["keys", "create", "--email", "x@example.com", "--daily-limit", "none"],
      1,
      "dailyLimit: expected a positive",
    ],
    [["keys", "rotate", "key_none"], 1, "There is no key key_none"],
    [["keys", "rotate", "key_none", "--grace", "soon"], 2, "--grace: expected a duration"],
    [["keys", "set-limit"], 2, "Expected 1 argument after the command, received 0."],
    [["keys", "set-limit", "key_none", "--daily-limit", "5"], 1, "There is no key key_none"],
    [["keys", "revoke", "key_none"], 1, "There is no key key_none"],
    [["keys", "list", "--email", "nobody@example.com"], 1, "There is no account"],
    [["accounts", "set-plan", "--email", "nobody@example.com", "--plan", "pro"], 1, "There is no account"],
    [
      ["accounts", "set-plan", "--email", email, "--plan", "pro", "--daily-limit", "0"],
      1,
      "dailyLimit: expected",
    ],
    [["frobnicate"], 2, 'There is no command "frobnicate"'],
    [["keys", "create", "--colour", "red"], 2, "--colour"],
  ])("refuse %j with exit code %i and say why", async (words, code, reason) => {
    const result = await toolsApi(words, settings);
    expect(result.code).toBe(code);
    expect(result.stderr).toContain(reason);
    expect(result.stderr).not.toContain("    at ");
  });
});

describe("tools-api analyze and convert", () => {
  it("analyse a file or standard input and print the endpoint's record", async () => {
    const file = join(folder.path, "text.txt");
    writeFileSync(file, "Ada wrote to ada@example.com about a wonderful engine.");
    const fromFile = await toolsApi(["analyze", file, "--type", "sentiment,pii", "--language", "en"]);
    expect(JSON.parse(fromFile.stdout)).toMatchObject({
      analysis_type: ["sentiment", "pii"],
      language: { code: "en", detected: false },
      pii: { redacted_text: "[PERSON] wrote to [EMAIL] about a wonderful engine." },
    });
    const fromInput = await toolsApi(
      ["analyze", "-", "--type", "language"],
      {},
      "Guten Tag, wie geht es Ihnen heute?",
    );
    expect(JSON.parse(fromInput.stdout)).toMatchObject({ language: { code: "de", detected: true } });
  });

  it("convert by the name of the output and print what became of it", async () => {
    const input = join(folder.path, "in.png");
    const output = join(folder.path, "out.webp");
    await sharp({ create: { width: 40, height: 30, channels: 3, background: "teal" } }).toFile(input);
    const { code, stdout } = await toolsApi(["convert", input, output, "--quality", "60"]);
    expect(code).toBe(0);
    expect(stdout).toContain("webp, 40 × 30");
    expect(await sharp(readFileSync(output)).metadata()).toMatchObject({
      format: "webp",
      width: 40,
      height: 30,
    });
  });

  it("refuse a format that is not known and a file that is no image", async () => {
    const file = join(folder.path, "text.txt");
    const unknown = await toolsApi(["convert", file, join(folder.path, "out.xyz")]);
    expect(unknown).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("format: expected one of jpeg"),
    });
    const text = await toolsApi(["convert", file, join(folder.path, "out.png")]);
    expect(text.code).toBe(1);
    expect(text.stderr).not.toContain("    at ");
  });
});
