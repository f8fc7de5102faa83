import { ToolsError } from "@tools-api/core/errors";

/** Returns whether an error is a trap or an abort of C code, a stack overflow, or exhausted memory. */
function isCrash(cause: unknown): boolean {
  return cause instanceof Error && ["RuntimeError", "RangeError"].includes(cause.name);
}

/**
 * Creates a library in WebAssembly that all codecs of a process share. It starts at its first use, and again after a
 * crash.
 *
 * @param start - Receives the number of crashes before.
 */
export function wasmLibrary<Library>(packageName: string, start: (crashes: number) => Promise<Library>) {
  let started: Promise<Library> | null = null;
  let crashes = 0;
  return {
    /**
     * Runs work on the library. The first call starts it.
     *
     * @throws ToolsError from `toError` if the work fails; `internal_error` if the package is missing.
     */
    async run<Result>(
      work: (library: Library) => Result | Promise<Result>,
      toError: (cause: unknown) => ToolsError,
    ): Promise<Result> {
      started ??= start(crashes);
      let library: Library;
      try {
        library = await started;
      } catch (cause) {
        // The next call tries again: the files may have been unavailable only briefly.
        started = null;
        throw new ToolsError("internal_error", `${packageName} did not start. Check that it is installed.`, {
          cause,
        });
      }
      try {
        return await work(library);
      } catch (cause) {
        if (isCrash(cause)) {
          // The crash leaves locks and incomplete objects in the instance's memory.
          started = null;
          crashes++;
        }
        if (cause instanceof ToolsError) throw cause;
        throw toError(cause);
      }
    },
  };
}

/**
 * Returns the error for a file that a library cannot decode. The library's own message, which can name files and source
 * lines, is only the cause.
 */
export function unreadable(format: string, cause: unknown, fault?: string): ToolsError {
  const kind = fault ?? "damaged, truncated or of an unsupported kind";
  return new ToolsError("invalid_image", `image: ${format} was recognized, but it is ${kind}`, { cause });
}

/** Returns the error for work that exhausts the memory of a library. */
export function outOfMemory(cause: unknown): ToolsError {
  return new ToolsError("processing_limit", "image: the conversion exceeded the memory limit of a job", {
    cause,
  });
}

/** Returns the error for a page that is not in the file. */
export function pageOutside(page: number, pages: number): ToolsError {
  const detail = `expected an integer from 0 to ${pages - 1}, received ${page}`;
  return new ToolsError("invalid_parameter", `page: ${detail}`, { errors: [{ pointer: "#/page", detail }] });
}
