import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { createAccount, createApiKey } from "@tools-api/core/accounts";
import { createApi } from "@tools-api/server";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { cutAt } from "./echo-api.ts";
import { managementServer } from "../management-server.ts";
import { withLongTexts } from "../tools.ts";

const text = "/v1/tools/text-analyzer";
const image = "/v1/tools/image-converter";
const sliceBytes = 65_536;

let api: ReturnType<typeof createApi>;
let key: string;
/** The body that the analyzer received in the last text call. */
let analyzed: { text: string } | undefined;

beforeAll(async () => {
  const documents = memoryDocuments();
  const account = await createAccount(
    documents,
    { email: "a@example.com", plan: "enterprise" },
    { at: Date.now() },
  );
  ({ secret: key } = await createApiKey(documents, account.id, {}, { at: Date.now() }));
  api = createApi({
    documents,
    usage: memoryUsage(),
    authenticator: apiKeyAuthenticator({ documents }),
    ...withLongTexts(0, (request) => {
      analyzed = request;
      return Promise.resolve({});
    }),
  });
});

interface Refusal {
  status: number;
  code?: string;
  message?: string;
  /** The bytes of the body that were read before the response. */
  read: number;
}

/** Sends a body in chunks. The API receives the next chunk only after it has read the previous one. */
async function post(path: string, pieces: Iterable<Uint8Array>): Promise<Refusal> {
  const iterator = pieces[Symbol.iterator]();
  let read = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = iterator.next();
      if (done) {
        controller.close();
        return;
      }
      read += value.length;
      controller.enqueue(value);
    },
  });
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  analyzed = undefined;
  // The DOM types lack `duplex`, which a request with a stream needs.
  const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
  const response = await api.fetch(new Request(`http://localhost${path}`, init));
  // The contract defines the fields of an error.
  return { ...((await response.json()) as object), status: response.status, read };
}

function* repeated(opening: string, unit: string, bytes: number): Generator<Uint8Array> {
  yield Buffer.from(opening);
  const piece = Buffer.from(unit.repeat(Math.ceil(sliceBytes / unit.length)));
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece;
}

const nested = (levels: number) => `{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
const withMembers = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"f${index}":0`).join(",")}}`;

describe("a JSON body", () => {
  const membersOver = (limit: number) => ({
    code: "invalid_json",
    message: `body: expected at most ${limit} members of objects and arrays, received more`,
  });
  // The lists of a caller have up to 1,000 objects.
  const members = (path: string) => membersOver(path === text ? 5000 : 1000);
  const tooDeep = {
    code: "invalid_json",
    message: "body: expected JSON nested at most 32 levels deep, received more levels",
  };
  const levels = () => tooDeep;

  it.each([
    ["open brackets", '{"text":', "[", levels],
    ["open braces", '{"a":', '{"a":', levels],
    ["brackets outside an object", "", "[", levels],
    ["unknown fields", '{"a":1', ',"b":1', members],
    ["elements", '{"text":[1', ",1", members],
    ["empty arrays", '{"text":[[]', ",[]", members],
    ["keys that are empty", '{"":1', ',"":1', members],
    ["commas", "", ",", members],
  ])(
    "with six megabytes of %s returns 400 before a second chunk of it is read",
    async (_, opening, unit, refusal) => {
      for (const path of [text, image]) {
        const { read, ...answer } = await post(path, repeated(opening, unit, 6_000_000));
        expect(answer).toMatchObject({ status: 400, ...refusal(path) });
        expect(read).toBeLessThan(3 * sliceBytes);
      }
    },
  );

  it("can be nested 32 levels deep and have 1,000 members, 5,000 for texts, and not one more, on every endpoint", async () => {
    const server = managementServer();
    const owner = await server.owner();
    const manage = async (body: string) => {
      const response = await server.call("POST /account/keys", { bearer: owner.key, body });
      return { status: response.status, ...((await response.json()) as object) };
    };
    for (const [limit, send] of [
      [5000, (body: string) => post(text, [Buffer.from(body)])],
      [1000, (body: string) => post(image, [Buffer.from(body)])],
      [1000, manage],
    ] as const) {
      expect(await send(nested(32))).toMatchObject({ status: 422 });
      expect(await send(nested(33))).toMatchObject({ status: 400, ...tooDeep });
      expect(await send(withMembers(limit))).toMatchObject({ status: 422 });
      expect(await send(withMembers(limit + 1))).toMatchObject({ status: 400, ...membersOver(limit) });
    }
  });

  it("has its levels and members counted like JSON.parse, wherever its chunks are split", async () => {
    const count = (value: unknown): { levels: number; members: number } => {
      if (typeof value !== "object" || value === null) return { levels: 0, members: 0 };
      const inner = Object.values(value).map(count);
      return {
        levels: 1 + Math.max(0, ...inner.map((one) => one.levels)),
        members: inner.reduce((sum, one) => sum + one.members, inner.length),
      };
    };
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue({ maxDepth: 5 }),
        fc.nat(40),
        fc.integer({ min: 3800, max: 5200 }),
        fc.array(fc.nat(4000)),
        async (value, wraps, fill, cuts) => {
          let inner: unknown = value;
          for (let level = 0; level < wraps; level++) inner = level % 2 === 0 ? [inner] : { '\\"[,{': inner };
          const body = { 'x"]': inner, y: Array.from({ length: fill }, () => "],") };
          const { levels: depth, members: size } = count(body);
          const spaced = JSON.stringify(body, null, fill % 2 === 0 ? 1 : 0);
          const answer = await post(text, cutAt(Buffer.from(spaced), cuts));
          expect(answer.status).toBe(depth > 32 || size > 5000 ? 400 : 422);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("lets the event loop turn while a chunk of many megabytes is read", async () => {
    const turnsOf = async (digits: number) => {
      let turns = 0;
      let isReading = true;
      const turn = () => {
        turns += 1;
        if (isReading) setImmediate(turn);
      };
      setImmediate(turn);
      const body = Buffer.from(`{"format":"png","image":"${"A".repeat(digits)}"}`);
      expect(await post(image, [body])).toMatchObject({ status: 422, code: "invalid_image" });
      isReading = false;
      return turns;
    };
    await turnsOf(400);
    expect(await turnsOf(32_000_000)).toBeGreaterThan((await turnsOf(400)) + 2);
  });
});

describe("a text", () => {
  const limit = "text: expected a string of 1 to 1,000,000 UTF-8 bytes, received more";

  it.each([
    ["a", 1_000_000],
    ["é", 500_000],
    ["\\u00e9", 500_000],
    ["\\ud83d\\ude00", 250_000],
    ["\\ud83d", 333_333],
    ["\\n", 1_000_000],
  ])("of a million bytes of %s is accepted, and is rejected while more bytes arrive", async (unit, count) => {
    const whole = Buffer.from(`{"text":"${unit.repeat(count)}"}`);
    expect((await post(text, cutAt(whole, [65_535, 131_071, 3_000_001]))).status).toBe(200);
    const { read, ...answer } = await post(text, repeated('{"text":"', unit, 6_000_000));
    expect(answer).toMatchObject({ status: 413, code: "payload_too_large", message: limit });
    expect(read).toBeLessThan(whole.length + 4 * sliceBytes);
  });

  const member = fc.oneof(
    fc.string({ unit: "binary", maxLength: 30 }).map((value) => `"text":${JSON.stringify(value)}`),
    fc.constantFrom(
      '"text":5',
      '"text":""',
      '"\\u0074ext" : "a\\ud83d\\ude00\\ud800b"',
      '"text":["text"]',
      '"language":"en"',
    ),
  );

  it("is parsed like JSON.parse, with the last of repeated members, wherever its chunks are split", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(member, { minLength: 1, maxLength: 4 }),
        fc.constantFrom("", "\ufeff"),
        fc.array(fc.nat(200), { maxLength: 20 }),
        async (members, mark, cuts) => {
          const body = `{${members.join(" ,\n")}}`;
          const { text: expected } = JSON.parse(body) as { text?: unknown };
          const { status } = await post(text, cutAt(Buffer.from(mark + body), cuts));
          const isText = typeof expected === "string" && expected !== "";
          expect(status).toBe(isText ? 200 : 422);
          expect(analyzed?.text).toBe(isText ? expected : undefined);
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ["a control character", Buffer.from('{"text":"a\nb"}')],
    ["half an escape", Buffer.from('{"text":"a\\u00"}')],
    ["a byte that is not UTF-8", Buffer.from('{"text":"a\xff"}', "latin1")],
    ["half a character", Buffer.from('{"text":"a\xc3"}', "latin1")],
    ["half a character before an escape", Buffer.from('{"text":"a\xc3\\n"}', "latin1")],
    ["no end", Buffer.from('{"text":"a')],
  ])("with %s returns 400 invalid_json, wherever its chunks are split", async (_, body) => {
    for (const places of [[], Array.from(body, (__, index) => index)])
      expect(await post(text, cutAt(body, places))).toMatchObject({ status: 400, code: "invalid_json" });
  });
});

describe("a query or a form", () => {
  it("with more than 1,000 parameters returns 400, whatever their names", async () => {
    for (const path of ["/v1/analytics/usage", "/v1/user/profile"]) {
      const names = Array.from({ length: 1001 }, (_, index) => `n${index}`).join("&");
      const headers = { Authorization: `Bearer ${key}` };
      const response = await api.request(`http://localhost${path}?${names}`, { headers });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        code: "invalid_request",
        message: "query: expected at most 1000 parameters, received more",
      });
    }
  });

  it("of a page with more than 1,000 fields returns 400", async () => {
    const server = managementServer();
    const fields = Array.from({ length: 1001 }, (_, index) => `n${index}=`).join("&");
    const headers = { "Content-Type": "application/x-www-form-urlencoded", Origin: "http://localhost:3000" };
    const response = await server.call("POST /sign-in", { body: fields, headers });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("expected at most 1000 fields, received more");
  });
});
