/** The error for arguments that a command does not accept. The message states which argument and why. */
export class UsageError extends Error {
  /** The usage of the command, printed after the message. */
  usage: string | undefined;

  constructor(message: string, options: { usage?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.usage = options.usage;
  }
}
