import { Hono } from "hono";
import { unchanging } from "../../api/http/unchanging.ts";
import { assets } from "./assets.ts";

/** Serves the style sheets and scripts of the pages. */
export function assetRoutes(): Hono {
  const app = new Hono();
  // Read at the first request: a host may mount only the API and be bundled without the files.
  const prepared = new Map<string, ReturnType<typeof unchanging>>();
  app.get("/assets/:folder/:name", (c, next) => {
    const { folder, name } = c.req.param();
    const asset = assets().get(name);
    if (!asset) return next();
    const respond = prepared.get(name) ?? unchanging(() => asset.body);
    prepared.set(name, respond);
    // During a rolling update, a page of one release may request its files from a server of another. A file with that
    // name is better than none, but browsers must not cache it at this URL.
    const isNamed = asset.path === `/assets/${folder}/${name}`;
    return respond(c, {
      "Content-Type": asset.type,
      "Cache-Control": isNamed ? "public, max-age=31536000, immutable" : "no-store",
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "same-origin",
    });
  });
  return app;
}
