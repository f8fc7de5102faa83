// A tool in one file: POST /v1/tools/qr-code draws a text as a QR code.
// Serve it with `tools-api serve --tools examples/tools` on Deno or on Node from 22.18.
import { defineTool } from "@tools-api/core/tools";
import { encodeQR } from "qr";
import { z } from "zod";

export default defineTool({
  name: "qr-code",
  scope: "qr:create",
  consent: "Create QR codes",
  summary: "Creates a QR code.",
  request: z.strictObject({
    text: z.string().min(1).max(1000).describe("The text, such as a URL."),
    border: z.int().min(0).max(16).default(2).describe("The width of the border in modules."),
  }),
  response: z.object({ svg: z.string().describe("The code as an SVG image.") }),
  isPure: true,
  examples: [{ request: { text: "https://example.com" } }],
  run: ({ text, border }) => ({ svg: encodeQR(text, "svg", { border }) }),
});
