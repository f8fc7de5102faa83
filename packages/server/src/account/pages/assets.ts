import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { Hono } from "hono";
import { unchanging } from "../../api/http/unchanging.ts";

/** A file that pages load from their own origin. */
interface Asset {
  /** Changes with the content, so browsers may cache the file permanently. */
  path: string;
  type: string;
  body: Uint8Array<ArrayBuffer>;
}

const styleFolder = fileURLToPath(new URL("../../../assets/", import.meta.url));
const scriptFolder = fileURLToPath(new URL("../../../dist/islands/", import.meta.url));
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
 * Returns uPlot's style sheet and script, the latter as the module `uplot.js`. uPlot publishes its own module only
 * unminified, which is twice as large after compression. The minified script defines a variable, which the module
 * exports.
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

/**
 * Assigns paths in one folder, because modules import each other by relative paths. The folder's name changes with any
 * file.
 */
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

/** Returns all assets by name, such as `base.css`. Reads them once. */
function assets(): ReadonlyMap<string, Asset> {
  loaded ??= withPaths([...filesIn(styleFolder, "css"), ...filesIn(scriptFolder, "js"), ...filesOfUplot()]);
  return loaded;
}

/** Returns the path of an asset, relative to the `basePath` of the services; `undefined` if there is no such asset. */
export function findAssetPath(name: string): string | undefined {
  return assets().get(name)?.path;
}

/**
 * Returns the path of an asset, relative to the `basePath` of the services.
 *
 * @throws Error if there is no such asset.
 */
export function assetPath(name: string): string {
  const path = findAssetPath(name);
  if (path === undefined) throw new Error(`There is no asset ${name}.`);
  return path;
}

/** Serves the style sheets and scripts of the pages. */
export function assetRoutes(): Hono {
  const app = new Hono();
  // Read at the first request: a host may mount only the API and be bundled without the files.
  const prepared = new Map<string, ReturnType<typeof unchanging>>();
  app.get("/assets/:folder/:name", (c, next) => {
    const { folder, name } = c.req.param();
    const asset = assets().get(name);
    if (!asset) return next();
    const respond = prepared.get(name) ?? unchanging(() => asset.body);
    prepared.set(name, respond);
    // During a rolling update, a page of one release may request its files from a server of another. A file with that
    // name is better than none, but browsers must not cache it at this URL.
    const isNamed = asset.path === `/assets/${folder}/${name}`;
    return respond(c, {
      "Content-Type": asset.type,
      "Cache-Control": isNamed ? "public, max-age=31536000, immutable" : "no-store",
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "same-origin",
    });
  });
  return app;
}
