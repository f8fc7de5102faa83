import * as fileSystem from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** The file that samples send. */
const photo = fileURLToPath(new URL("../../../examples/photo.jpg", import.meta.url));

/** The function that a sample calls as `fetch`. */
export type Send = (url: string, options?: RequestInit) => Promise<Response>;

/**
 * Runs a code sample in TypeScript, which has no types, in this process. Returns what it prints.
 *
 * @param environment The variables that the sample reads.
 * @param send The function that the sample calls as `fetch`.
 */
export async function runSample(
  source: string,
  environment: Readonly<Record<string, string>>,
  send: Send = fetch,
): Promise<unknown[]> {
  const printed: unknown[] = [];
  const print = { log: (value: unknown) => printed.push(value) };
  const AsyncFunction = (async () => {}).constructor as new (
    ...words: string[]
  ) => (...values: unknown[]) => Promise<void>;
  // Code of a string has no imports, and another working folder than its user.
  const located = source
    .replace('await import("node:fs/promises")', "fileSystem")
    .replace('readFile("photo.jpg")', `readFile(${JSON.stringify(photo)})`);
  await new AsyncFunction("process", "console", "fetch", "fileSystem", located)(
    { env: environment },
    print,
    send,
    fileSystem,
  );
  return printed;
}
