import { describe, expect, it } from "vitest";
import { expectProblem, jsonRequest } from "../contract.ts";
import { memoryApi } from "../memory-api.ts";

const { api, secret } = await memoryApi();
const analyze = async (body: object) => api.request("/v1/tools/text-analyzer", jsonRequest(secret, body));

describe("a request to the text analyzer", () => {
  it.each([
    [{ texts: ["Hi."] }, "texts: expected the parameter text with one text; send one request for each text"],
    [{ text: "Hi.", texts: ["Hi."] }, "texts: expected the parameter text with one text"],
    [{}, "text: expected a string of 1 to 1,000,000 UTF-8 bytes, received nothing"],
    [{ text: "" }, "text: expected a string of 1 to 1,000,000 UTF-8 bytes, received an empty string"],
  ])("is refused if it is %j", async (body, message) => {
    const problem = await expectProblem(await analyze(body), 422, "invalid_parameter");
    expect(problem).toMatchObject({ detail: expect.stringContaining(message) });
  });
});
