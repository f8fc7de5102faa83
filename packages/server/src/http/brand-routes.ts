import { Hono } from "hono";
import type { ServedBrand } from "./brand.ts";
import { unchanging } from "./unchanging.ts";

/** Serves the files of a brand. */
export function brandRoutes({ files }: ServedBrand): Hono {
  const app = new Hono();
  for (const [path, { type, body }] of files) {
    const respond = unchanging(() => body);
    app.get(path, (c) =>
      respond(c, {
        "Content-Type": type,
        "Cache-Control": "public, max-age=31536000, immutable",
        "X-Content-Type-Options": "nosniff",
        "Cross-Origin-Resource-Policy": "same-origin",
        // Attack: a browser that opens an SVG file as a page would run its scripts.
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
      }),
    );
  }
  return app;
}
