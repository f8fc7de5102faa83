import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Hono } from "hono";
import { unchanging } from "../http/unchanging.ts";

/** A file that pages load from their own origin. */
interface Asset {
  /** Changes with the content, so browsers may cache the file permanently. */
  path: string;
  type: string;
  body: Uint8Array<ArrayBuffer>;
}

const styleFolder = fileURLToPath(new URL("../../assets/", import.meta.url));
const scriptFolder = fileURLToPath(new URL("../../dist/islands/", import.meta.url));
const types: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
  avif: "image/avif",
  ico: "image/vnd.microsoft.icon",
};

/** The extensions of pictures. */
const pictures = ["svg", "png", "jpg", "webp", "avif", "ico"];

/** The style sheet of every page, and the files that it consists of, in order: one request instead of five. */
const siteStyles = {
  name: "site.css",
  parts: ["base.css", "shell.css", "cards.css", "parts.css", "forms.css"],
};

interface NamedFile {
  name: string;
  body: Uint8Array<ArrayBuffer>;
}

function filesIn(folder: string, extension: string): NamedFile[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(`.${extension}`))
    .toSorted()
    .map((name) => ({ name, body: new Uint8Array(readFileSync(`${folder}${name}`)) }));
}

/** Returns a style sheet without comments and spaces, which are a quarter of it after compression. */
function compact(styles: string): string {
  return styles
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?([{};,]) ?/g, "$1")
    .replaceAll(";}", "}")
    .trim();
}

/** Returns the style sheets as browsers load them. */
function styleFiles(): NamedFile[] {
  const sheets = filesIn(styleFolder, "css").map(({ name, body }) => ({
    name,
    text: compact(new TextDecoder().decode(body)),
  }));
  const isPart = (name: string) => siteStyles.parts.includes(name);
  const site = siteStyles.parts.map((part) => sheets.find(({ name }) => name === part)?.text).join("\n");
  return [{ name: siteStyles.name, text: site }, ...sheets.filter(({ name }) => !isPart(name))].map(
    ({ name, text }) => ({ name, body: new TextEncoder().encode(text) }),
  );
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
      const type = types[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
      return [name, { path: `${folder}/${name}`, type, body }];
    }),
  );
}

let loaded: Map<string, Asset> | undefined;

/** Returns all assets by name, such as `base.css`. Reads them once. */
function assets(): ReadonlyMap<string, Asset> {
  loaded ??= withPaths([
    ...styleFiles(),
    ...pictures.flatMap((extension) => filesIn(styleFolder, extension)),
    ...filesIn(scriptFolder, "js"),
  ]);
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

/** Returns a style sheet, also one of {@link siteStyles}, for a page that contains it. */
export function styleText(name: string): string {
  return compact(readFileSync(`${styleFolder}${name}`, "utf8"));
}

/** Returns the text of an asset; empty if there is no such asset. */
export function assetText(name: string): string {
  return new TextDecoder().decode(assets().get(name)?.body);
}

/** Returns the bytes of an asset; 0 if there is no such asset. */
export function assetBytes(name: string): number {
  return assets().get(name)?.body.length ?? 0;
}

const imports = /^import\s[^"]*"\.\/([\w-]+\.js)"/gm;
const imported = new Map<string, readonly string[]>();

function importsOf(name: string): readonly string[] {
  const known = imported.get(name);
  if (known) return known;
  const found = [...assetText(name).matchAll(imports)].flatMap(([, other]) => other ?? []);
  imported.set(name, found);
  return found;
}

/** Returns the names of all modules that scripts import statically, at any depth, without the scripts themselves. */
export function importedBy(scripts: readonly string[]): string[] {
  const found = new Set<string>(scripts);
  for (const name of found) for (const other of importsOf(name)) found.add(other);
  return [...found].slice(scripts.length);
}

/** The icon that programs request without reading a page. */
const icon = "favicon.ico";

/** Serves the style sheets, scripts and pictures of the pages. */
export function assetRoutes(): Hono {
  const app = new Hono();
  const respondIcon = unchanging(() => assets().get(icon)?.body ?? "");
  app.get(`/${icon}`, (c) =>
    respondIcon(c, {
      "Content-Type": "image/vnd.microsoft.icon",
      "Cache-Control": "public, max-age=86400",
      "X-Content-Type-Options": "nosniff",
    }),
  );
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
