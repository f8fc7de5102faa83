// The peer: a bare Hono app that reads the same three bodies with what the platform offers.
import { serve } from "@hono/node-server";
import { Hono } from "hono";

const app = new Hono();
app.post("/json", async (c) => {
  const { image } = await c.req.json();
  return c.json({ original: { bytes: Buffer.from(image, "base64").length } });
});
app.post("/form", async (c) => {
  const image = (await c.req.formData()).get("image");
  const bytes = image instanceof File ? await image.arrayBuffer() : new ArrayBuffer();
  return c.json({ original: { bytes: bytes.byteLength } });
});
app.post("/raw", async (c) => c.json({ original: { bytes: (await c.req.arrayBuffer()).byteLength } }));

serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
  console.log(`listening on ${port}`);
});
