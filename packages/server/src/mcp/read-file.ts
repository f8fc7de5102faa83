import type { Principal } from "@tools-api/core";
import { getFile } from "@tools-api/core/files";
import { fileScopeOf } from "../api/files/one-time-url.ts";
import { authorize } from "../api/middleware/authenticate.ts";
import type { ApiContext, Services } from "../http/context.ts";
import { type PageFile, requirePageFile } from "./agent-pages.ts";

/**
 * Creates the function that reads a stored file of the caller, with the checks of `GET /v1/files/{id}/content`. It resolves
 * to `null` if the server stores no files, or has lost the bytes.
 */
export function fileReader(services: Services) {
  return async (c: ApiContext, principal: Principal, id: string): Promise<PageFile | null> => {
    const { files } = services;
    if (!files) return null;
    await authorize(c, services, principal, fileScopeOf(services, principal));
    const file = await getFile(files.documents, { account: principal.account.id, id }, files.clock.now());
    requirePageFile(file.bytes);
    const content = await files.blobs.get(file, { start: 0, end: file.bytes });
    if (!content) return null;
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    return { bytes: Buffer.concat(chunks), mediaType: file.mediaType };
  };
}
