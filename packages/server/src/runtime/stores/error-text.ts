/** Returns the message of an error, and that of its cause in brackets. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

/** Returns the message of the innermost cause of an error that has one: `fetch` only says that it failed. */
export function rootCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error.cause === undefined ? "" : rootCause(error.cause);
  // The error of several failed addresses has a code and no message.
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
  return inner || error.message || code;
}
