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
});
