import { Hono } from "hono";
import { compress } from "hono/compress";
import { assets } from "./assets.ts";

/** The style sheets and scripts of the pages. */
export function assetRoutes(): Hono {
  const app = new Hono();
  // The files are read at the first request: a host may mount the API alone, and be bundled without them.
  app.get("/assets/:folder/:name", compress(), (c, next) => {
    const { folder, name } = c.req.param();
    const asset = assets().get(name);
    if (asset?.path !== `/assets/${folder}/${name}`) return next();
    return c.body(asset.body, 200, {
      "Content-Type": asset.type,
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "same-origin",
    });
  });
  return app;
}
