import { afterEach, describe, expect, it } from "vitest";
import { startApi } from "../api-server.ts";
import { toolsApi } from "../command.ts";
import { expectProblem, jsonRequest } from "../contract.ts";
import { withLongTexts } from "../tools.ts";

type Api = Awaited<ReturnType<typeof startApi>>;
const running: Api[] = [];

/** Starts an API that returns `{"long": true}` for long texts. */
async function start() {
  const api = await startApi(withLongTexts(null, () => Promise.resolve({ long: true })));
  running.push(api);
  const { key } = await api.customer();
  return (body: object) => fetch(`${api.url}/v1/tools/text-analyzer`, jsonRequest(key, body));
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((api) => api.close()));
});

describe("language of POST /v1/tools/text-analyzer", () => {
  it.each([
    ["english", "en"],
    ["German", "de"],
    ["Deutsch", "de"],
  ])("runs the analyses of %s like those of %s", async (language, code) => {
    const analyze = await start();
    const text = "Das ist gut. That is good.";
    const named: unknown = await (await analyze({ text, language })).json();
    expect(named).toEqual(await (await analyze({ text, language: code })).json());
    expect(named).toMatchObject({ language: { code, detected: false }, sentiment: {} });
  });

  it("returns 422 for a tag without a registered language", async () => {
    const analyze = await start();
    const problem = await expectProblem(
      await analyze({ text: "Hello", language: "xx" }),
      422,
      "invalid_parameter",
    );
    expect(problem.errors).toEqual([
      {
        pointer: "#/language",
        detail:
          "expected a BCP 47 tag of a registered language, the name of a language in English or in that language, " +
          'or "auto", received "xx"',
      },
    ]);
  });
});

describe("tools-api analyze --language", () => {
  it("accepts the name of a language, and rejects a tag without a language", async () => {
    const named = await toolsApi(
      ["analyze", "-", "--language", "deutsch", "--type", "sentiment"],
      {},
      "Gut!",
    );
    expect(JSON.parse(named.stdout)).toMatchObject({ language: { code: "de", detected: false } });
    const refused = await toolsApi(["analyze", "-", "--language", "xx"], {}, "Gut!");
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('or "auto", received "xx"');
  });
});

describe("a short text that costs as much as a long one", () => {
  const latin = "a".repeat(600);
  it.each([
    ["Latin letters", { text: latin }, false],
    ["Latin letters with syntax", { text: latin, analysis_type: "all,syntax", language: "en" }, true],
    ["Chinese", { text: "中".repeat(600) }, true],
    ["fewer Chinese characters", { text: "中".repeat(400) }, false],
  ])(
    "is analyzed by another process, never on the event loop: 600 characters of %s",
    async (_, body, isLong) => {
      const analyze = await start();
      const answer = (await (await analyze(body)).json()) as { long?: boolean };
      expect(answer.long ?? false).toBe(isLong);
    },
  );
});
