import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/**
 * Returns the client as one minified file, and the paths of its modules. A script has the exports in the global
 * `ToolsApi`.
 */
export async function bundleClient(
  format: "module" | "script",
): Promise<{ code: string; modules: string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: 'export * from "@tools-api/server/client";',
      resolveDir: fileURLToPath(new URL(".", import.meta.url)),
    },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    ...(format === "module" ? { format: "esm" } : { format: "iife", globalName: "ToolsApi" }),
    platform: "browser",
    target: "es2022",
  });
  return { code: outputFiles[0]?.text ?? "", modules: Object.keys(metafile.inputs) };
}
