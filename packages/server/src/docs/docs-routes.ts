import { Hono } from "hono";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { ApiEnv } from "../api/context.ts";
import { answerOptions } from "../api/http/refuse-method.ts";
import { unchanging } from "../api/http/unchanging.ts";
import { assetRoutes } from "../account/pages/assets.ts";
import { pageHeaders, pageHtml } from "../account/pages/respond-page.ts";
import type { DocsProps, DocsServices } from "./docs-page.tsx";
import { ErrorReference } from "./error-reference.tsx";
import { Guide, GuideIndex, guides } from "./guides.tsx";
import { Reference } from "./reference.tsx";

const pages: readonly { path: string; page: (props: DocsProps) => JSX.Element }[] = [
  { path: "/docs", page: Reference },
  { path: "/docs/errors", page: ErrorReference },
  { path: "/docs/guides", page: GuideIndex },
  ...[...guides.keys()].map((name) => ({
    path: `/docs/guides/${name}`,
    page: (props: DocsProps) => Guide({ ...props, name }),
  })),
];

/**
 * Returns the path of a public URL, which prefixes every link. Empty, or with a leading and without a trailing slash.
 */
export function basePath(publicUrl: string): string {
  return URL.canParse(publicUrl) ? new URL(publicUrl).pathname.replace(/\/+$/, "") : "";
}

/** Creates the app with the reference and its assets. */
export function docsRoutes(services: DocsServices): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  const base = basePath(services.publicUrl);
  for (const { path, page } of pages) {
    const respond = unchanging(() => pageHtml(page({ services, base })));
    app.get(path, (c) => respond(c, { ...pageHeaders({ runsScripts: true }), "Cache-Control": "no-cache" }));
    app.all(path, (c) => answerOptions(c, "GET, HEAD, OPTIONS"));
  }
  app.route("/", assetRoutes());
  return app;
}
