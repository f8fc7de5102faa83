import { Hono } from "hono";
import type { ApiContext, ApiEnv } from "../http/context.ts";
import { onFirstUse } from "../http/first-use.ts";
import { answerOptions } from "../http/refuse-method.ts";
import { assetRoutes } from "../ui/assets.ts";
import { brandRoutes } from "../http/brand-routes.ts";
import type { DocsServices } from "./docs-page.tsx";
import type { Respond } from "./docs-responders.tsx";

/** The paths of the pages. A parameter is the name of a guide or of a group of operations. */
const paths = [
  "/docs",
  "/docs/errors",
  "/docs/changelog",
  "/docs/guides",
  "/docs/guides/:name",
  "/docs/reference/:group",
];

/** The paths of the files and of the search. */
const files = ["/llms.txt", "/robots.txt", "/sitemap.xml", "/docs/search", "/docs/search.json"];

/** Creates the app with the reference, the guides, their Markdown and their assets. */
export function docsRoutes(services: DocsServices): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  const responders = onFirstUse(async () => {
    const { docsResponders } = await import("./docs-responders.tsx");
    return docsResponders(services);
  });
  const responderAt = async (path: string) => (await responders())(path);

  /** Serves the paths of a pattern for which there is a page. */
  function serve(pattern: string, find: (c: ApiContext) => Promise<Respond | undefined>): void {
    app.get(pattern, async (c, next) => (await find(c))?.(c) ?? next());
    app.all(pattern, async (c, next) => ((await find(c)) ? answerOptions(c, "GET, HEAD, OPTIONS") : next()));
  }

  for (const pattern of paths) {
    const find = (c: ApiContext) =>
      responderAt(pattern.replace(/:(\w+)$/, (_, name: string) => c.req.param(name) ?? ""));
    serve(pattern, find);
    if (!pattern.includes(":")) serve(`${pattern}.md`, () => responderAt(`${pattern}.md`));
  }
  for (const path of files) serve(path, () => responderAt(path));
  app.route("/", assetRoutes());
  app.route("/", brandRoutes(services.brand));
  return app;
}
