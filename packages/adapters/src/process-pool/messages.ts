import { type ErrorCode, type ParameterError, ToolsError } from "@tools-api/core/errors";

/** The header of a job, sent with its input. The next job follows only after the reply. */
export interface JobMessage {
  /** The memory in MiB at which the child ends itself; 0 for no limit. */
  memoryMb: number;
}

/** The data with which a child's watch thread starts. */
export interface WatchData {
  /** The process id of the parent. If the parent is gone, the child ends itself. */
  parent: number;
  /** One number that the threads share: the memory limit of the running job in MiB, or 0. */
  memoryLimit: Int32Array<SharedArrayBuffer>;
}

/**
 * The signal with which a child ends itself when it exceeds its memory. It is not SIGKILL, which can come from outside.
 */
export const overMemorySignal = "SIGUSR2";

/** A message from a child to the pool. `done` comes with the output of the job. */
export type ReplyMessage = { reply: "ready" } | { reply: "done" } | { reply: "failed"; error: CarriedError };

/** An error in transit between processes. Structured cloning would drop its code and class. */
export type CarriedError =
  | {
      code: ErrorCode;
      message: string;
      errors: ParameterError[] | undefined;
      retryAfter: number | undefined;
      wasValid: boolean;
    }
  | { code: null; message: string; stack: string | undefined };

/** Converts a thrown value for transit. */
export function carryError(error: unknown): CarriedError {
  if (error instanceof ToolsError) {
    const { code, message, errors, retryAfter, wasValid } = error;
    return { code, message, errors, retryAfter, wasValid };
  }
  if (error instanceof Error) return { code: null, message: error.message, stack: error.stack };
  return { code: null, message: String(error), stack: undefined };
}

/** Restores the error of {@link carryError}. An error that is not a `ToolsError` keeps the child's stack. */
export function restoreError(carried: CarriedError): Error {
  if (carried.code !== null) {
    const { code, message, errors, retryAfter, wasValid } = carried;
    return new ToolsError(code, message, {
      ...(errors && { errors }),
      ...(retryAfter !== undefined && { retryAfter }),
      wasValid,
    });
  }
  const error = new Error(carried.message);
  if (carried.stack !== undefined) error.stack = carried.stack;
  return error;
}
