import { afterEach, describe, expect, it } from "vitest";
import { startApi } from "../api-server.ts";
import { jsonRequest } from "../contract.ts";
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

describe("a short text that costs as much as a long one", () => {
  const latin = "a".repeat(600);
  it.each([
    ["Latin letters", { text: latin }, false],
    ["Latin letters with syntax", { text: latin, analysis_type: "all,syntax", language: "en" }, true],
    ["Chinese", { text: "中".repeat(600) }, true],
    ["Latin letters with a pattern", { text: latin, patterns: [{ pattern: "a" }] }, true],
    ["Latin letters with many terms", { text: latin, pii_deny: ["b".repeat(200), "c".repeat(200)] }, true],
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
