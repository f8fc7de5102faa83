// Appends the address of each module that a program loads to the file that MODULES_FILE names.
import { appendFileSync } from "node:fs";
import { register } from "node:module";

// In every thread: on Node 20 each has its own hooks. The thread of the hooks loads this module under the second URL.
const hooks = "?hooks";
if (!import.meta.url.endsWith(hooks)) register(import.meta.url + hooks);

export function load(url, context, nextLoad) {
  appendFileSync(process.env["MODULES_FILE"], `${url}\n`);
  return nextLoad(url, context);
}
