// Bundles the modules of our packages that the command `tools-api` loads into dist/cli.js and dist/chunks. The built
// packages have 420 of them, and Node needs about a millisecond for each. Packages of others stay as they are.
// Needs the built packages: npm run compile
import { readFile, rm } from "node:fs/promises";
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const packages = fileURLToPath(new URL("..", import.meta.url));
const dist = fileURLToPath(new URL("dist", import.meta.url));

/**
 * Returns the source of a module's own address, from which it finds its workers and files, for the bundle, which is
 * elsewhere.
 */
function addressOf(path) {
  const [name, ...rest] = relative(packages, path).split(sep);
  return `new URL("${rest.join("/")}", import.meta.resolve("@tools-api/${name}/package.json")).href`;
}

/** Bundles what begins with `@tools-api/`, and lets each module of it keep its address. */
const ours = {
  name: "ours",
  setup(bundler) {
    bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === "entry-point" || path.startsWith("@tools-api/") ? undefined : { external: true },
    );
    bundler.onLoad({ filter: /\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replaceAll("import.meta.url", addressOf(path)),
    }));
  },
};

/** Requires that this package depends on all that the bundle imports, as a strict package manager does. */
async function requireDependencies({ outputs }) {
  const manifest = JSON.parse(await readFile(new URL("package.json", import.meta.url), "utf8"));
  const known = { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.peerDependencies };
  const imported = Object.values(outputs).flatMap(({ imports }) =>
    imports.filter(({ external, path }) => external && !path.startsWith("node:")).map(({ path }) => path),
  );
  const names = new Set(imported.map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]));
  const missing = [...names].filter((name) => known[name] === undefined);
  if (missing.length > 0) throw new Error(`packages/server/package.json lacks ${missing.join(", ")}`);
}

await rm(`${dist}/chunks`, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: { cli: `${dist}/main.js` },
  outdir: dist,
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  sourcemap: true,
  sourcesContent: false,
  plugins: [ours],
  metafile: true,
  logLevel: "warning",
});
await requireDependencies(metafile);
