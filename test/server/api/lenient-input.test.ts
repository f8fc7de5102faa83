import { contentType } from "@tools-api/core/internal";
import { outputFormats } from "@tools-api/core/image";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { expectProblem, jsonRequest } from "../contract.ts";
import { answerOf, type ManagementServer, managementServer, type Owner } from "../management-server.ts";
import { type EchoApi, echoApi } from "./echo-api.ts";

const text = "Not bad at all, but the ending of the film in Paris ruined it.";

let echo: EchoApi;
let server: ManagementServer;
let owner: Owner;

beforeAll(async () => {
  echo = await echoApi();
  server = managementServer();
  owner = await server.owner();
});

const textPath = "/v1/tools/text-analyzer";

async function analyze(fields: object): Promise<Response> {
  return echo.api.request(textPath, jsonRequest(echo.key, { text, ...fields }));
}

/** Returns the conversion of a request, which shows the canonical meaning of its fields. */
async function convert(fields: object) {
  const body = JSON.stringify({ image: Buffer.from("image").toString("base64"), ...fields });
  const answer = await echo.convert([Buffer.from(body)], { "Content-Type": "application/json" });
  expect(answer.message).toBe("");
  return answer.conversion;
}

/** Returns a report that counts no call, so that repeated ones are equal. */
async function report(query: Record<string, string>) {
  return answerOf(
    await server.call(`GET /account/usage?${new URLSearchParams(query).toString()}`, { as: owner }),
  );
}

describe("spellings of text-analyzer", () => {
  it.each([
    [{ analysis_type: "Sentiment" }, { analysis_type: "sentiment" }],
    [{ analysis_type: "ALL" }, { analysis_type: "all" }],
    [{ analysis_type: ["sentiment", "PII"] }, { analysis_type: "sentiment,pii" }],
    [{ analysis_type: ["keywords"] }, { analysis_type: "keywords" }],
    [{ analysis_type: null }, {}],
    [{ language: "en_US" }, { language: "en-US" }],
    [{ language: "zh_Hans_CN" }, { language: "zh-Hans-CN" }],
    [{ language: "Auto" }, { language: "auto" }],
    [{ language: null }, {}],
    [{ offset_unit: "UTF8" }, { offset_unit: "utf8" }],
    [{ offset_unit: "Code_Point" }, { offset_unit: "code_point" }],
    [{ offset_unit: null }, {}],
  ])("answers %j like %j", async (lenient, canonical) => {
    const answer = await analyze(lenient);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(await (await analyze(canonical)).json());
  });

  it.each([
    [{ text: null }, "text", "null"],
    [{ text: ["a"] }, "text", "an array"],
    [{ analysis_type: [] }, "analysis_type", "an array"],
    [{ analysis_type: [1] }, "analysis_type", "an array"],
    [{ analysis_type: ["sentiment", "mood"] }, "analysis_type", '"sentiment,mood"'],
    [{ analysis_type: "Mood" }, "analysis_type", '"Mood"'],
    [{ analysis_type: "sentiment;pii" }, "analysis_type", '"sentiment;pii"'],
    [{ language: "en_US.UTF-8" }, "language", '"en_US.UTF-8"'],
    [{ language: "xx_US" }, "language", '"xx_US"'],
    [{ language: ["en"] }, "language", "an array"],
    [{ offset_unit: "utf-8" }, "offset_unit", '"utf-8"'],
    [{ offset_unit: "bytes" }, "offset_unit", '"bytes"'],
    [{ tone: null }, "tone", "an unknown one"],
  ])("returns 422 for %j", async (fields, name, received) => {
    const { errors } = await expectProblem(await analyze(fields), 422, "invalid_parameter");
    expect(errors).toEqual([
      { pointer: `#/${name}`, detail: expect.stringMatching(`received ${received}$`) },
    ]);
  });
});

describe("spellings of image-converter", () => {
  it.each([
    [{ format: "JPEG" }, { format: "jpeg" }],
    [{ format: "Jpg" }, { format: "jpeg" }],
    [{ format: "AUTO" }, { format: "auto" }],
    [{ format: "image/webp" }, { format: "webp" }],
    [{ format: "Image/JPG" }, { format: "jpeg" }],
    [{ format: "image/x-icon" }, { format: "ico" }],
    [
      { format: "webp", fit: "Cover", width: 10 },
      { format: "webp", fit: "cover", width: 10 },
    ],
    [
      { format: "webp", effort: "BEST" },
      { format: "webp", effort: "best" },
    ],
    [{ format: "webp", quality: null, fit: null, lossless: null, page: null }, { format: "webp" }],
  ])("converts %j like %j", async (lenient, canonical) => {
    expect(await convert(lenient)).toEqual(await convert(canonical));
  });

  it.each(outputFormats)("accepts the media type of %s", async (format) => {
    expect((await convert({ format: contentType(format) }))?.formats).toEqual([format]);
  });

  it("accepts the same spellings in a query, and booleans of other languages", async () => {
    const answer = await echo.convert(
      [Buffer.from("image")],
      { "Content-Type": "image/png" },
      "?format=IMAGE/WEBP&lossless=True&keep_metadata=0&fit=Fill",
    );
    expect(answer.conversion).toMatchObject({
      formats: ["webp"],
      lossless: true,
      keepMetadata: false,
      fit: "fill",
    });
  });

  it.each([
    [{ format: null }, "format"],
    [{ format: ["webp"] }, "format"],
    [{ format: ".webp" }, "format"],
    [{ format: "image/heic" }, "format"],
    [{ format: "image/auto" }, "format"],
    [{ format: "image/*" }, "format"],
    [{ format: "image/webp;q=1" }, "format"],
    [{ format: "webp", fit: "crop" }, "fit"],
    [{ format: "webp", lossless: "true" }, "lossless"],
    [{ format: "webp", quality: "80" }, "quality"],
  ])("returns 422 for %j", async (fields, name) => {
    const body = { image: "aW1hZ2U=", ...fields };
    const response = await echo.api.request("/v1/tools/image-converter", jsonRequest(echo.key, body));
    const { errors } = await expectProblem(response, 422, "invalid_parameter");
    expect(errors?.map(({ pointer }) => pointer)).toEqual([`#/${name}`]);
  });
});

describe("spellings of the usage report", () => {
  it.each([
    ["hourly", "hour"],
    ["daily", "day"],
    ["weekly", "week"],
    ["monthly", "month"],
    ["Daily", "day"],
    ["WEEK", "week"],
  ])("returns for the granularity %s the report of %s", async (lenient, granularity) => {
    const days = { start_date: "2026-11-01", end_date: "2026-11-21" };
    const found = await report({ ...days, granularity: lenient });
    expect(found).toMatchObject({ granularity });
    expect(found).toEqual(await report({ ...days, granularity }));
  });

  it.each(["days", "dayly", "yearly", "1d", ""])(
    "returns 422 for the granularity %j",
    async (granularity) => {
      const url = `/v1/analytics/usage?granularity=${granularity}`;
      const response = await echo.api.request(url, { headers: { Authorization: `Bearer ${echo.key}` } });
      await expectProblem(response, 422, "invalid_parameter");
    },
  );
});

describe("null in a management call", () => {
  it("is an absent field, unless null has a meaning of its own", async () => {
    const created = await answerOf(
      await server.call("POST /account/keys", {
        as: owner,
        body: { name: "a", scopes: null, expires_at: null, daily_limit: 5 },
      }),
      201,
    );
    expect(created).toMatchObject({ name: "a", expires_at: null, daily_limit: 5 });
    const path = `PATCH /account/keys/${String(created["id"])}`;
    const renamed = await server.call(path, { as: owner, body: { name: "b", scopes: null } });
    expect(await answerOf(renamed)).toMatchObject({ name: "b", scopes: created["scopes"], daily_limit: 5 });
    const unlimited = await server.call(path, { as: owner, body: { name: null, daily_limit: null } });
    expect(await answerOf(unlimited)).toMatchObject({ name: "b", daily_limit: null });
  });

  it("is 422 for a required field", async () => {
    const response = await server.call("POST /account/plan/preview", { as: owner, body: { plan: null } });
    expect(await response.json()).toMatchObject({ status: 422, errors: [{ pointer: "#/plan" }] });
  });
});

describe("canonical and lenient spellings", () => {
  /** Returns texts that differ from a text only in letter case. */
  const inAnyCase = (canonical: string) =>
    fc
      .array(fc.boolean(), { minLength: canonical.length, maxLength: canonical.length })
      .map((upper) =>
        Array.from(canonical, (letter, index) => (upper[index] ? letter.toUpperCase() : letter)).join(""),
      );

  /** Returns pairs of a canonical value and a lenient spelling of it. Absent fields are `null` or absent. */
  const optional = (pair: fc.Arbitrary<[unknown, unknown]>) =>
    fc.oneof(pair, fc.constantFrom<[unknown, unknown]>([undefined, null], [undefined, undefined]));

  const choice = (...values: string[]) =>
    optional(
      fc.constantFrom(...values).chain((value) => inAnyCase(value).map((spelled) => [value, spelled])),
    );

  const analyses = [
    "sentiment",
    "entities",
    "keywords",
    "language",
    "summary",
    "readability",
    "syntax",
    "pii",
  ];
  const lists = optional(
    fc
      .subarray(["all", ...analyses], { minLength: 1 })
      .chain((names) =>
        fc
          .tuple(...names.map(inAnyCase))
          .chain((spelled) =>
            fc.constantFrom<[unknown, unknown]>(
              [names.join(","), spelled],
              [names.join(","), spelled.join(", ")],
            ),
          ),
      ),
  );
  const languages = optional(
    fc
      .constantFrom("en", "en-US", "en-Latn-GB", "auto")
      .chain((tag) => inAnyCase(tag).map((spelled) => [tag, spelled.replaceAll("-", "_")])),
  );

  /** Splits a record of pairs into the canonical and the lenient request. */
  function requests(pairs: Record<string, readonly [unknown, unknown]>) {
    const side = (index: 0 | 1) =>
      Object.fromEntries(Object.entries(pairs).map(([name, pair]) => [name, pair[index]]));
    return { canonical: side(0), lenient: side(1) };
  }

  it("of a text call get equal responses", async () => {
    const fields = fc.record({
      analysis_type: lists,
      language: languages,
      offset_unit: choice("utf16", "code_point", "utf8"),
    });
    await fc.assert(
      fc.asyncProperty(fields, async (pairs) => {
        const { canonical, lenient } = requests(pairs);
        const [expected, found] = [await analyze(canonical), await analyze(lenient)];
        expect(found.status).toBe(expected.status);
        expect(await found.json()).toEqual(await expected.json());
      }),
      { numRuns: 60 },
    );
  });

  it("of an image call become equal conversions", async () => {
    const formats = fc.constantFrom(...outputFormats).chain((format) =>
      fc
        .constantFrom(format, contentType(format))
        .chain(inAnyCase)
        .map((spelled): [unknown, unknown] => [format, spelled]),
    );
    const fields = fc.record({
      format: formats,
      fit: choice("cover", "contain", "fill", "inside", "outside"),
      effort: choice("fast", "balanced", "best"),
      quality: optional(fc.integer({ min: 1, max: 100 }).map((value) => [value, value])),
      keep_metadata: optional(fc.boolean().map((value) => [value, value])),
    });
    await fc.assert(
      fc.asyncProperty(fields, async (pairs) => {
        const { canonical, lenient } = requests(pairs);
        expect(await convert(lenient)).toEqual(await convert(canonical));
      }),
      { numRuns: 200 },
    );
  });

  it("of a report get equal responses", async () => {
    const adverbs = { hour: "hourly", day: "daily", week: "weekly", month: "monthly" };
    const granularities = fc.constantFrom(...Object.entries(adverbs)).chain(([noun, adverb]) =>
      fc
        .constantFrom(noun, adverb)
        .chain(inAnyCase)
        .map((spelled) => ({ noun, spelled })),
    );
    await fc.assert(
      fc.asyncProperty(granularities, async ({ noun, spelled }) => {
        const days = { start_date: "2026-11-01", end_date: "2026-11-21" };
        expect(await report({ ...days, granularity: spelled })).toEqual(
          await report({ ...days, granularity: noun }),
        );
      }),
      { numRuns: 40 },
    );
  });
});
