import { Hono } from "hono";
import { unchanging } from "../http/unchanging.ts";
import { assets } from "./assets.ts";

/** The style sheets and scripts of the pages. */
export function assetRoutes(): Hono {
  const app = new Hono();
  // The files are read at the first request: a host may mount the API alone, and be bundled without them.
  const prepared = new Map<string, ReturnType<typeof unchanging>>();
  app.get("/assets/:folder/:name", (c, next) => {
    const { folder, name } = c.req.param();
    const asset = assets().get(name);
    if (!asset) return next();
    const respond = prepared.get(name) ?? unchanging(() => asset.body);
    prepared.set(name, respond);
    // While servers are replaced one by one, a page of one release comes here for its files to a server of another:
    // its sheet of that name is better than none, and must not be kept under this address.
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
