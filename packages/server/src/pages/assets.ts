import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

/** A file that pages load from their own origin. */
export interface Asset {
  /** Changes with the content, so that browsers may keep it for good. */
  path: string;
  type: string;
  body: Uint8Array<ArrayBuffer>;
}

const styleFolder = fileURLToPath(new URL("../../assets/", import.meta.url));
const scriptFolder = fileURLToPath(new URL("../../dist/islands/", import.meta.url));
const types = { css: "text/css; charset=utf-8", js: "text/javascript; charset=utf-8" } as const;

interface NamedFile {
  name: string;
  body: Uint8Array<ArrayBuffer>;
}

function filesIn(folder: string, extension: keyof typeof types): NamedFile[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(`.${extension}`))
    .toSorted()
    .map((name) => ({ name, body: new Uint8Array(readFileSync(`${folder}${name}`)) }));
}

/**
 * uPlot's style sheet, and uPlot as the module `uplot.js`: as a module it is published at its full length alone, of
 * which compressed twice as much is left as of the short script. That defines the variable that is exported here.
 */
function filesOfUplot(): NamedFile[] {
  const { resolve } = createRequire(import.meta.url);
  const read = (name: string) => readFileSync(resolve(`uplot/dist/${name}`), "utf8");
  const script = `${read("uPlot.iife.min.js")}\nexport { uPlot };\n`;
  return [
    { name: "uplot.js", body: new TextEncoder().encode(script) },
    { name: "uplot.css", body: new TextEncoder().encode(read("uPlot.min.css")) },
  ];
}

/** In one folder, whose name changes with any of them: modules name each other by relative paths. */
function withPaths(files: readonly NamedFile[]): Map<string, Asset> {
  const digest = createHash("sha256");
  for (const { name, body } of files) digest.update(name).update(body);
  const folder = `/assets/${digest.digest("hex").slice(0, 16)}`;
  return new Map(
    files.map(({ name, body }) => {
      const type = name.endsWith(".css") ? types.css : types.js;
      return [basename(name), { path: `${folder}/${name}`, type, body }];
    }),
  );
}

let loaded: Map<string, Asset> | undefined;

/** All assets by their names, such as `base.css`; read once. */
export function assets(): ReadonlyMap<string, Asset> {
  loaded ??= withPaths([...filesIn(styleFolder, "css"), ...filesIn(scriptFolder, "js"), ...filesOfUplot()]);
  return loaded;
}

/** The path of an asset, behind the `basePath` of the services. */
export function assetPath(name: string): string {
  const asset = assets().get(name);
  if (!asset) throw new Error(`There is no asset ${name}.`);
  return asset.path;
}
