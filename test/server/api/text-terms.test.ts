import { describe, expect, it } from "vitest";
import { expectProblem, jsonRequest } from "../contract.ts";
import { openMcp } from "../mcp/mcp-api.ts";
import { memoryApi } from "../memory-api.ts";

const { api, secret } = await memoryApi();
const analyze = async (body: object) => api.request("/v1/tools/text-analyzer", jsonRequest(secret, body));

describe("a request to the text analyzer", () => {
  it.each([
    [{ texts: ["Hi."] }, "texts: expected the parameter text with one text; send one request for each text"],
    [{ text: "Hi.", texts: ["Hi."] }, "texts: expected the parameter text with one text"],
    [{}, "text: expected a string of 1 to 1,000,000 UTF-8 bytes, received nothing"],
    [
      { text: "Hi.", patterns: [{ pattern: "a" }, { pattern: "(?=a)" }] },
      "patterns.1.pattern: expected a regular expression of RE2",
    ],
    [{ text: "Hi.", pii_policy: { person: "token" }, pii_mask: "label" }, "pii_policy: expected a policy"],
    [{ text: "Hi.", pii_policy: { dog: "token" } }, "pii_policy.dog: expected one of email, phone"],
    [{ text: "" }, "text: expected a string of 1 to 1,000,000 UTF-8 bytes, received an empty string"],
  ])("is refused if it is %j", async (body, message) => {
    const problem = await expectProblem(await analyze(body), 422, "invalid_parameter");
    expect(problem).toMatchObject({ detail: expect.stringContaining(message) });
  });
});

describe("a text with lists of the caller", () => {
  const request = {
    text: "Zarnok (zarnok@example.com) asks about QX-12.",
    analysis_type: "pii",
    terms: [{ text: "Zarnok", type: "person" }],
    patterns: [{ pattern: "QX-\\d+" }],
    pii_policy: { person: "token", custom: "token" },
  };
  const redacted_text = "[PERSON_1] ([EMAIL]) asks about [CUSTOM_1].";
  const tokens = { "[PERSON_1]": "Zarnok", "[CUSTOM_1]": "QX-12" };

  it("is redacted, and the response has the way back unless the request leaves it out", async () => {
    const { pii } = await (await analyze(request)).json();
    expect(pii).toMatchObject({ redacted_text, tokens });
    const without = await (await analyze({ ...request, include_tokens: false })).json();
    expect(without.pii).toEqual({ entities: pii.entities, redacted_text });
  });

  it("can have a thousand terms and a thousand denied values in one body", async () => {
    const words = Array.from({ length: 1000 }, (_, index) => `zq${index}`);
    const terms = words.map((text) => ({ text, type: "misc", match: "exact" }));
    const response = await analyze({ text: "The zq7 and zq999.", analysis_type: "entities,pii", terms });
    expect((await response.json()).entities).toMatchObject([{ text: "zq7" }, { text: "zq999" }]);
    const denied = await analyze({
      text: "The ZQ7.",
      analysis_type: "pii",
      pii_deny: words,
      pii_allow: words,
    });
    expect((await denied.json()).pii.redacted_text).toBe("The [CUSTOM].");
  });

  it("has no values of tokens through MCP, unless the agent asks for them", async () => {
    const { call } = await openMcp();
    const piiOf = async (fields: object) =>
      (await call("text-analyzer", { ...request, ...fields })).structuredContent?.pii;
    for (const fields of [{}, { include_tokens: null }, { include_tokens: false }]) {
      const pii = await piiOf(fields);
      expect(pii).toMatchObject({ redacted_text });
      expect(pii).not.toHaveProperty("tokens");
    }
    expect(await piiOf({ include_tokens: true })).toMatchObject({ redacted_text, tokens });
  });
});
