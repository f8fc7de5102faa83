import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { testedRuntimes } from "../../engines/runtimes.ts";
import { type StartedServer, startServerHere, startServerOn } from "../server-process.ts";

const megabyte = Buffer.alloc(1e6, "x");

describe.each(testedRuntimes)("the server on %s", (runtime) => {
  let server: StartedServer;
  beforeAll(async () => {
    const PUBLIC_URL = "http://localhost/inner";
    server = await startServerOn(runtime, { DATABASE_URL: "memory:", PUBLIC_URL });
  }, 60_000);
  afterAll(() => server.stop());

  const dial = () => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    return socket;
  };

  /** Sends the lines of a request, and returns all that the server sends until the end of the connection. */
  const send = async (...lines: string[]) => {
    const socket = dial();
    socket.write(`${lines.join("\r\n")}\r\nConnection: close\r\n\r\n`);
    return text(socket);
  };

  it.each([
    ["two lines of Host", "Host: a\r\nHost: a"],
    ["no Host", "X: y"],
    ["an empty Host", "Host:"],
  ])("refuses a request with %s", async (_, lines) => {
    expect(await send("GET /healthz HTTP/1.1", lines)).toMatch(/^HTTP\/1.1 400 /);
    const authorization = `Authorization: Bearer ${server.key}`;
    expect(await send("GET /v1/user/profile HTTP/1.1", lines, authorization)).toMatch(/^HTTP\/1.1 400 /);
  });

  it("answers under its public URL whether or not the proxy removes the prefix", async () => {
    const authorization = `Authorization: Bearer ${server.key}`;
    for (const path of ["/v1/user/profile", "/healthz", "/?a=b", "", "/sign-in", "/openapi.json"])
      for (const prefix of path === "" ? ["/inner"] : ["", "/inner"])
        expect(await send(`GET ${prefix}${path} HTTP/1.1`, "Host: a", authorization)).toMatch(
          /^HTTP\/1.1 200 /,
        );
    expect(await send("GET /innermost HTTP/1.1", "Host: a")).toMatch(/^HTTP\/1.1 404 /);
  });

  it.each(["/healthz", "/v1/user/profile", "/openapi.json", "/", "/nothing"])(
    "gives the response to HEAD %s no other length than that to GET",
    async (path) => {
      const [status, ...fields] = (await send(`HEAD ${path} HTTP/1.1`, "Host: a")).split("\r\n");
      expect(status).toMatch(/^HTTP\/1.1 \d+ /);
      expect(fields.join("\n")).not.toMatch(/content-length: 0/i);
    },
  );

  it.each([
    ["of a known caller", "/v1/tools/image-converter?format=png", true, "413"],
    ["without a credential", "/v1/tools/image-converter", false, "401"],
    ["at a path that does not exist", "/nothing", false, "404"],
  ])(
    "sends its refusal of 40 MB %s to a client that sends everything first",
    async (_, path, known, status) => {
      for (const field of ["Connection: close", "Connection: keep-alive"]) {
        const socket = dial();
        const head = [
          `POST ${path} HTTP/1.1`,
          "Host: a",
          "Content-Type: image/png",
          "Content-Length: 40000000",
        ];
        const credential = known ? [`Authorization: Bearer ${server.key}`] : [];
        socket.pause().write(`${[...head, ...credential, field].join("\r\n")}\r\n\r\n`);
        for (let sent = 0; sent < 40; sent++)
          await new Promise<void>((resolve, reject) =>
            socket.write(megabyte, (error) => (error ? reject(error) : resolve())),
          );
        const { value } = await socket[Symbol.asyncIterator]().next();
        expect(String(value)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      }
    },
  );
});

describe("a client that waits for 100 Continue", () => {
  it("is refused before it sends a body, and is asked for the body that a handler reads", async () => {
    const server = await startServerHere({ DATABASE_URL: "memory:" });
    onTestFinished(() => void server.stop());
    const begin = async (fields: string) => {
      const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
      onTestFinished(() => void socket.destroy());
      socket.write(
        `POST /v1/tools/text-analyzer HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n${fields}\r\n\r\n`,
      );
      const chunks = socket[Symbol.asyncIterator]();
      return { socket, next: async () => String((await chunks.next()).value) };
    };
    const stranger = await begin("Content-Length: 30000000");
    expect(await stranger.next()).toMatch(/^HTTP\/1.1 401 [^]*\r\nConnection: close\r\n/);
    const credential = `Authorization: Bearer ${server.key}\r\nContent-Type: application/json`;
    const caller = await begin(`${credential}\r\nContent-Length: 16`);
    expect(await caller.next()).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    caller.socket.write('{"text":"Hello"}');
    expect(await caller.next()).toMatch(/^HTTP\/1.1 200 [^]*\r\nConnection: keep-alive\r\n/);
  });
});
