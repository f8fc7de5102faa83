import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { keepErrors } from "../../child-errors.ts";
import { testedRuntimes } from "../../engines/runtimes.ts";
import {
  type ServerProcess,
  shellEnvironment,
  type StartedServer,
  startServer,
  startServerHere,
  startServerOn,
} from "../server-process.ts";

const repository = fileURLToPath(new URL("../../..", import.meta.url));

const text = "The harbor was calm and the engine did not fail once.";

function post(server: StartedServer, length: number, key = server.key): string {
  return (
    "POST /v1/tools/text-analyzer HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
    `${key === "" ? "" : `Authorization: Bearer ${key}\r\n`}Content-Length: ${length}\r\n\r\n`
  );
}

/** Returns a head with an expectation. The server responds with 100 Continue when it has read it (RFC 9110 §10.1.1). */
function withExpectation(head: string): string {
  return head.replace("\r\n\r\n", "\r\nExpect: 100-continue\r\n\r\n");
}

async function open(server: StartedServer, first: string): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  socket.write(first);
  return socket;
}

/** Resolves to all data of a connection when it closes. */
function received(socket: Socket): Promise<string> {
  let all = "";
  socket.on("data", (chunk: Buffer) => (all += chunk.toString()));
  return new Promise((resolve) => socket.once("close", () => resolve(all)));
}

/** Resolves when the server rejects connections, or on Deno responds with 503. */
async function isStopping(server: ServerProcess): Promise<void> {
  for (;;) {
    const status = await fetch(`${server.url}/healthz`, { headers: { Connection: "close" } }).then(
      (response) => response.status,
      () => null,
    );
    if (status !== 200) return;
    await sleep(10);
  }
}

/** Stops a server as the signal does, and returns the exit code; 0 for a server in this process. */
async function stop(server: StartedServer): Promise<unknown> {
  return (await server.stop()) ?? 0;
}

describe.each(testedRuntimes)("SIGTERM on %s", (runtime) => {
  it("ends the server while connections have sent nothing, half a header or half a body", async () => {
    const server = await startServerOn(runtime, { DATABASE_URL: "memory:" });
    const firsts = [
      "",
      "POST /v1/tools/text-analyzer HTTP/1.1\r\nHost: loc",
      `${post(server, 500, "")}{"te`,
      `${post(server, 500)}{"te`,
    ];
    await Promise.all(firsts.flatMap((first) => Array.from({ length: 25 }, () => open(server, first))));
    await sleep(100);
    expect(await stop(server)).toBe(0);
  });

  it("processes a request whose body is still arriving, and then ends the server", async () => {
    const server = await startServerOn(runtime, { DATABASE_URL: "memory:" });
    const body = JSON.stringify({ text });
    // The first text loads the models, which can take longer than a stop.
    await once(await open(server, post(server, body.length) + body), "data");
    const socket = await open(server, withExpectation(post(server, body.length)));
    const answer = received(socket);
    await once(socket, "data");
    const stopped = stop(server);
    for (const character of body.slice(0, 4)) {
      await sleep(20);
      socket.write(character);
    }
    socket.write(body.slice(4));
    expect(await answer).toMatch(/\r\n\r\nHTTP\/1\.1 200 [\s\S]*"sentences":1/);
    expect(await stopped).toBe(0);
  });

  it("finishes a long text in a process, and does not wait for bodies that never arrive", async () => {
    const server = await startServerOn(runtime, { DATABASE_URL: "memory:" });
    const body = JSON.stringify({ text: `${text} `.repeat(300) });
    // The first long text waits for a process and its models, which can take longer than a stop.
    const first = await open(server, post(server, body.length) + body);
    await once(first, "data");
    const stuck = await open(server, withExpectation(post(server, 500)));
    await once(stuck, "data");
    stuck.write('{"te');
    const socket = await open(server, withExpectation(post(server, body.length)));
    const answer = received(socket);
    await once(socket, "data");
    socket.write(body);
    expect(await stop(server)).toBe(0);
    expect(await answer).toMatch(/\r\n\r\nHTTP\/1\.1 200 /);
  });

  it("answers 503 at /readyz and still takes calls while STOP_DELAY lasts", async () => {
    const server = await startServer({ DATABASE_URL: "memory:", STOP_DELAY: "300" }, runtime);
    const ended = server.stop();
    for (;;) {
      const { status } = await fetch(`${server.url}/readyz`);
      if (status === 503) break;
    }
    const profile = await fetch(`${server.url}/v1/user/profile`, {
      headers: { Authorization: `Bearer ${server.key}` },
    });
    expect(profile.status).toBe(200);
    server.process.kill("SIGTERM");
    expect(await ended).toBe(0);
  });

  it("ends the server immediately the second time, whatever is in progress", async () => {
    const server = await startServer({ DATABASE_URL: "memory:" }, runtime);
    const body = JSON.stringify({ text });
    const socket = await open(server, post(server, body.length));
    const closed = received(socket);
    const dripping = setInterval(() => socket.write(" "), 100);
    onTestFinished(() => clearInterval(dripping));
    const stopped = server.stop();
    await isStopping(server);
    await server.stop();
    expect(await stopped).toBe(0);
    expect(await closed).not.toContain("HTTP/1.1 200");
  });
});

it("a server leaves no listener of its process when it stops", async () => {
  const listeners = () => process.eventNames().map((name) => [name, process.listenerCount(name)]);
  const settings = { DATABASE_URL: "memory:", LOG_LEVEL: "error" };
  // A line of the log that is written at the end listens until it is printed, 20 ms later.
  const stopQuietly = async () => {
    await (await startServerHere(settings)).stop();
    await sleep(100);
  };
  await stopQuietly();
  const before = listeners();
  await stopQuietly();
  expect(listeners()).toEqual(before);
});

describe("Ctrl-C under npm start", () => {
  // The terminal signals npm and the server, and npm forwards its signal. The server gets two, or one if they merge. So
  // the second press can end it.
  it("finishes the request in progress the first time, and ends the server by the third time", async () => {
    const child: ChildProcess = keepErrors(
      spawn("npm", ["start"], {
        cwd: repository,
        env: { ...shellEnvironment(), PORT: "0", DATABASE_URL: "memory:", npm_config_ignore_scripts: "true" },
        stdio: ["ignore", "pipe", "pipe"],
        detached: true,
      }),
    );
    let output = "";
    child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    while (!output.includes("\ncurl ")) await sleep(20);
    const server = {
      url: /ready at (\S+)/.exec(output)?.[1] ?? "",
      key: /tk_live_[0-9A-Za-z]{38}/.exec(output)?.[0] ?? "",
    } as ServerProcess;
    const body = JSON.stringify({ text });
    await once(await open(server, post(server, body.length) + body), "data");
    const socket = await open(server, withExpectation(post(server, body.length)));
    const answer = received(socket);
    await once(socket, "data");
    socket.write(body.slice(0, 5));
    const stuck = await open(server, withExpectation(post(server, 200)));
    const cut = received(stuck);
    await once(stuck, "data");
    const dripping = setInterval(() => stuck.write(" "), 500);
    onTestFinished(() => clearInterval(dripping));
    // A negative id is the whole process group, which a terminal signals.
    const pressCtrlC = () => process.kill(-(child.pid ?? 0), "SIGINT");
    const closed = once(child, "close");
    pressCtrlC();
    await isStopping(server);
    socket.write(body.slice(5));
    expect(await answer).toContain("\r\n\r\nHTTP/1.1 200 ");
    for (let press = 2; press <= 3 && child.exitCode === null && child.signalCode === null; press += 1) {
      pressCtrlC();
      await Promise.race([closed, sleep(100)]);
    }
    stuck.write(body.padEnd(200));
    expect(await cut).not.toContain("HTTP/1.1 200");
    await closed;
  });
});
