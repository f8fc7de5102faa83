import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Bundles of earlier processes. Each of a hundred processes would otherwise bundle the same modules again. */
const cache = new URL("../../../node_modules/.cache/tools-api-bundles/", import.meta.url);
/** The paths of registry packages in a bundle depend on it. */
const lockFile = fileURLToPath(new URL("../../../pnpm-lock.yaml", import.meta.url));

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

/** Returns the size and the time of the last change of each file, or `null` if one is absent. */
function stampsOf(paths) {
  const found = paths.map((path) => [path, statSync(path, { throwIfNoEntry: false })]);
  if (found.some(([, stats]) => !stats)) return null;
  return found.map(([path, { size, mtimeMs }]) => [path, size, mtimeMs]);
}

/** Returns a bundle of an earlier process if no file of it has changed since, or `null`. */
async function readCached(file) {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return null;
  const { stamps, code } = JSON.parse(text);
  const current = stampsOf(stamps.map(([path]) => path));
  return JSON.stringify(current) === JSON.stringify(stamps) ? code : null;
}

/**
 * Returns a module of this repository as JavaScript, with the modules of the repository that it imports.
 *
 * @param {string} url The file URL of the module.
 * @returns {Promise<string>}
 */
export async function bundleSource(url) {
  const file = new URL(`${createHash("sha256").update(url).digest("hex")}.json`, cache);
  const cached = await readCached(file);
  if (cached !== null) return cached;
  const { build } = await import("esbuild");
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [fileURLToPath(url)],
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    target: "es2022",
    format: "esm",
    conditions: ["@tools-api/source"],
    plugins: [external, ownUrls],
    logLevel: "error",
  });
  const code = outputFiles[0].text;
  const stamps = stampsOf([lockFile, ...Object.keys(metafile.inputs).map((path) => `${root}${path}`)]);
  const temporary = new URL(`${crypto.randomUUID()}.tmp`, cache);
  await mkdir(cache, { recursive: true });
  await writeFile(temporary, JSON.stringify({ stamps, code }));
  await rename(temporary, file);
  return code;
}
