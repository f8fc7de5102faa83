import { defineTool, imageConverter, textAnalyzer } from "@tools-api/core/tools";
import {
  type Answer,
  type Client,
  createClient,
  type Profile,
  type UsageReport,
} from "@tools-api/server/client";
import { describe, expectTypeOf, it } from "vitest";
import { z } from "zod";

const qrCode = defineTool({
  name: "qr-code",
  scope: "qr:create",
  consent: "Create QR codes",
  summary: "Creates a QR code.",
  request: z.strictObject({ text: z.string(), size: z.int().default(256) }),
  response: z.object({ svg: z.string() }),
  examples: [{ request: { text: "a" } }],
  run: () => ({ svg: "" }),
});

const shrink = defineTool({
  name: "shrink",
  scope: "file:shrink",
  consent: "Shrink files",
  summary: "Shrinks a file.",
  file: { field: "document", maxBytes: 1000, mediaTypes: ["text/plain"] },
  binary: { field: "small", mediaTypes: ["application/gzip"] },
  request: z.strictObject({ level: z.int().optional() }),
  response: z.object({ ratio: z.number() }),
  examples: [{ request: { document: "AAAA" } }],
  run: ({ document }) => ({ small: document.bytes, content_type: "application/gzip", ratio: 1 }),
});

const tools = [textAnalyzer, imageConverter(), qrCode, shrink] as const;

const options = { baseUrl: "http://127.0.0.1:1", token: "tk_live_a" };

/** Compiles calls, and makes none. */
function expectCompiles(calls: (client: Client, host: Client<typeof tools>) => unknown): void {
  expectTypeOf(calls).toBeFunction();
}

describe("the types of a client", () => {
  it("require the analyses that a request names, and say the names for another", () => {
    expectCompiles(async (client) => {
      const { sentiment, pii, summary } = await client.call("text-analyzer", {
        text: "a",
        analysis_type: ["sentiment", "pii"],
      });
      expectTypeOf(sentiment.score).toEqualTypeOf<number>();
      expectTypeOf(pii.redacted_text).toEqualTypeOf<string>();
      expectTypeOf(summary?.sentences.length).toEqualTypeOf<number | undefined>();
      const { result } = await client.withResponse.call("text-analyzer", {
        text: "a",
        analysis_type: "language,keywords",
      });
      expectTypeOf(result.keywords.length).toEqualTypeOf<number>();
      const list = ["sentiment"].join();
      const open = await client.call("text-analyzer", { text: "a", analysis_type: list });
      expectTypeOf(open.sentiment?.score).toEqualTypeOf<number | undefined>();
      // @ts-expect-error There is no analysis "sentimnt".
      await client.call("text-analyzer", { text: "a", analysis_type: "sentimnt" });
      // @ts-expect-error There is no option "colour".
      await client.call("text-analyzer", { text: "a", analysis_type: "pii", colour: 1 });
    });
  });

  it("are those of the default tools without a type parameter", () => {
    expectTypeOf(createClient(options)).toEqualTypeOf<Client>();
    expectCompiles(async (client) => {
      const analysis = await client.call("text-analyzer", { text: "a", analysis_type: "all" });
      expectTypeOf(analysis.sentiment?.label).toEqualTypeOf<
        "positive" | "negative" | "neutral" | "mixed" | undefined
      >();
      const converted = await client.call("image-converter", { image: new Uint8Array(), format: "webp" });
      expectTypeOf(converted.image).toEqualTypeOf<Uint8Array<ArrayBuffer>>();
      expectTypeOf(new Response(converted.image)).toEqualTypeOf<Response>();
      expectTypeOf(converted.width).toEqualTypeOf<number>();
      expectTypeOf(await client.usage({ granularity: "week" })).toEqualTypeOf<UsageReport>();
      expectTypeOf((await client.usage()).series[0]?.start).toEqualTypeOf<string | undefined>();
      expectTypeOf(await client.withResponse.profile()).toEqualTypeOf<Answer<Profile>>();
    });
  });

  it("refuse unknown tools, unknown fields and values of another type", () => {
    expectCompiles((client, host) => [
      // @ts-expect-error The default tools have no QR codes.
      client.call("qr-code", { text: "a" }),
      // @ts-expect-error A field is missing.
      host.call("qr-code", {}),
      // @ts-expect-error A field has another type.
      host.call("qr-code", { text: 1 }),
      // @ts-expect-error A field is unknown.
      host.call("qr-code", { text: "a", color: "red" }),
      // @ts-expect-error The file is missing.
      host.call("shrink", { level: 1 }),
      // @ts-expect-error A tool without a file takes none.
      host.call("qr-code", { text: new Uint8Array() }),
      // @ts-expect-error The result has no such field.
      host.call("qr-code", { text: "a" }).then(({ png }) => png),
      // @ts-expect-error A parameter has another value.
      client.usage({ granularity: "year" }),
      // @ts-expect-error A client needs a token.
      createClient({ baseUrl: "" }),
    ]);
  });
});
