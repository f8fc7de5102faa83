// The peer "raw sharp": POST /webp?quality=80 with an image as its body.
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import sharp from "sharp";

const app = new Hono().post("/:format{webp|avif}", async (c) => {
  const quality = c.req.query("quality");
  const image = sharp(Buffer.from(await c.req.arrayBuffer()));
  const encoding = quality === undefined ? {} : { quality: Number(quality) };
  const converted =
    c.req.param("format") === "webp"
      ? await image.webp(encoding).toBuffer()
      : await image.avif(encoding).toBuffer();
  return c.body(new Uint8Array(converted));
});

serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
  console.log(`listening on ${port}`);
});
