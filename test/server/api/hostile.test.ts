import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, startApi } from "../api-server.ts";
import { expectContractHeaders, getRequest, jsonRequest } from "../contract.ts";

let api: ApiServer;
let key: string;

beforeAll(async () => {
  api = await startApi();
  ({ key } = await api.customer({ plan: "enterprise" }));
});
afterAll(() => api.close());

const text = "/v1/tools/text-analyzer";
const image = "/v1/tools/image-converter";
const ten = 10_000_000;

const bodies: [string, string, string, number][] = [
  ["a lone surrogate", text, '{"text":"\\ud800 and \\udc00"}', 200],
  ["NUL bytes", text, '{"text":"a\\u0000b\\u0000"}', 200],
  ["zero-width characters alone", text, '{"text":"\\u200b\\u200d\\ufeff"}', 200],
  ["white space alone", text, '{"text":"  \\n\\t "}', 200],
  ["a word of ten megabytes", text, `{"text":"${"a".repeat(ten)}"}`, 413],
  ["a word of one megabyte", text, `{"text":"${"a".repeat(1_000_000)}"}`, 200],
  [
    "a text that is a list of ten thousand lists",
    text,
    `{"text":${"[".repeat(10_000)}${"]".repeat(10_000)}}`,
    400,
  ],
  ["__proto__ as a parameter", text, '{"text":"Hello","__proto__":{"language":"de"}}', 422],
  ["constructor as a parameter", text, '{"text":"Hello","constructor":1}', 422],
  ["a parameter whose name is empty", text, '{"text":"Hello","":1}', 422],
  ["a parameter that comes twice", text, '{"text":1,"text":"Hello"}', 200],
  ["a number that is infinite", image, '{"image":"AAAA","format":"png","quality":1e999}', 422],
  ["a format that is a prototype's property", image, '{"image":"AAAA","format":"__proto__"}', 422],
  ["an analysis that is a prototype's property", text, '{"text":"Hello","analysis_type":"toString"}', 422],
  ["a language tag of a megabyte", text, `{"text":"Hello","language":"${"a-".repeat(500_000)}"}`, 422],
  ["an image that is white space", image, '{"image":"    ","format":"png"}', 422],
  ["an image that is padding", image, '{"image":"====","format":"png"}', 422],
  ["an image that is a data: URI without data", image, '{"image":"data:;base64,","format":"png"}', 422],
  ["an image that is plain text", image, '{"image":"data:,hello","format":"png"}', 422],
];

describe("hostile bodies", () => {
  it.each(bodies)("%s is processed or rejected with a documented error", async (_, path, body, status) => {
    const response = await fetch(api.url + path, jsonRequest(key, body));
    expect(response.status, await response.text()).toBe(status);
    expectContractHeaders(response);
  });
});

describe("hostile addresses", () => {
  it.each([
    "/v1/%00",
    "/v1/%ff%fe",
    "/v1/../../etc/passwd",
    "/v1//user/profile",
    "/v1/user/profile/",
    "/v1/USER/profile",
    `/v1/${"a".repeat(8000)}`,
    "/v1/user/profile;x=1",
  ])("%s returns not_found", async (path) => {
    const response = await fetch(api.url + path, getRequest(key));
    expect(response.status).toBe(404);
  });

  it.each([
    "/v1/user/profile?include_stats=%00",
    "/v1/user/profile?%ff=%ff",
    "/v1/analytics/usage?start_date=%F0%9F%98%80",
    `/v1/analytics/usage?timezone=${"A".repeat(5000)}`,
    "/v1/analytics/usage?start_date=9999-99-99&end_date=0000-00-00",
    "/v1/analytics/usage?__proto__=1",
  ])("%s returns invalid_parameter", async (path) => {
    const response = await fetch(api.url + path, getRequest(key));
    expect(response.status).toBe(422);
    expectContractHeaders(response);
  });
});

describe("hostile credentials", () => {
  it.each([
    "",
    " ",
    "a".repeat(10_000),
    "tk_live_",
    `tk_live_${"A".repeat(38)}`,
    "eyJhbGciOiJub25lIn0.e30.",
    "../../keys",
    "null",
    "[object Object]",
    "tk_live_".repeat(900),
  ])("%j is unknown", async (credential) => {
    const response = await fetch(`${api.url}/v1/user/profile`, getRequest(credential));
    expect([401, 429]).toContain(response.status);
    expectContractHeaders(response);
  });
});
