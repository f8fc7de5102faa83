// Lets a child process on Node 20, which cannot load TypeScript, run the sources under test. Each entry becomes one bundle:
// to load the hundred modules of a store one by one takes a second of processor time.
import { register } from "node:module";
import { bundleSource } from "./bundle-source.mjs";

// In every thread: on Node 20 each has its own hooks. The thread of the hooks loads this module under the second URL.
const hooks = "?hooks";
if (!import.meta.url.endsWith(hooks)) register(import.meta.url + hooks);

export async function load(url, context, nextLoad) {
  if (!url.endsWith(".ts")) return nextLoad(url, context);
  return { format: "module", source: await bundleSource(url), shortCircuit: true };
}
