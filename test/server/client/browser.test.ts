import { join } from "node:path";
import type * as toolsApi from "@tools-api/server/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium, startBrowser, type TestBrowser, type Visitor } from "../../engines/chromium.ts";
import { servePage } from "../../engines/page-origin.ts";
import { startServerHere, type StartedServer, temporaryFolder } from "../server-process.ts";
import { bundleClient } from "./bundle.ts";

// The bundle defines it in the page.
declare const ToolsApi: typeof toolsApi;

describe.skipIf(!hasChromium())("the client in a page of another origin", () => {
  const folder = temporaryFolder();
  let page: Awaited<ReturnType<typeof servePage>>;
  let server: StartedServer;
  let browser: TestBrowser;
  let visitor: Visitor;
  let credentials: [url: string, key: string];

  beforeAll(async () => {
    [page, browser] = await Promise.all([servePage(), startBrowser()]);
    server = await startServerHere({
      DATABASE_URL: `sqlite:${join(folder.path, "tools-api.db")}`,
      CORS_ORIGINS: page.origin,
    });
    credentials = [server.url, server.key];
    visitor = await browser.visit(page.origin);
    await visitor.goTo("/");
    await visitor.page.addScriptTag({ content: (await bundleClient("script")).code });
  });
  afterAll(async () => {
    await Promise.all([browser.close(), server.stop()]);
    page.server.close();
    folder.remove();
  });

  it("analyzes texts, and converts a chosen file into bytes that the page shows", async () => {
    const seen = await visitor.page.evaluate(async ([baseUrl, token]) => {
      const client = ToolsApi.createClient({ baseUrl, token });
      const { sentiment } = await client.call("text-analyzer", { text: "Not bad at all." });
      const svg = "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='6'/>";
      const chosen = new File([svg], "square.svg", { type: "image/svg+xml" });
      const { image, content_type, width } = await client.call("image-converter", {
        image: chosen,
        format: "webp",
      });
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(image)], { type: content_type }));
      return { label: sentiment?.label, width, content_type, shown: [bitmap.width, bitmap.height] };
    }, credentials);
    expect(seen).toEqual({ label: "positive", width: 8, content_type: "image/webp", shown: [8, 6] });
  });

  it("reads the quota of results and the code of errors, and aborts", async () => {
    const seen = await visitor.page.evaluate(async ([baseUrl, token]) => {
      const client = ToolsApi.createClient({ baseUrl, token, maxRetries: 0 });
      const { result, policies, requestId } = await client.withResponse.profile();
      const failure = (call: Promise<unknown>) => call.then(String, (error: unknown) => error);
      const refused = await failure(client.usage({ start_date: "2026-02-31" }));
      const aborted = await failure(client.usage({}, { signal: AbortSignal.abort("changed") }));
      const nowhere = ToolsApi.createClient({ baseUrl: "http://127.0.0.1:1", token, maxRetries: 0 });
      const lost = await failure(nowhere.profile());
      return {
        agrees: policies[0]?.remaining === result.quota.remaining,
        requestId: typeof requestId,
        refused: refused instanceof ToolsApi.ApiError && [refused.code, refused.policies.length],
        aborted,
        lost: lost instanceof ToolsApi.NetworkError,
      };
    }, credentials);
    expect(seen).toEqual({
      agrees: true,
      requestId: "string",
      refused: ["invalid_parameter", 1],
      aborted: "changed",
      lost: true,
    });
  });
});
