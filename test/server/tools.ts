import { defineTool, imageConverter, textAnalyzer, type Tool } from "@tools-api/core/tools";
import type { ApiDependencies } from "@tools-api/server";
import { z } from "zod";

/** Returns a tool with a scope, for tests that do not call it. */
export function toolWith({ scope, consent }: Pick<Tool, "scope" | "consent">): Tool {
  return defineTool({
    name: consent.toLowerCase().replaceAll(" ", "-"),
    scope,
    consent,
    summary: `${consent}.`,
    request: z.object({}),
    response: z.object({}),
    examples: [{ request: {} }],
    run: () => ({}),
  });
}

/** Executes the pooled calls of texts. */
type AnalyzeLong = (request: { text: string }) => Promise<unknown>;

/**
 * Returns the dependencies of an API in which `analyze` answers long texts: those of more than `longerThan` characters, or
 * those that are long for every server.
 */
export function withLongTexts(
  longerThan: number | null,
  analyze: AnalyzeLong,
): Pick<ApiDependencies, "tools" | "executor"> {
  const { execution } = textAnalyzer;
  if (typeof execution !== "object") throw new Error("The text analyzer has no pool.");
  const pool = {
    ...execution.pool,
    ...(longerThan !== null && { isShort: ({ text }: { text: string }) => text.length <= longerThan }),
  };
  return {
    tools: [{ ...textAnalyzer, execution: { pool } }, imageConverter()],
    executor: {
      // The request is the output of the tool's schema.
      run: async (tool, request, context) =>
        tool.name === textAnalyzer.name
          ? analyze(request as { text: string })
          : tool.run(request as never, context),
    },
  };
}

/** Returns the tools of an API in which `run` converts images. */
export function withImages(
  run: Tool["run"],
  options?: Parameters<typeof imageConverter>[0],
): Pick<ApiDependencies, "tools"> {
  return { tools: [textAnalyzer, { ...imageConverter(options), run }] };
}
