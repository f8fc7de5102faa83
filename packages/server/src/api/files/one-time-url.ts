import { hasScope, type Principal } from "@tools-api/core";
import { createFileLink, fileLinkMs, type NewFileLink } from "@tools-api/core/files";
import { isoSeconds } from "@tools-api/core/internal/time";
import type { Services } from "../../http/context.ts";
import type { FileStorage } from "../../http/file-storage.ts";

/** Returns the scopes of the tools that take files. A credential needs one of them. */
export function fileScopes({ tools }: Pick<Services, "tools">): readonly string[] {
  return [...new Set(tools.flatMap(({ tool }) => (tool.file ? [tool.scope] : [])))];
}

/** Returns the scope of files that a caller has, or one that it lacks. */
export function fileScopeOf(services: Pick<Services, "tools">, { credential }: Principal): string {
  const scopes = fileScopes(services);
  return scopes.find((scope) => hasScope(credential.scopes, scope)) ?? scopes[0] ?? "";
}

/**
 * Creates a URL that takes one upload, or that returns a file once.
 *
 * @param url - The URL of the request, whose origin begins the URL on a server without a public one.
 * @throws ToolsError `conflict` if the account has too many unused ones.
 */
export async function makeOneTimeUrl(
  { documents, publicUrl }: Pick<Services, "documents" | "publicUrl">,
  { clock }: FileStorage,
  { account, credential, fences }: Principal,
  { use, url }: { use: NewFileLink["use"]; url: string },
): Promise<{ url: string; expiresAt: string }> {
  const at = clock.now();
  const token = await createFileLink(documents, account.id, { credential: credential.id, fences, use, at });
  const base = publicUrl === "" ? new URL(url).origin : publicUrl;
  const kind = "file" in use ? "downloads" : "uploads";
  return { url: `${base}/v1/files/${kind}/${token}`, expiresAt: isoSeconds(at + fileLinkMs) };
}
