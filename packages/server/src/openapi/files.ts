import type { ErrorCode } from "@tools-api/core";
import { FileRecord, NewFile } from "@tools-api/core/files";
import { z } from "zod";
import { fileScopes } from "../api/files/one-time-url.ts";
import { largestFile } from "../api/files/routes.ts";
import { fileExample } from "../account/files/routes.ts";
import { FileQuery, UploadRecord } from "../api/files/records.ts";
import type { Services } from "../http/context.ts";
import { meteredHeaders } from "./headers.ts";
import { fileContent, type Operation } from "./operations.ts";
import { errorsOfCalls } from "./problems.ts";
import { bearerSecurity } from "./security.ts";

const token = "acct_9dQx2mVbT4kLr7PzYwNe1H.Zk3vX0oQm7nT2yWcL5rJ8bH1dF4gS6pA9eUiKxRqNtB";

const ofFiles: readonly ErrorCode[] = [...errorsOfCalls, "not_found"];
const ofUploads: readonly ErrorCode[] = [
  ...errorsOfCalls,
  "conflict",
  "payload_too_large",
  "unsupported_media_type",
  "quota_exceeded",
  "overloaded",
];

/** Returns the operations under `/v1/files`; none if the server stores no files. */
export function fileOperations(
  services: Pick<Services, "tools" | "served"> & Partial<Pick<Services, "files">>,
): Operation[] {
  if (!services.files) return [];
  const maxBytes = largestFile(services);
  const common = {
    security: bearerSecurity(fileScopes(services)[0] ?? "", services.served),
    headers: meteredHeaders,
    status: 200,
    answerText: "The file, without its bytes.",
  };
  const binary = {
    form: NewFile.extend({
      file: z.file().meta({ description: `The file as a part of the form, of at most ${maxBytes} bytes.` }),
    }),
    mediaTypes: ["*/*"],
    parameters: [],
  };
  const one = { parameters: { id: fileExample.id } };
  return [
    {
      ...common,
      operationId: "create-file",
      method: "POST",
      path: "/v1/files",
      summary: "Store a file, and get the handle that file fields of tools accept.",
      description:
        `The body is the file itself, of any media type, or a form with the part \`file\`; at most ${maxBytes} bytes. ` +
        "The call counts. A credential needs the scope of a tool that takes files. The server encrypts the file, and " +
        "erases it within a minute of its end.",
      errors: ofUploads,
      query: NewFile,
      otherBodies: binary,
      status: 201,
      answer: FileRecord,
      example: { parameters: { name: "photo.jpg", expires_in: 3600 }, answer: fileExample },
    },
    {
      ...common,
      operationId: "create-file-upload",
      method: "POST",
      path: "/v1/files/uploads",
      summary: "Get a URL that takes one file without a credential.",
      description:
        "For agents and browsers that must not hold the key. The URL is valid for ten minutes, for one upload, and ends " +
        "with its credential. The call counts, and the upload does not.",
      errors: ofUploads,
      body: { schema: NewFile, isRequired: false },
      status: 201,
      answer: UploadRecord,
      answerText: "The one-time URL.",
      example: {
        body: { name: "photo.jpg" },
        answer: {
          upload_url: `https://tools.example.com/v1/files/uploads/${token}`,
          method: "PUT",
          expires_at: "2026-11-21T12:43:51Z",
        },
      },
    },
    {
      ...common,
      operationId: "upload-file",
      method: "PUT",
      path: "/v1/files/uploads/{token}",
      summary: "Store a file by a one-time URL.",
      description:
        "The body is the file itself. Its name and its life are those with which the URL was made. A failed upload can be " +
        "repeated.",
      security: [],
      errors: [...ofUploads, "not_found"],
      otherBodies: { ...binary, form: z.object({ file: binary.form.shape.file }) },
      status: 201,
      answer: FileRecord,
      example: { parameters: { token }, answer: fileExample },
    },
    {
      ...common,
      operationId: "get-file",
      method: "GET",
      path: "/v1/files/{id}",
      summary: "Get what is known of a file.",
      description: "The call does not count.",
      errors: [...ofFiles, "conflict"],
      query: FileQuery,
      answer: FileRecord,
      example: { ...one, answer: fileExample },
    },
    {
      ...common,
      operationId: "get-file-content",
      method: "GET",
      path: "/v1/files/{id}/content",
      summary: "Download a file.",
      description:
        "The response has the media type that the sender stated, and is always a download. A `Range` with one range of " +
        "bytes is answered with 206. The call does not count.",
      errors: ofFiles,
      answerText: "The bytes of the file.",
      otherAnswers: fileContent(["*/*"]),
      example: one,
    },
    {
      ...common,
      operationId: "download-file",
      method: "GET",
      path: "/v1/files/downloads/{token}",
      summary: "Download a file by a one-time URL.",
      description: "The URL is the `download_url` of a file. It returns the bytes once.",
      security: [],
      errors: ["not_found", "method_not_allowed", "internal_error", "storage_unavailable"],
      answerText: "The bytes of the file.",
      otherAnswers: fileContent(["*/*"]),
      example: { parameters: { token } },
    },
    {
      ...common,
      operationId: "delete-file",
      method: "DELETE",
      path: "/v1/files/{id}",
      summary: "Erase a file and its bytes.",
      description: "The call does not count.",
      errors: ofFiles,
      status: 204,
      answerText: "The file is erased. The response has no body.",
      example: one,
    },
  ];
}
