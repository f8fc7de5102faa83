import { Hono } from "hono";
import { compress } from "hono/compress";
import { assets } from "./assets.ts";

/** The style sheets and scripts of the pages. */
export function assetRoutes(): Hono {
  const app = new Hono();
  app.use("/assets/*", compress());
  for (const { path, type, body } of assets().values())
    app.get(path, (c) =>
      c.body(body, 200, {
        "Content-Type": type,
        "Cache-Control": "public, max-age=31536000, immutable",
        "X-Content-Type-Options": "nosniff",
        "Cross-Origin-Resource-Policy": "same-origin",
      }),
    );
  return app;
}
