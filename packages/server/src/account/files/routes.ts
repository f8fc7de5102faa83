import { ToolsError } from "@tools-api/core";
import { deleteFile, FileRecord, listFiles } from "@tools-api/core/files";
import { pageExample, PageQuery, pageRecord, positionedQuery, readPage } from "../call/page.ts";
import { type ManagementRoute, managementRoute } from "../call/route.ts";

/** A file as examples show it. */
export const fileExample = {
  id: "file_rCslyyiXfqeqCJscvGWjAY",
  bytes: 55_108,
  media_type: "image/jpeg",
  name: "photo.jpg",
  sha256: "b9f0e60908af249c1fa95c0296957cf63bf1a16b8c790658d388d5f9a7e03e8a",
  created_at: "2026-11-21T12:33:51Z",
  expires_at: "2026-11-21T13:33:51Z",
};

export const listStoredFiles = managementRoute({
  method: "GET",
  path: "/account/files",
  operationId: "list-files",
  summary: "List the stored files of the account.",
  description: "Files that have expired are left out.",
  query: positionedQuery(PageQuery, "file"),
  status: 200,
  answer: pageRecord(FileRecord),
  example: pageExample(fileExample),
  async handle({ services, caller, query, now }) {
    return readPage(query, (page) => listFiles(services.documents, caller.account.id, { ...page, at: now }));
  },
});

export const eraseStoredFile = managementRoute({
  method: "DELETE",
  path: "/account/files/{id}",
  operationId: "erase-file",
  summary: "Erase a stored file and its bytes.",
  description: "The handle is refused from the next call.",
  errors: ["not_found"],
  status: 204,
  example: { parameters: { id: fileExample.id } },
  async handle({ services, caller, id, now }) {
    const { files } = services;
    if (!files) throw new ToolsError("not_found", `There is no file ${id}.`);
    await deleteFile(files, { account: caller.account.id, id }, now);
  },
});

/** The management calls under `/account/files`. */
export const storedFileRoutes: readonly ManagementRoute[] = [listStoredFiles, eraseStoredFile];
