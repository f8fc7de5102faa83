import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("..", import.meta.url));

/** A function that a package exports, with the text of its docstring. */
export interface PublicFunction {
  /** The specifier to import it from, such as `@tools-api/core/text`. */
  module: string;
  name: string;
  docstring: string;
}

/** Returns the docstrings of the functions that a module exports, itself or from another module of its package. */
function docstrings(file: string): Map<string, string> {
  const source = readFileSync(file, "utf8");
  const found = new Map<string, string>();
  for (const [, names = "", from = ""] of source.matchAll(/^export \{([^}]*)\} from "([^"]+)"/gm)) {
    const path = join(dirname(file), from);
    const inner = existsSync(path) ? docstrings(path) : new Map<string, string>();
    for (const name of names.split(",").map((part) => part.trim())) {
      const docstring = inner.get(name);
      if (docstring !== undefined) found.set(name, docstring);
    }
  }
  const functions = /(\/\*\*(?:(?!\*\/)[^])*\*\/\n)?^export (?:async )?function\*? (\w+)/gm;
  // The signatures of a function that has several can each have a docstring.
  for (const [, docstring = "", name = ""] of source.matchAll(functions))
    found.set(name, (found.get(name) ?? "") + docstring);
  return found;
}

/** Returns the functions of every public subpath of the packages. `/internal` promises nothing, so it is left out. */
export function publicFunctions(): PublicFunction[] {
  return ["core", "adapters", "server"].flatMap((directory) => {
    const folder = join(repository, "packages", directory);
    const { name, exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return Object.keys(exports).flatMap((subpath) => {
      const source: string | undefined = exports[subpath]["@tools-api/source"];
      if (source === undefined || subpath.startsWith("./internal")) return [];
      const module = join(name, subpath);
      return [...docstrings(join(folder, source))].map(([name, docstring]) => ({ module, name, docstring }));
    });
  });
}

/** Returns the code of each `@example` of a docstring. */
export function examples(docstring: string): string[] {
  const text = docstring.replaceAll(/^ \* ?/gm, "");
  return [...text.matchAll(/@example[^`]*```ts\n([^]*?)```/g)].map(([, code = ""]) => code);
}
