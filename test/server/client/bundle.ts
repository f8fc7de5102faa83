import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Returns the client as one minified script, which has its exports in the global `ToolsApi`, and all its modules. */
export async function bundleClient(): Promise<{ code: string; modules: string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: 'export * from "@tools-api/server/client";',
      resolveDir: fileURLToPath(new URL(".", import.meta.url)),
    },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "iife",
    globalName: "ToolsApi",
    platform: "browser",
    target: "es2022",
  });
  return { code: outputFiles[0]?.text ?? "", modules: Object.keys(metafile.inputs) };
}
