import { ToolsError } from "../errors.ts";

/** What sharp's messages hold when a file ends too early, in the words of its several decoders. */
const signsOfTruncation = [
  "premature end",
  "truncated",
  "unexpected end",
  "end of file",
  "end of gif",
  "not enough",
];

/** What they hold when a file may be right, but is of a kind that they were built without. */
const signsOfUnreadKind = [
  "not configured",
  "is not supported",
  "unsupported bit",
  "unsupported compression",
  "unsupported tiff image type",
  "not a whole number of bytes",
  "has not been built in",
];

/** Whether a failure of sharp, or what {@link readError} made of it, says that another decoder may read the file. */
export function isUnreadKind(failure: unknown): boolean {
  const cause = failure instanceof ToolsError ? failure.cause : failure;
  const text = cause instanceof Error ? cause.message.toLowerCase() : "";
  return signsOfUnreadKind.some((sign) => text.includes(sign));
}

/**
 * What a failure of sharp means to whoever sent the image. sharp's own text, which can name files and memory, is
 * kept as the cause alone.
 */
export function readError(cause: unknown, format: string): ToolsError {
  if (cause instanceof ToolsError) return cause;
  const text = cause instanceof Error ? cause.message.toLowerCase() : "";
  if (text.includes("timeout"))
    return new ToolsError("processing_limit", "image: the conversion took longer than a job may", { cause });
  if (text.includes("out of memory") || text.includes("unable to allocate") || text.includes("enough memory"))
    return new ToolsError("processing_limit", "image: the conversion took more memory than a job may", {
      cause,
    });
  if (text.includes("too large for") || text.includes("exceeds"))
    return new ToolsError("image_too_large", "image: a side of it is longer than can be worked on", {
      cause,
    });
  const fault = signsOfTruncation.some((sign) => text.includes(sign))
    ? "truncated"
    : "damaged, truncated or of an unread kind";
  return new ToolsError("invalid_image", `image: ${format} was recognised, but it is ${fault}`, { cause });
}
