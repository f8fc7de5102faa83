import { nameSchemas, parameter, timestamp } from "@tools-api/core/internal/schema";
import { z } from "zod";

/** The query of a file. */
export const FileQuery = z.strictObject({
  download_url: parameter("true or false", z.boolean().default(false), {
    purpose:
      "Whether the response has a `download_url`, which returns the bytes once, within ten minutes and without a " +
      "credential. Default: `false`.",
  }),
});

/** A one-time URL for an upload. */
export const UploadRecord = z.object({
  upload_url: z
    .string()
    .describe(
      "The URL that takes the bytes of one file by PUT, without a credential, and answers with the `File`.",
    ),
  method: z.literal("PUT").describe("The method of the upload."),
  expires_at: timestamp.describe("The instant after which the URL is refused, in RFC 3339 and UTC."),
});

nameSchemas({ FileUpload: UploadRecord });
