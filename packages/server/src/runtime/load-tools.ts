import { readdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { ToolsError } from "@tools-api/core/errors";
import { describeValue } from "@tools-api/core/internal/schema";
import { defineTool, type Tool } from "@tools-api/core/tools";

/** Node before 22.18 does not run TypeScript. */
const runsTypeScript = process.versions["deno"] !== undefined || "typescript" in process.features;

const modulePattern = runsTypeScript ? /\.(?:m?js|m?ts)$/ : /\.m?js$/;
const typeScriptPattern = /\.(m?)ts$/;
const otherPattern = /^[_.]|\.test\.|\.d\.m?ts$/;

function fault(path: string, reason: unknown): ToolsError {
  const message = reason instanceof Error ? reason.message : String(reason);
  // A syntax error has several lines.
  return new ToolsError("invalid_parameter", `TOOLS: ${path}: ${message.replaceAll(/\s*\n\s*/g, " ")}`, {
    cause: reason,
  });
}

const missingPackage = /^Cannot find package '([^']+)'/;

/** Returns the fault of a module that does not load, with the command that installs a missing package. */
function loadFault(path: string, error: unknown): ToolsError {
  const [, name] = missingPackage.exec(error instanceof Error ? error.message : "") ?? [];
  return fault(path, name ? `it imports ${name}; run npm install ${name} in ${dirname(path)}` : error);
}

/** Warns of modules in TypeScript that this Node does not run and that have no built module next to them. */
function warnOfTypeScript(folder: string, names: readonly string[]): void {
  if (runsTypeScript) return;
  const ignored = names.filter(
    (name) => typeScriptPattern.test(name) && !names.includes(name.replace(typeScriptPattern, ".$1js")),
  );
  if (ignored.length === 0) return;
  const advice = "use Node 22.18 or later, or compile them to .js";
  process.stderr.write(
    `tools-api: warning: TOOLS: Node ${process.versions.node} does not run TypeScript, so ${ignored.join(", ")} in ${folder} is no tool; ${advice}\n`,
  );
}

/** Loads the tool that is the default export of a module. */
async function loadTool(path: string): Promise<Tool> {
  try {
    const { default: exported } = (await import(pathToFileURL(path).href)) as { default?: unknown };
    if (typeof exported !== "object" || exported === null)
      throw new Error(
        `expected a tool as the default export (export default defineTool({ … })), received ${describeValue(exported)}`,
      );
    // The module may have another copy of `defineTool`, or none. This one checks the definition.
    return defineTool(exported as never);
  } catch (error) {
    throw loadFault(path, error);
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
  const names = entries
    .filter((entry) => !entry.isDirectory() && !otherPattern.test(entry.name))
    .map(({ name }) => name)
    .toSorted();
  warnOfTypeScript(path, names);
  const files = names.filter((name) => modulePattern.test(name));
  const tools: Tool[] = [];
  for (const file of files) tools.push(await loadTool(join(path, file)));
  return tools;
}
