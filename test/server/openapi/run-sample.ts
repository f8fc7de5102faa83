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
  await new AsyncFunction("process", "console", "fetch", source)({ env: environment }, print, send);
  return printed;
}
