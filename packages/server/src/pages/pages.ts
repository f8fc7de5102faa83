import { Hono } from "hono";
import type { AccountServices } from "../account-context.ts";
import type { ApiEnv } from "../context.ts";
import { stylesheet } from "./stylesheet.ts";

/** The pages and what they stand on. */
export function pages(_services: AccountServices): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.get(stylesheet.path, (c) =>
    c.body(stylesheet.css, 200, {
      "Content-Type": "text/css; charset=utf-8",
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
    }),
  );
  return app;
}
