import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { ToolsError } from "@tools-api/core";
import { describeValue } from "@tools-api/core/internal";
import { defineTool, type Tool } from "@tools-api/core/tools";

/** Node before 22.18 does not run TypeScript. */
const runsTypeScript = process.versions["deno"] !== undefined || "typescript" in process.features;

const modulePattern = runsTypeScript ? /\.(?:m?js|m?ts)$/ : /\.m?js$/;
const otherPattern = /^[_.]|\.test\.|\.d\.m?ts$/;

function fault(path: string, reason: unknown): ToolsError {
  const message = reason instanceof Error ? reason.message : String(reason);
  // A syntax error has several lines.
  return new ToolsError("invalid_parameter", `TOOLS: ${path}: ${message.replaceAll(/\s*\n\s*/g, " ")}`, {
    cause: reason,
  });
}

/** Loads the tool that is the default export of a module. */
async function loadTool(path: string): Promise<Tool> {
  try {
    const { default: exported } = (await import(pathToFileURL(path).href)) as { default?: unknown };
    if (typeof exported !== "object" || exported === null)
      throw new Error(`expected a tool as the default export, received ${describeValue(exported)}`);
    // The module may have another copy of `defineTool`, or none. This one checks the definition.
    return defineTool(exported as never);
  } catch (error) {
    throw fault(path, error);
  }
}

/**
 * Loads the tools of a folder: the default exports of its modules, in alphabetical order. Ignores folders, tests,
 * declarations, and names that begin with `_` or `.`.
 *
 * @throws ToolsError `invalid_parameter` that names the file and the fault.
 */
export async function loadTools(folder: string): Promise<Tool[]> {
  const path = resolve(folder);
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    throw fault(path, error);
  });
  const files = entries
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => modulePattern.test(name) && !otherPattern.test(name))
    .toSorted();
  const tools: Tool[] = [];
  for (const file of files) tools.push(await loadTool(join(path, file)));
  return tools;
}
