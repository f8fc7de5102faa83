// Lets a child process on Node 20, which cannot load TypeScript, run the sources under test. Each entry becomes one bundle:
// to load the hundred modules of a store one by one takes a second of processor time.
import { readFile } from "node:fs/promises";
import { register } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

// In every thread: on Node 20 each has its own hooks. The thread of the hooks loads this module under the second URL.
const hooks = "?hooks";
if (!import.meta.url.endsWith(hooks)) register(import.meta.url + hooks);

/** Leaves packages of the registry to Node, at the paths that their importers would find. */
const external = {
  name: "external",
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind === "entry-point" || path.startsWith("@tools-api/") || pluginData === "resolving")
        return undefined;
      const found = await build.resolve(path, { kind, resolveDir, pluginData: "resolving" });
      return { path: found.external ? path : pathToFileURL(found.path).href, external: true };
    });
  },
};

/** Gives each module the URL of its source, from which it finds the modules of its threads. */
const ownUrls = {
  name: "own-urls",
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const url = JSON.stringify(pathToFileURL(path).href);
      return { contents: text.replaceAll("import.meta.url", url), loader: "ts" };
    });
  },
};

export async function load(url, context, nextLoad) {
  if (!url.endsWith(".ts")) return nextLoad(url, context);
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(url)],
    bundle: true,
    write: false,
    platform: "node",
    target: "es2022",
    format: "esm",
    conditions: ["@tools-api/source"],
    plugins: [external, ownUrls],
    logLevel: "error",
  });
  return { format: "module", source: outputFiles[0].text, shortCircuit: true };
}
