import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request as httpRequest } from "node:http";
import type { Customer } from "../metering/customer.ts";

/** A call, and the statuses of a working server for an account with calls left. */
interface Kind {
  name: string;
  share: number;
  statuses: readonly number[];
  /** Whether an answer with one of the statuses counts as a call of the account. */
  isCounted: boolean;
  call(key: string): {
    path: string;
    method: "GET" | "POST";
    headers: Record<string, string>;
    body?: Uint8Array | string;
    /** Sends the body in pieces, over some seconds. */
    isSlow?: true;
  };
}

const pick = <Item>(items: readonly [Item, ...Item[]]): Item =>
  items[Math.floor(Math.random() * items.length)] ?? items[0];

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const json = (key: string) => ({ ...bearer(key), "Content-Type": "application/json" });
const analyzer = "/v1/tools/text-analyzer";
const zones = ["UTC", "Asia/Kathmandu", "America/St_Johns", "Europe/Berlin"] as const;
const texts = [
  "We met Ada on 5 May 2026 in London.",
  "The new engine is not bad at all.",
  "Der Zug nach Leipzig fährt heute von Gleis drei.",
] as const;
const longText = "The harbour was calm, and the old engine did not fail once. ".repeat(500);
const image = readFileSync(new URL("../../fixtures/images/pil-pal1.bmp", import.meta.url));

/** Returns a call of the text analyzer with a body, or with the JSON of a request. */
function analyze(key: string, request: object | string) {
  const body = typeof request === "string" ? request : JSON.stringify(request);
  return { path: analyzer, method: "POST", headers: json(key), body } as const;
}

function imageForm(format: string): { boundary: string; body: Buffer } {
  const boundary = "soak";
  const part = (head: string, content: Uint8Array | string) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from("\r\n"),
    ]);
  const parts = [part('name="format"', format), part('name="image"; filename="a.bmp"', image)];
  return { boundary, body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]) };
}

const kinds: readonly [Kind, ...Kind[]] = [
  {
    name: "profile",
    share: 0.34,
    statuses: [200],
    isCounted: true,
    call: (key) => ({ path: "/v1/user/profile?include_stats=true", method: "GET", headers: bearer(key) }),
  },
  {
    name: "report",
    share: 0.15,
    statuses: [200],
    isCounted: true,
    call: (key) => ({
      path: `/v1/analytics/usage?timezone=${pick(zones)}&granularity=${pick(["hour", "day", "week", "month"])}`,
      method: "GET",
      headers: bearer(key),
    }),
  },
  {
    name: "text",
    share: 0.2,
    statuses: [200],
    isCounted: true,
    call: (key) => analyze(key, { text: pick(texts), analysis_type: "sentiment,keywords" }),
  },
  {
    name: "long text",
    share: 0.02,
    statuses: [200],
    isCounted: true,
    call: (key) => analyze(key, { text: longText }),
  },
  {
    name: "image",
    share: 0.04,
    statuses: [200],
    isCounted: true,
    call: (key) => {
      const { boundary, body } = imageForm(pick(["webp", "png", "jpeg"]));
      const headers = { ...bearer(key), "Content-Type": `multipart/form-data; boundary=${boundary}` };
      return { path: "/v1/tools/image-converter", method: "POST", headers, body };
    },
  },
  {
    name: "slow body",
    share: 0.01,
    statuses: [200],
    isCounted: true,
    call: (key) => ({ ...analyze(key, { text: texts[0] }), isSlow: true }),
  },
  {
    name: "bad request",
    share: 0.14,
    statuses: [400, 422],
    isCounted: true,
    call: (key) => analyze(key, pick(["{", '{"text":1}', '{"text":"a","analysis_type":"none"}'])),
  },
  {
    name: "no such route",
    share: 0.05,
    statuses: [404],
    isCounted: false,
    call: (key) => ({ path: "/v1/nothing", method: "GET", headers: bearer(key) }),
  },
  {
    name: "no such key",
    share: 0.05,
    statuses: [401, 429],
    isCounted: false,
    call: () => ({ path: "/v1/user/profile", method: "GET", headers: bearer("tk_live_nobody") }),
  },
];

/** The statuses with which a server may answer while a store or a process has failed. */
const outageStatuses = [500, 503, 504];

/** An account, and what its clients know of its calls. */
export interface Account extends Customer {
  limit: number;
  /** Answered as counted calls. */
  acknowledged: number;
  /** Not answered, or answered with 503: they may be counted or not. */
  unknown: number;
  /** Not answered yet. */
  pending: number;
}

/** The numbers of answers by kind and status, and the answers that are never right. */
export interface Answers {
  counts: Map<string, number>;
  faults: string[];
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const slowPieces = 10;
const slowPieceMs = 200;
const abortedShare = 0.01;

/** Sends a call. Returns its status, or `null` if the connection ended before. */
function send(
  url: string,
  call: ReturnType<Kind["call"]>,
  signal: AbortSignal | undefined,
): Promise<number | null> {
  const { path, method, headers, body, isSlow } = call;
  const length = { "Content-Length": String(Buffer.byteLength(body ?? "")) };
  return new Promise((resolve) => {
    const options = { agent, method, headers: { ...headers, ...length }, ...(signal && { signal }) };
    const request = httpRequest(`${url}${path}`, options, (response) => {
      response.resume();
      response.once("error", () => resolve(null));
      response.once("end", () => resolve(response.complete ? (response.statusCode ?? null) : null));
    });
    request.once("error", () => resolve(null));
    if (isSlow) void writeSlowly(request, Buffer.from(body ?? ""));
    else request.end(body);
  });
}

async function writeSlowly(request: ReturnType<typeof httpRequest>, body: Buffer): Promise<void> {
  const size = Math.ceil(body.length / slowPieces);
  for (let start = 0; start < body.length; start += size) {
    request.write(body.subarray(start, start + size));
    await sleep(slowPieceMs);
  }
  request.end();
}

function randomKind(): Kind {
  let rest = Math.random();
  return kinds.find(({ share }) => (rest -= share) < 0) ?? kinds[0];
}

/** Makes a random call of an account, and notes what its client learns. */
export async function callOnce(url: string, account: Account, { counts, faults }: Answers): Promise<void> {
  const kind = randomKind();
  const isAborted = Math.random() < abortedShare;
  account.pending++;
  const status = await send(url, kind.call(account.key), isAborted ? AbortSignal.timeout(1) : undefined);
  account.pending--;
  const name = `${kind.name} ${status ?? "unanswered"}`;
  counts.set(name, 1 + (counts.get(name) ?? 0));
  const isExpected = status !== null && kind.statuses.includes(status);
  if (isExpected && kind.isCounted) account.acknowledged++;
  else if (kind.isCounted && status !== 429) account.unknown++;
  // Only accounts with a small limit use it up.
  const isRefused =
    status === 429 && account.acknowledged + account.unknown + account.pending >= account.limit;
  if (!isExpected && !isRefused && status !== null && !outageStatuses.includes(status)) faults.push(name);
}
