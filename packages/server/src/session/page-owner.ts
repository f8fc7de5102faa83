import { ToolsError } from "@tools-api/core";
import type { ApiContext, Services } from "../http/context.ts";
import { findSession, type SignedIn } from "./session.ts";

/**
 * Returns the path of a public URL, which prefixes every link. Empty, or with a leading and without a trailing slash.
 */
export function basePath(publicUrl: string): string {
  return URL.canParse(publicUrl) ? new URL(publicUrl).pathname.replace(/\/+$/, "") : "";
}

/**
 * Returns the signed-in owner who reads a page of the API, such as its reference. `null` for other visitors, on a server
 * without accounts, and if the store does not respond: such a page needs nothing else from it.
 */
export async function pageOwner(
  c: ApiContext,
  services: Pick<Services, "documents" | "clock" | "publicUrl" | "served">,
): Promise<SignedIn | null> {
  if (!services.served.includes("management")) return null;
  try {
    return await findSession(c, services);
  } catch (error) {
    if (error instanceof ToolsError && error.code === "storage_unavailable") return null;
    throw error;
  }
}
