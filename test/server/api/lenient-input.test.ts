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
    [{ analysis_type: ["sentiment", "PII"] }, { analysis_type: "sentiment,pii" }],
    [{ language: "en_US" }, { language: "en-US" }],
    [{ language: "Auto" }, { language: "auto" }],
    [{ language: "German" }, { language: "de" }],
    [{ offset_unit: "Code_Point" }, { offset_unit: "code_point" }],
  ])("answers %j like %j", async (lenient, canonical) => {
    const answer = await analyze(lenient);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(await (await analyze(canonical)).json());
  });

  it.each([
    [{ text: null }, "text", "null"],
    [{ analysis_type: [] }, "analysis_type", "an array"],
    [{ analysis_type: ["sentiment", "mood"] }, "analysis_type", '"sentiment,mood"'],
    [{ language: "en_US.UTF-8" }, "language", '"en_US.UTF-8"'],
    [{ language: ["en"] }, "language", "an array"],
    [{ offset_unit: "utf-8" }, "offset_unit", '"utf-8"'],
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
    [{ format: "Image/JPG" }, { format: "jpeg" }],
    [{ format: "image/x-icon" }, { format: "ico" }],
    [
      { format: "png", background: "rgb(255, 0, 0)", metadata: "EXIF, icc" },
      { format: "png", background: "Red", metadata: ["exif", "icc"] },
    ],
    [
      { format: "png", background: "f008", metadata: "All" },
      { format: "png", background: "hsl(0 100% 50% / .533)", metadata: "all" },
    ],
    [
      { format: "png", no_location: true },
      { format: "png", no_location: true, metadata: "all" },
    ],
    [
      { format: "webp", fit: "Cover", width: 10 },
      { format: "webp", fit: "cover", width: 10 },
    ],
    [{ format: "webp", quality: null, fit: null, lossless: null, page: null }, { format: "webp" }],
  ])("converts %j like %j", async (lenient, canonical) => {
    expect(await convert(lenient)).toEqual(await convert(canonical));
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
      metadata: { kinds: [] },
      fit: "fill",
    });
  });

  it.each([
    ["image/webp", "", 200],
    ["application/json, image/webp", "", 200],
    ["image/webp, */*;q=0.8", "", 200],
    ["image/webp", "format=jpeg&", 406],
    ["image/webp, image/png", "", 422],
    ["image/*", "", 422],
    ["image/webp;q=0", "", 422],
  ])("takes the format from Accept: %s with the query ?%s is %i", async (accept, query, status) => {
    const headers = { "Content-Type": "image/png", Accept: accept };
    const answer = await echo.convert([Buffer.from("image")], headers, `?${query}quality=70`);
    const formats = status === 200 ? { conversion: { formats: ["webp"], quality: 70 } } : {};
    expect(answer).toMatchObject({ status, ...formats });
    expect(/^format: expected one of jpeg.+, received nothing$/.test(answer.message)).toBe(status === 422);
  });

  it.each([
    [{ format: null }, "format"],
    [{ format: ".webp" }, "format"],
    [{ format: "image/heic" }, "format"],
    [{ format: "image/auto" }, "format"],
    [{ format: "image/webp;q=1" }, "format"],
    [{ format: "webp", fit: "crop" }, "fit"],
    [{ format: "webp", background: "#12345" }, "background"],
    [{ format: "webp", background: "rgb(1, 2)" }, "background"],
    [{ format: "webp", metadata: [] }, "metadata"],
    [{ format: "webp", metadata: "exif,gps" }, "metadata"],
    [{ format: "webp", no_location: "gps" }, "no_location"],
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
    ["monthly", "month"],
    ["WEEK", "week"],
  ])("returns for the granularity %s the report of %s", async (lenient, granularity) => {
    const days = { start_date: "2026-11-01", end_date: "2026-11-21" };
    const found = await report({ ...days, granularity: lenient });
    expect(found).toMatchObject({ granularity });
    expect(found).toEqual(await report({ ...days, granularity }));
  });
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
});
