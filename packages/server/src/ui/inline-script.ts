import { assetText, importedBy } from "./assets.ts";

/** A named import as the compiler writes it. */
const namedImport = /^import \{ (.+) \} from "\.\/([\w-]+)\.js";$/;
const otherImport = /^import "\.\/[\w-]+\.js";$/;
const exported = /^export (?:async )?(?:function|const|class) (\w+)/;

function variable(module: string): string {
  return `m_${module.replaceAll("-", "_")}`;
}

/**
 * Returns a module as a function that runs immediately and returns what the module exports.
 *
 * @throws Error for a statement of another form, which would run differently.
 */
function asFunction(name: string): string {
  const names: string[] = [];
  const lines = assetText(name).split("\n");
  const body = lines.flatMap((line) => {
    const [, imports, from] = namedImport.exec(line) ?? [];
    if (imports !== undefined && from !== undefined)
      return `const { ${imports.replaceAll(" as ", ": ")} } = ${variable(from)};`;
    if (line === "export {};" || otherImport.test(line)) return [];
    const [, found] = exported.exec(line) ?? [];
    if (found !== undefined) names.push(found);
    else if (/^(?:import|export)\b/.test(line) || line.split("`").length % 2 === 0)
      throw new Error(
        `${name}: expected imports and exports of one name and texts of one line, received ${line}`,
      );
    return line.replace(/^export /, "").trimStart();
  });
  // A message carries the page. Every statement ends with a semicolon, so most ends of lines are superfluous too.
  const code = body.join("\n").replaceAll(/(?<=[{}(;,])\n|\n(?=[)}])/g, "");
  const module = name.replace(/\.js$/, "");
  return `const ${variable(module)} = (() => {${code}return { ${names.join(", ")} };\n})();`;
}

/**
 * Returns the names of a script and of all modules that it imports, each after those that it imports itself. The scripts of
 * pages have no cycles.
 */
function inOrder(name: string, found = new Set<string>()): Set<string> {
  for (const other of importedBy([name])) if (!found.has(other)) inOrder(other, found);
  return found.add(name);
}

/** Returns a script with all modules that it imports, for a page that loads nothing. */
export function inlineScript(name: string): string {
  return [...inOrder(name)].map(asFunction).join("\n");
}
