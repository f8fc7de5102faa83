import { describe, expect, it } from "vitest";
import { expectProblem, getRequest, jsonRequest } from "../contract.ts";
import { memoryApi } from "../memory-api.ts";

const path = "/v1/tools/text-analyzer";

async function openApi() {
  const { api, secret } = await memoryApi();
  const analyze = async (body: object) => api.request(path, jsonRequest(secret, body));
  const remaining = async () => {
    const response = await api.request("/v1/user/profile", getRequest(secret));
    return Number(response.headers.get("X-RateLimit-Remaining"));
  };
  return { analyze, remaining };
}

const texts = ["The food was great.", "Das Zimmer war laut und schmutzig.", "Press the button."];

describe("a request with several texts", () => {
  it("has the record of each text in order, and the sums of their statistics", async () => {
    const { analyze } = await openApi();
    const response = await analyze({ texts, analysis_type: "sentiment" });
    const body = await response.json();
    const single = await Promise.all(
      texts.map(async (text) => (await analyze({ text, analysis_type: "sentiment" })).json()),
    );
    expect(body).toMatchObject({
      analysis_type: ["sentiment"],
      language: { code: "mul" },
      results: single,
    });
    const words = single.map(({ statistics }) => statistics.words as number);
    expect(body.statistics.words).toBe(words.reduce((sum, count) => sum + count, 0));
  });

  it("has the language that all texts share", async () => {
    const { analyze } = await openApi();
    const response = await analyze({ texts: ["Good morning, how are you?", "I am fine, thank you."] });
    expect((await response.json()).language.code).toBe("en");
  });

  it("costs one call per text, and nothing if the allowance of the day is too small", async () => {
    const { analyze, remaining } = await openApi();
    const before = await remaining();
    await analyze({ texts, analysis_type: "language" });
    // Reading the profile is a call of its own.
    expect(await remaining()).toBe(before - 4);
    const most = { texts: Array.from({ length: 25 }, () => "Hi."), analysis_type: "language" };
    let left = await remaining();
    while (left > 25) left = Number((await analyze(most)).headers.get("X-RateLimit-Remaining"));
    await expectProblem(await analyze(most), 429, "quota_exceeded");
    expect((await analyze({ text: "Hi.", analysis_type: "language" })).status).toBe(200);
  });

  it.each([
    [{ texts: [] }, "texts: expected a list of 1 to 25 strings"],
    [{ texts: Array.from({ length: 26 }, () => "Hi.") }, "texts: expected a list of 1 to 25 strings"],
    [{ texts: ["Hi.", ""] }, "texts: expected a list of 1 to 25 strings"],
    [{ text: "Hi.", texts: ["Hi."] }, "texts: expected either text or texts, received both"],
    [{}, "text: expected a string of 1 to 1,000,000 UTF-8 bytes, received nothing"],
  ])("is refused if it is %j", async (body, message) => {
    const { analyze } = await openApi();
    const problem = await expectProblem(await analyze(body), 422, "invalid_parameter");
    expect(problem).toMatchObject({ detail: expect.stringContaining(message) });
  });

  it("names the text whose language an analysis does not support", async () => {
    const { analyze } = await openApi();
    const hungarian = "Ez a szálloda nagyon szép volt, és a reggeli is finom.";
    const response = await analyze({ texts: [texts[0], hungarian], analysis_type: "syntax" });
    const problem = await expectProblem(response, 422, "unsupported_language");
    expect(problem).toMatchObject({
      detail: expect.stringContaining("texts[1]: language: the text is in Hungarian"),
    });
  });
});
