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

function isTruncated(text: string): boolean {
  return signsOfTruncation.some((sign) => text.includes(sign));
}

/**
 * Whether a file that sharp has failed of, by {@link readError}, may be right and of a kind that sharp was built
 * without. Its text does not tell: libvips has one for the whole process, which another conversion may have taken.
 */
export function mayBeUnread(failure: unknown): boolean {
  if (!(failure instanceof ToolsError) || failure.code !== "invalid_image") return false;
  return !(failure.cause instanceof Error && isTruncated(failure.cause.message.toLowerCase()));
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
  const fault = isTruncated(text) ? "truncated" : "damaged, truncated or of an unread kind";
  return new ToolsError("invalid_image", `image: ${format} was recognised, but it is ${fault}`, { cause });
}
