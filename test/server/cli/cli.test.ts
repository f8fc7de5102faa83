import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand, runCommandHere, toolsApi, toolsApiHere } from "../command.ts";
import { getRequest, jsonRequest } from "../contract.ts";
import {
  type ServerProcess,
  startServer,
  startServerHere,
  type StartedServer,
  temporaryFolder,
} from "../server-process.ts";

let folder: ReturnType<typeof temporaryFolder>;
let settings: { DATABASE_URL: string };

beforeAll(() => {
  folder = temporaryFolder();
  settings = { DATABASE_URL: `sqlite:${join(folder.path, "deep/er/tools-api.db")}` };
});
afterAll(() => folder.remove());

function isListening(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`, { headers: { Connection: "close" } }).then(
    ({ ok }) => ok,
    () => false,
  );
}

describe("tools-api serve", () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer({
      DATABASE_URL: "memory:",
      PLAN_FREE_DAILY_LIMIT: "7",
      PUBLIC_URL: "https://api.example.com/",
    });
  });
  afterAll(async () => {
    await server.stop("SIGKILL");
  });

  it("writes one JSON line for each request", async () => {
    const response = await fetch(`${server.url}/v1/user/profile`, getRequest(server.key));
    await response.arrayBuffer();
    const id = response.headers.get("X-Request-Id") ?? "";
    const lines = () =>
      server
        .output()
        .split("\n")
        .filter((line) => line.startsWith("{") && line.includes(id));
    while (lines().length === 0) await sleep(20);
    // A second line would appear after the first.
    await (await fetch(`${server.url}/healthz`)).arrayBuffer();
    expect(lines().map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ level: "info", msg: "request", route: "/v1/user/profile", status: 200 }),
    ]);
  });

  it("finishes the request in progress at SIGINT, accepts no further connection, and exits with 0", async () => {
    const url = `${server.url}/v1/tools/text-analyzer`;
    const body = { text: "The harbour was calm and the engine did not fail once." };
    // The first text loads the models, which can take longer than a stop.
    await (await fetch(url, jsonRequest(server.key, body))).arrayBuffer();
    const call = request(url, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${server.key}`,
        "Content-Type": "application/json",
        Expect: "100-continue",
      },
    });
    const answer = once(call, "response");
    call.flushHeaders();
    // The server requests the body, so it has received the call.
    await once(call, "continue");
    // A server that stops waits two seconds for each part of a body.
    const dripping = setInterval(() => call.write(" "), 20);
    const exit = server.stop("SIGINT");
    while (await isListening(server.url)) await sleep(10);
    clearInterval(dripping);
    call.end(JSON.stringify(body));
    // The event of this name passes one response.
    const [response] = (await answer) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    expect(await json(response)).toMatchObject({ statistics: { sentences: 1 } });
    expect(await exit).toBe(0);
  });
});

describe("tools-api keys and accounts", () => {
  const email = "ada@example.com";
  const pepper = "p".repeat(32);
  let server: StartedServer;
  beforeAll(async () => {
    server = await startServerHere({
      ...settings,
      KEY_PEPPER: pepper,
      PLAN_FREE_PER_MINUTE: "500",
      PLAN_FREE_PER_SECOND: "400",
    });
  });
  afterAll(async () => {
    await server.stop();
  });

  it("create, list and revoke keys while a server runs on the same store", async () => {
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
    const created = await runCommand([...words, "--scopes", "profile:read,usage:read", "--json"], settings);
    const issued = JSON.parse(created) as { account_id: string; key_id: string; key: string };
    expect(Object.keys(issued)).toEqual(["account_id", "key_id", "key"]);

    const profile = await fetch(`${server.url}/v1/user/profile`, getRequest(issued.key));
    expect(await profile.json()).toMatchObject({
      id: issued.account_id,
      email,
      plan: { name: "pro", daily_limit: 10_000 },
      credential: { id: issued.key_id, name: "ci", scopes: ["profile:read", "usage:read"] },
    });

    const listed = await runCommand(["keys", "list", "--email", email, "--json"], settings);
    expect(JSON.parse(listed)).toEqual([
      expect.objectContaining({ key_id: issued.key_id, revoked_at: null, last_used_at: expect.any(String) }),
    ]);
    expect(listed).not.toMatch(/tk_live_\w{5}/);

    await runCommand(["keys", "revoke", issued.key_id], settings);
    expect((await fetch(`${server.url}/v1/user/profile`, getRequest(issued.key))).status).toBe(401);
  });

  it("create and rotate no key under a pepper that no server of the store has had", async () => {
    const other = { ...settings, KEY_PEPPER: "q".repeat(32) };
    const refused = /KEY_PEPPER starts with a secret that no server of this store has had/;
    const create = ["keys", "create", "--email", "new@example.com", "--json"];
    await expect(runCommand(create, other)).rejects.toThrow(refused);
    const { key_id: id } = JSON.parse(await runCommand(create, settings)) as { key_id: string };
    await expect(runCommand(["keys", "rotate", id], other)).rejects.toThrow(refused);
  });

  it("rotate a key under a pepper, after which a server that has cached the old secret rejects it at the next call", async () => {
    const peppered = { ...settings, KEY_PEPPER: pepper };
    const create = ["keys", "create", "--email", "rotated@example.com", "--json"];
    const plain = JSON.parse(await runCommand(create, settings)) as { key: string };
    const { key, key_id: id } = JSON.parse(await runCommand(create, peppered)) as {
      key: string;
      key_id: string;
    };
    const status = async (secret: string) =>
      (await fetch(`${server.url}/v1/user/profile`, getRequest(secret))).status;
    expect([await status(plain.key), await status(key)]).toEqual([200, 200]);
    const graced = await runCommand(["keys", "rotate", id, "--grace", "1h", "--json"], peppered);
    const { key: second } = JSON.parse(graced) as { key: string };
    expect([await status(key), await status(second)]).toEqual([200, 200]);
    const stdout = await runCommand(["keys", "rotate", id], peppered);
    const third = /^tk_live_\w{38}$/m.exec(stdout)?.[0] ?? "";
    expect([await status(key), await status(second), await status(third)]).toEqual([401, 401, 200]);
    const short = runCommand(create, { ...settings, KEY_PEPPER: `${pepper},hunter2` });
    const message = await short.catch((error: unknown) => String(error));
    expect(message).toContain("KEY_PEPPER: expected comma-separated secrets of at least 32 characters");
    expect(message).not.toContain("hunter2");
  });

  it.each([
    [["keys", "create"], "UsageError", "--email is missing"],
    [["keys", "create", "--email", "x@example.com", "--plan", "gold"], "UsageError", "--plan: expected free"],
    [
      ["keys", "create", "--email", "x@example.com", "--expires-in", "soon"],
      "UsageError",
      "--expires-in: expected",
    ],
    [
      ["keys", "create", "--email", "x@example.com", "--daily-limit", "none"],
      "UsageError",
      "--daily-limit: expected a positive",
    ],
    [["keys", "rotate", "key_none", "--grace", "soon"], "UsageError", "--grace: expected a duration"],
    [["keys", "set-limit"], "UsageError", "Expected 1 argument after the command, received 0."],
    [["keys", "revoke", "key_none"], "ToolsError", "There is no key key_none"],
    [
      ["accounts", "set-plan", "--email", email, "--plan", "pro", "--daily-limit", "0"],
      "ToolsError",
      "dailyLimit: expected",
    ],
    [["accounts", "sign-in-link", "--email", "nobody@example.com"], "ToolsError", "There is no account"],
    [["accounts", "list", "all"], "UsageError", "Expected no arguments after the command, received 1."],
    [["clients", "create", "--email"], "UsageError", "Option '--email <value>' argument missing."],
  ])("reject %j with a %s that gives the reason", async (words, type, reason) => {
    const error: unknown = await runCommand(words, settings).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    // The type determines the exit code and the absence of a stack.
    expect(error?.constructor.name).toBe(type);
    expect(error).toMatchObject({ message: expect.stringContaining(reason) });
  });

  it.each([
    [["keys", "create", "--email", "x@example.com", "--scopes", "all"], 2],
    [["keys", "create", "--email", "x@example.com", "--expires-in", "0d"], 2],
    [["keys", "create", "--email", "x@example.com", "--daily-limit", "0"], 2],
    [["keys", "create", "--email", "x y@example.com"], 2],
    [["accounts", "set-plan", "--email", email, "--plan", "pro", "--daily-limit", "0"], 2],
    [["keys", "revoke", "key_none"], 1],
  ])("exit with the documented code and without a stack for %j", async (words, code) => {
    const result = await toolsApiHere(words, settings);
    expect(result).toMatchObject({ code, stdout: "", stderr: expect.stringMatching(/^tools-api: /) });
    expect(result.stderr).not.toContain("    at ");
  });
});

describe("tools-api analyze and convert", () => {
  it("analyze a file or standard input and print the endpoint's record", async () => {
    const file = join(folder.path, "text.txt");
    writeFileSync(file, "Ada wrote to ada@example.com about a wonderful engine.");
    const fromFile = await runCommand(["analyze", file, "--type", "sentiment,pii", "--language", "en"]);
    expect(JSON.parse(fromFile)).toMatchObject({
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

  it("reject an unknown format and a file that is not an image", async () => {
    const file = join(folder.path, "text.txt");
    const unknown = runCommand(["convert", file, join(folder.path, "out.xyz")]);
    await expect(unknown).rejects.toThrow("format: expected one of jpeg");
    const text = await runCommandHere(["convert", file, join(folder.path, "out.png")]);
    expect(text.code).toBe(1);
    expect(text.stderr).not.toContain("    at ");
  });
});
