// A tool with a file and long work in one file: POST /v1/tools/html-to-markdown converts a page to Markdown. The
// processes of its pool import this module too, and call `run`.
// Serve it with `tools-api serve --tools examples/tools` on Deno or on Node from 22.18.
import { ToolsError } from "@tools-api/core";
import { defineTool, type ToolFile } from "@tools-api/core/tools";
import rehypeParse from "rehype-parse";
import rehypeRemark from "rehype-remark";
import remarkGfm from "remark-gfm";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { z } from "zod";

const request = z.strictObject({
  bullet: z.enum(["-", "*", "+"]).default("-").describe("The marker of list items."),
});

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const detail = "expected a page in UTF-8, received other bytes";
    throw new ToolsError("invalid_parameter", `html: ${detail}`, { errors: [{ pointer: "#/html", detail }] });
  }
}

export function run({ html, bullet }: z.output<typeof request> & { html: ToolFile }): { markdown: string } {
  const page = decode(html.bytes);
  const converter = unified()
    .use(rehypeParse)
    .use(rehypeRemark)
    .use(remarkGfm)
    .use(remarkStringify, { bullet });
  try {
    return { markdown: String(converter.processSync(page)) };
  } catch (cause) {
    // The converter is recursive: some thousand levels exhaust the stack.
    if (!(cause instanceof RangeError)) throw cause;
    throw new ToolsError("processing_limit", "The elements of the page are nested too deeply.", { cause });
  }
}

export default defineTool({
  name: "html-to-markdown",
  scope: "html:convert",
  consent: "Convert pages to Markdown",
  summary: "Converts an HTML page to Markdown.",
  file: { field: "html", maxBytes: 2_000_000, mediaTypes: ["text/html"], noun: "a page" },
  request,
  response: z.object({ markdown: z.string().describe("The page in GitHub Flavored Markdown.") }),
  execution: {
    pool: { module: new URL(import.meta.url), deadlineMs: 15_000, memoryMb: 768, concurrency: 1 },
  },
  errors: ["processing_limit"],
  examples: [
    {
      request: { html: btoa("<h1>Prices</h1><p>A call costs <b>nothing</b>.</p>"), bullet: "*" },
      response: { markdown: "# Prices\n\nA call costs **nothing**.\n" },
    },
  ],
  run,
});
