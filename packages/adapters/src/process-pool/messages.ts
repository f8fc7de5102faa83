import { type ErrorCode, type ParameterError, ToolsError } from "@tools-api/core";

/** The header of a job, sent with its input. The next job follows only after the reply. */
export interface JobMessage {
  /** MiB at which the child ends itself; 0 for no bound. */
  memoryMb: number;
}

/** What a child's watching thread is started with. */
export interface WatchData {
  /** The process id of the parent, without which the child ends itself. */
  parent: number;
  /** One number, shared between the threads: the bound of the job that is being worked on, else 0. */
  memoryMb: Int32Array<SharedArrayBuffer>;
}

/** The signal by which a child ends itself when it exceeds its memory: not SIGKILL, which may come from outside. */
export const overMemorySignal = "SIGUSR2";

/** A message of a child to the pool; `done` comes with the output of the job. */
export type ReplyMessage = { reply: "ready" } | { reply: "done" } | { reply: "failed"; error: CarriedError };

/** An error as it crosses from process to process: structured cloning would drop its code and class. */
export type CarriedError =
  | {
      code: ErrorCode;
      message: string;
      errors: ParameterError[] | undefined;
      retryAfter: number | undefined;
      wasValid: boolean;
    }
  | { code: null; message: string; stack: string | undefined };

/** A thrown value in the form that crosses. */
export function carryError(error: unknown): CarriedError {
  if (error instanceof ToolsError) {
    const { code, message, errors, retryAfter, wasValid } = error;
    return { code, message, errors, retryAfter, wasValid };
  }
  if (error instanceof Error) return { code: null, message: error.message, stack: error.stack };
  return { code: null, message: String(error), stack: undefined };
}

/** The error that {@link carryError} was given, with the stack of the child where it is none of ours. */
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
