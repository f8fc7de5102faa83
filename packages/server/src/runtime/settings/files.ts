import { parameter } from "@tools-api/core/internal/schema";
import { z } from "zod";
import { secretList, wholeNumber } from "./values.ts";
import { blobsUrlFault } from "../stores/blobs-url.ts";
import type { FileSettings } from "../stores/open-blobs.ts";

const maxBytes = 1e15;

/** The settings of files. */
export const fileFields = {
  FILES: parameter("on or off", z.enum(["on", "off"]).default("on"), {
    purpose: "Whether callers can store files under `/v1/files`, to use them by their handles.",
  }),
  FILE_BYTES: parameter(
    `a number of bytes from 1000000 to ${maxBytes}`,
    wholeNumber(1e6, maxBytes).default(1e9),
    {
      purpose:
        "The maximum bytes of all files of an account; at most 100000000, which is 100 MB, on a plan without a price.",
    },
  ),
  FILE_BYTES_TOTAL: parameter(
    `a number of bytes from 1000000 to ${maxBytes}`,
    wholeNumber(1e6, maxBytes).optional(),
    {
      purpose:
        "The maximum bytes of all files of the server. Default: half of the free disk if files are in a folder, otherwise none.",
    },
  ),
  BLOBS_URL: z
    .string()
    .transform((text, context) => {
      const fault = blobsUrlFault(text);
      if (fault === null) return text;
      // The URL may contain a password.
      context.addIssue({ code: "custom", message: fault });
      return z.NEVER;
    })
    .optional()
    .describe(
      "The store of the bytes of files: a URL of `folder:`, `unstorage:` or `memory:`. Default: the folder `files` next " +
        "to the file of SQLite; with another store of accounts, none, and files are off.",
    ),
  CONTENT_KEYS: secretList()
    .default([])
    .describe(
      "The secret under which files are encrypted; several separated by commas, the newest first. Default: created once " +
        "and stored with the accounts.",
    ),
};

/** Returns the settings of files. */
export function readFileSettings(values: z.output<z.ZodObject<typeof fileFields>>): FileSettings {
  return {
    isOn: values.FILES === "on",
    accountBytes: values.FILE_BYTES,
    totalBytes: values.FILE_BYTES_TOTAL,
    blobsUrl: values.BLOBS_URL,
    contentKeys: values.CONTENT_KEYS,
  };
}
