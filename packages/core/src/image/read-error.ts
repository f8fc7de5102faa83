import { ToolsError } from "../errors.ts";

/** Phrases in sharp's messages for truncated files, which differ by decoder. */
const signsOfTruncation = [
  "premature end",
  "truncated",
  "unexpected end",
  "end of file",
  "end of gif",
  "not enough",
];

/** Returns whether a message of sharp, in lower case, says that a file ends early. */
export function isTruncated(text: string): boolean {
  return signsOfTruncation.some((sign) => text.includes(sign));
}

/**
 * Returns whether a file that sharp could not read, according to {@link readError}, may be valid but of a kind that
 * sharp was built without. The message cannot tell: libvips keeps one for the whole process, and another conversion may
 * have taken it.
 */
export function mayBeUnread(failure: unknown): boolean {
  if (!(failure instanceof ToolsError) || failure.code !== "invalid_image") return false;
  return !(failure.cause instanceof Error && isTruncated(failure.cause.message.toLowerCase()));
}

/**
 * Converts an error of sharp to one for the caller. sharp's message can name files and memory, so it is kept only as
 * the cause.
 */
export function readError(cause: unknown, format: string): ToolsError {
  if (cause instanceof ToolsError) return cause;
  const text = cause instanceof Error ? cause.message.toLowerCase() : "";
  if (text.includes("timeout"))
    return new ToolsError("processing_limit", "image: the conversion exceeded the time limit of a job", {
      cause,
    });
  if (text.includes("out of memory") || text.includes("unable to allocate") || text.includes("enough memory"))
    return new ToolsError("processing_limit", "image: the conversion exceeded the memory limit of a job", {
      cause,
    });
  if (text.includes("too large for") || text.includes("exceeds"))
    return new ToolsError("image_too_large", "image: a side is longer than the maximum", {
      cause,
    });
  const fault = isTruncated(text) ? "truncated" : "damaged, truncated or of an unsupported kind";
  return new ToolsError("invalid_image", `image: ${format} was recognized, but it is ${fault}`, { cause });
}
