import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutAt, echoApi } from "./echo-api.ts";

const api = await echoApi();

const json = { "Content-Type": "application/json" };
const convert = (body: string | Uint8Array, places: readonly number[] = []) =>
  api.convert(cutAt(Buffer.from(body), places), json);

/** Decodes base64 or a `data:` URI by the rules of the contract. Returns `null` if the string violates them. */
function reference(written: string): Buffer | null {
  const text = written.replace(/^[ \t\r\n\f]+/, "");
  const [uri, base64] = /^data:[^,]*?(; *base64)?,/i.exec(text.slice(0, 300)) ?? [];
  const escaped = Buffer.from(text.slice(uri?.length ?? 0)).toString("latin1");
  const unescaped = escaped.replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
  if (uri !== undefined && base64 === undefined) return Buffer.from(unescaped, "latin1");
  const digits = (uri === undefined ? escaped : unescaped).replace(/[ \t\r\n\f]/g, "");
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(digits)) return null;
  const unpadded = digits.replace(/=+$/, "");
  return unpadded.length % 4 === 1 ? null : Buffer.from(unpadded, "base64");
}

/** Returns the image that `JSON.parse` finds in a body, or the reason why there is none. */
function expected(body: Uint8Array): Buffer | "not JSON" | "no image" {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return "not JSON";
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "not JSON";
  const { image } = value as { image?: unknown };
  const bytes = typeof image === "string" ? reference(image) : null;
  return bytes === null || bytes.length === 0 ? "no image" : bytes;
}

const cuts = fc.oneof(
  fc.array(fc.nat(2000), { maxLength: 20 }),
  // Each byte in its own chunk.
  fc.constant(Array.from({ length: 4000 }, (_, index) => index)),
);

interface Spelling {
  alphabet: "base64" | "base64url";
  prefix: string;
  isPadded: boolean;
  space: string;
  /** The number of characters between two spaces. */
  every: number;
}

const spelling: fc.Arbitrary<Spelling> = fc.record({
  alphabet: fc.constantFrom("base64", "base64url"),
  prefix: fc.constantFrom(
    "",
    "",
    "data:;base64,",
    "data:image/png;base64,",
    "DATA:x/y;a=b;BASE64,",
    " data:,",
    "data:x/y;utf8,",
  ),
  isPadded: fc.boolean(),
  space: fc.constantFrom("", "", " ", "\n", "\r\n", "\t", "\f"),
  every: fc.integer({ min: 1, max: 80 }),
});

function spell(bytes: Uint8Array, { alphabet, prefix, isPadded, space, every }: Spelling): string {
  const digits = Buffer.from(bytes).toString(alphabet).replace(/=+$/, "");
  const padded = isPadded ? digits + "=".repeat((4 - (digits.length % 4)) % 4) : digits;
  return prefix + (space === "" ? padded : padded.replace(new RegExp(`(.{${every}})`, "g"), `$1${space}`));
}

/** Returns a JSON string with unnecessary escapes of some characters. */
function quote(value: string, seed: number): string {
  let state = seed;
  const characters = [
    ...JSON.stringify(value)
      .slice(1, -1)
      .matchAll(/\\u....|\\.|[^\\]/gu),
  ].map(([unit]) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    if (unit === "/" && state % 2 === 0) return "\\/";
    if (unit.length === 1 && state % 11 === 0)
      return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
    return unit;
  });
  return `"${characters.join("")}"`;
}

const member = fc.oneof(
  fc.constantFrom('"format":"png"', ' "quality" : 80', '"keep_metadata":false', '"lossless"\n:\ttrue'),
  // The last of repeated members counts.
  fc.constantFrom(
    '"image":5',
    '"image":"AA*A"',
    '"image":{"image":"AAAA"}',
    '"image":["image",{"image":null}]',
    '"image":""',
  ),
);

const document = fc
  .record({
    bytes: fc.uint8Array({ minLength: 1, maxLength: 300 }),
    spelling,
    seed: fc.nat(),
    before: fc.array(member, { maxLength: 4 }),
    after: fc.array(fc.constantFrom('"format":"png"', '"effort":"fast"', '"page":0'), { maxLength: 2 }),
    key: fc.constantFrom('"image"', '"\\u0069mage"', '"im\\u0061ge"'),
    space: fc.constantFrom("", " ", "\r\n\t"),
    mark: fc.constantFrom("", "", "\ufeff"),
  })
  .map(({ bytes, spelling, seed, before, after, key, space, mark }) => {
    const image = `${key}${space}:${space}${quote(spell(bytes, spelling), seed)}`;
    const members = ['"format":"webp"', ...before, image, ...after].join(`${space},${space}`);
    return Buffer.from(`${mark}{${space}${members}}${space}`);
  });

describe("an image in JSON", () => {
  it("is decoded like JSON.parse and a base64 decoder, wherever its chunks are split", async () => {
    await fc.assert(
      fc.asyncProperty(document, cuts, async (body, places) => {
        const { status, image, message } = await convert(body, places);
        expect(status, message).toBe(200);
        expect(image).toEqual(expected(body));
      }),
      { numRuns: 200 },
    );
  });

  it("is rejected like by JSON.parse if bytes of the body were changed", async () => {
    const change = fc.record({
      place: fc.noBias(fc.nat(10_000)),
      removed: fc.integer({ min: 0, max: 3 }),
      added: fc.oneof(
        fc.uint8Array({ maxLength: 2 }),
        fc
          .constantFrom(
            '"',
            "\\",
            "\\u",
            "\\u00",
            ",",
            "}",
            "{",
            "=",
            "é",
            "\ud83d\ude00",
            "\n",
            ":",
            "\\n",
            "*",
            "A",
            "AB",
            "%3D",
            "%",
          )
          .map((text) => Buffer.from(text)),
      ),
    });
    const outcomes = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(
        document,
        fc.array(change, { minLength: 1, maxLength: 2 }),
        cuts,
        async (body, changes, places) => {
          const changed = changes.reduce<Uint8Array>((bytes, { place, removed, added }) => {
            const at = Math.floor((place / 10_000) * bytes.length);
            return Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + removed)]);
          }, body);
          const result = expected(changed);
          const whole = await convert(changed);
          outcomes.set(String(whole.code), (outcomes.get(String(whole.code)) ?? 0) + 1);
          // Another field can be invalid next to a valid image.
          const statuses = result === "not JSON" ? [400] : result === "no image" ? [422] : [200, 422];
          expect(statuses).toContain(whole.status);
          expect(whole.code === "invalid_json").toBe(result === "not JSON");
          expect(whole.image).toEqual(whole.status === 200 ? result : Buffer.alloc(0));
          const { status, code, message, image } = await convert(changed, places);
          expect({ status, code, message, image }).toEqual({
            status: whole.status,
            code: whole.code,
            message: whole.message,
            image: whole.image,
          });
        },
      ),
      { numRuns: 300 },
    );
    expect(outcomes.get("invalid_json")).toBeGreaterThan(25);
    expect(outcomes.get("invalid_parameter")).toBeGreaterThan(25);
    expect(outcomes.get("undefined")).toBeGreaterThan(10);
  });

  it.each<[string, string]>([
    ["data:image/png;base64,AAAA!AAA", 'received "!" at position 26'],
    ["AA AA é", 'received "é" at position 6'],
    ["AAAA\ud83d", 'received "\ufffd" at position 4'],
    ["AA=A", 'received "A" at position 3'],
    ["AAAAA", "received 5 characters, which do not encode a whole number of bytes"],
    // A raw byte order mark is not white space either.
    ["\ufeffAAAA", 'received "\ufeff" at position 0'],
  ])(
    "is rejected with the first invalid character of %j, wherever its chunks are split",
    async (value, detail) => {
      const body = `{"image":${JSON.stringify(value)},"format":"png"}`;
      for (const places of [[], Array.from(body, (_, index) => index)]) {
        const { status, message } = await convert(body, places);
        expect(status).toBe(422);
        expect(message).toBe(`image: expected base64, ${detail}`);
      }
    },
  );

  it.each([
    ["5", "received 5"],
    ["null", "received null"],
    ['{"image":"AAAA"}', "received an object"],
    ['["AAAA"]', "received an array"],
    ['""', "received an empty string"],
  ])("is rejected if it is %s", async (value, received) => {
    const { status, message } = await convert(`{"image":${value},"format":"png"}`);
    expect(status).toBe(422);
    expect(message).toMatch(/^image: expected an image in base64/);
    expect(message).toContain(received);
  });

  it("is rejected as soon as it exceeds 25 MiB, even if the body has no declared length and no end", async () => {
    const piece = Buffer.alloc(65_536, "A");
    let sent = 0;
    function* endless(): Generator<Uint8Array> {
      yield Buffer.from('{"image":"');
      for (; sent < 100_000_000; sent += piece.length) yield piece;
    }
    const answer = await api.convert(endless(), json);
    expect(answer).toMatchObject({ status: 413, code: "payload_too_large" });
    expect(answer.message).toBe("image: expected at most 26214400 bytes, received more");
    expect(sent).toBeLessThan(36_500_000);
  });
});
