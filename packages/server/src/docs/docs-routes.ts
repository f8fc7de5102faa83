import { createHash } from "node:crypto";
import { ToolsError } from "@tools-api/core";
import { Hono } from "hono";
import { raw } from "hono/html";
import type { JSX } from "hono/jsx/jsx-runtime";
import { compress } from "hono/compress";
import type { ApiEnv } from "../context.ts";
import { assetRoutes } from "../pages/asset-routes.ts";
import { respondPage } from "../pages/respond-page.ts";
import type { DocsProps, DocsServices } from "./docs-page.tsx";
import { ErrorReference } from "./error-reference.tsx";
import { Reference } from "./reference.tsx";

const pages: readonly { path: string; page: (props: DocsProps) => JSX.Element }[] = [
  { path: "/docs", page: Reference },
  { path: "/docs/errors", page: ErrorReference },
];

/** The path of a public URL, which goes before every link: empty, or with a slash in front and none behind. */
export function basePathOf(publicUrl: string): string {
  return URL.canParse(publicUrl) ? new URL(publicUrl).pathname.replace(/\/+$/, "") : "";
}

/** A page that is the same for everybody, made when it is first asked for. */
function unchanging(make: () => JSX.Element): () => Promise<{ html: string; tag: string }> {
  let made: Promise<{ html: string; tag: string }> | undefined;
  async function render() {
    const html = String(await make());
    return { html, tag: createHash("sha256").update(html).digest("base64url").slice(0, 22) };
  }
  return () => (made ??= render());
}

/** The reference, and the files that it loads. */
export function docsRoutes(services: DocsServices): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  const base = basePathOf(services.publicUrl);
  for (const { path, page } of pages) {
    const rendered = unchanging(() => page({ services, base }));
    app.use(path, compress());
    app.get(path, async (c) => {
      const { html, tag } = await rendered();
      // Compression on the way makes the tag a weak one, which says as much here.
      const isKnown = c.req.header("If-None-Match")?.includes(`"${tag}"`) ?? false;
      const headers = { ETag: `"${tag}"`, "Cache-Control": "no-cache" };
      if (isKnown) return c.body(null, 304, headers);
      const response = await respondPage(c, raw(html), { runsScripts: true });
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
      return response;
    });
    app.all(path, (c) => {
      c.header("Allow", "GET, HEAD, OPTIONS");
      if (c.req.method === "OPTIONS") return c.body(null, 204);
      throw new ToolsError(
        "method_not_allowed",
        `${c.req.path}: expected one of the methods GET, HEAD, OPTIONS`,
      );
    });
  }
  app.route("/", assetRoutes());
  return app;
}
