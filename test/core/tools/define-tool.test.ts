import { defineTool, imageConverter, requireDistinct, textAnalyzer, type Tool } from "@tools-api/core/tools";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import htmlToMarkdown from "../../../examples/tools/html-to-markdown.ts";
import qrCode from "../../../examples/tools/qr-code.ts";

const sound = {
  name: "reverse-text",
  scope: "text:reverse",
  consent: "Reverse texts",
  summary: "Reverses a text.",
  request: z.object({ text: z.string().min(1) }),
  response: z.object({ text: z.string() }),
  examples: [{ request: { text: "stressed" } }],
  run: ({ text }: { text: string }) => ({ text: Array.from(text).toReversed().join("") }),
} as const;

/** Defines the tool with other members, as a program in plain JavaScript can. */
function define(members: object): () => unknown {
  return () => defineTool({ ...sound, ...members });
}

describe("defineTool", () => {
  it("returns the definition with a request that refuses unknown fields", () => {
    const { request } = defineTool(sound);
    expect(request.safeParse({ text: "a" }).success).toBe(true);
    expect(request.safeParse({ text: "a", size: 1 }).success).toBe(false);
  });

  it.each([
    [{ name: "Reverse" }, /tool "Reverse": name: expected 2 to 40 characters/],
    [{ name: "x".repeat(41) }, /name: expected 2 to 40 characters/],
    [{ name: undefined }, /tool nothing: name: expected/],
    [{ name: "usage" }, /expected none of the reserved names usage, profile/],
    [
      { scope: "reverse" },
      /tool "reverse-text": scope: expected a name such as qr:create, received "reverse"/,
    ],
    [{ scope: "account:write" }, /scope: expected another prefix than account:/],
    [{ consent: "" }, /consent: expected a text, received an empty string/],
    [{ request: {} }, /request: expected a zod object, received an object/],
    [
      { request: z.object({ maxSize: z.int() }) },
      /request: expected names of fields in snake_case, received "maxSize"/,
    ],
    [{ request: z.object({ at: z.date() }) }, /request: expected a schema that JSON Schema can express/],
    [{ response: z.object({ at: z.date() }) }, /response: expected a schema that JSON Schema can express/],
    [{ examples: [] }, /examples: expected at least one, received none/],
    [
      { examples: [{ request: { text: 5 } }] },
      /examples\[0\].request: expected a valid request, received a fault in text/,
    ],
    [
      { file: { field: "text", maxBytes: 1, mediaTypes: ["text/plain"] } },
      /request: expected no field text, which is the file/,
    ],
    [
      { file: { field: "document", maxBytes: 1, mediaTypes: ["plain"] } },
      /file.mediaTypes: expected types such as image\/png, received "plain"/,
    ],
    [
      { file: { field: "document", maxBytes: 1, mediaTypes: [] } },
      /file.mediaTypes: expected at least one type/,
    ],
    [
      { binary: { field: "text", mediaTypes: ["text/plain"] } },
      /response: expected no field text, which is the binary field/,
    ],
  ])("refuses %o with the tool and the fault", (members, message) => {
    expect(define(members)).toThrow(message);
    expect(define(members)).toThrow(expect.objectContaining({ code: "invalid_parameter" }));
  });

  it("requires the file of an example in base64", () => {
    const file = { field: "document", maxBytes: 10, mediaTypes: ["text/plain"] };
    expect(define({ file })).toThrow(/examples\[0\].request.document: expected a file in base64/);
    expect(define({ file, examples: [{ request: { text: "a", document: "aGk=" } }] })).not.toThrow();
  });
});

describe("requireDistinct", () => {
  it("refuses two tools of one name", () => {
    const tools: Tool[] = [textAnalyzer, imageConverter(), defineTool(sound)];
    expect(() => requireDistinct(tools)).not.toThrow();
    expect(() => requireDistinct([...tools, { ...textAnalyzer }])).toThrow(/tool "text-analyzer": name/);
  });
});

describe("the examples of every tool", () => {
  it.each<[string, Tool]>(
    [textAnalyzer, imageConverter(), qrCode, htmlToMarkdown].map((tool) => [tool.name, tool]),
  )("of %s run, and have the responses that the documentation shows", async (_, tool) => {
    for (const { request, response } of tool.examples) {
      const { [tool.file?.field ?? ""]: encoded, ...fields } = request;
      const bytes = Buffer.from(typeof encoded === "string" ? encoded : "", "base64");
      const sent = {
        ...tool.request.parse(fields),
        ...(tool.file && { [tool.file.field]: { bytes, mediaType: "", name: null } }),
      };
      const { signal } = new AbortController();
      const result = (await tool.run(sent as never, { signal, account: "acct_1", accept: [] })) as object;
      const { [tool.binary?.field ?? ""]: answered, ...others } = result as Record<string, unknown>;
      // A tool returns what its response schema describes.
      expect(tool.response.parse(others)).toEqual(others);
      if (!response) continue;
      const shown = { ...others, ...("duration_ms" in others && { duration_ms: response["duration_ms"] }) };
      const image = answered instanceof Uint8Array ? Buffer.from(answered).toString("base64") : undefined;
      expect({ ...shown, ...(tool.binary && { [tool.binary.field]: image }) }).toEqual(response);
    }
  });
});
