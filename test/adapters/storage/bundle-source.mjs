import { readFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";

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

/**
 * Returns a module of this repository as JavaScript, with the modules of the repository that it imports.
 *
 * @param {string} url The file URL of the module.
 * @returns {Promise<string>}
 */
export async function bundleSource(url) {
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
  return outputFiles[0].text;
}
