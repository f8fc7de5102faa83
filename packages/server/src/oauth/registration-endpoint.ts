import { ToolsError } from "@tools-api/core";
import { ClientMetadata } from "@tools-api/core/oauth";
import { createRegistration } from "@tools-api/core/internal/identity";
import { validate } from "@tools-api/core/internal/schema";
import type { z } from "zod";
import type { ApiContext } from "../http/context.ts";
import { mediaType, receiveBody, unsupportedType } from "../http/body.ts";
import { GrowingBytes } from "../http/growing-bytes.ts";
import { maxMetadataBytes } from "./client-documents.ts";
import { redirectDestination } from "./destination.ts";
import { OAuthError, respondOAuthError, respondRecord } from "./oauth-error.ts";
import type { OAuthServices } from "./services.ts";

const jsonType = "application/json";

async function readBytes(c: ApiContext): Promise<Uint8Array> {
  const type = mediaType(c);
  if (type !== jsonType) throw unsupportedType(type, jsonType);
  return receiveBody(c, maxMetadataBytes, (announced) => {
    const body = new GrowingBytes(announced);
    return { write: (chunk) => body.append(chunk), end: () => body.bytes };
  });
}

/**
 * Reads the metadata of a registration.
 *
 * @throws OAuthError `invalid_redirect_uri` or `invalid_client_metadata` (RFC 7591 §3.2.2).
 */
async function readMetadata(c: ApiContext): Promise<z.output<typeof ClientMetadata>> {
  const bytes = await readBytes(c);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const body: unknown = JSON.parse(text);
    if (typeof body !== "object" || body === null || Array.isArray(body)) throw new Error("No object.");
    // A JSON object has its members by name.
    return validate(ClientMetadata, body as Record<string, unknown>);
  } catch (error) {
    if (!(error instanceof ToolsError))
      throw new OAuthError(
        "invalid_client_metadata",
        "body: expected a JSON object, received another value.",
      );
    const isAboutRedirects = error.errors?.every(({ pointer }) => pointer.startsWith("#/redirect_uris"));
    throw new OAuthError(
      isAboutRedirects ? "invalid_redirect_uri" : "invalid_client_metadata",
      error.message,
    );
  }
}

/**
 * `POST /oauth/register` (RFC 7591 §3). Every client is public and uses PKCE, whatever authentication it requests: the
 * response states what was registered (§3.2.1).
 */
export async function respondRegistration(c: ApiContext, services: OAuthServices): Promise<Response> {
  try {
    const metadata = await readMetadata(c);
    await services.registrations.take(c.get("address"));
    const { redirect_uris: redirectUris, client_name } = metadata;
    const name = client_name ?? redirectDestination(redirectUris[0] ?? "");
    const { documents, clock, scopes } = services;
    const registered = await createRegistration(documents, { name, redirectUris }, clock.now());
    return respondRecord(
      c,
      {
        client_id: registered.id,
        client_id_issued_at: Math.floor(registered.createdAt / 1000),
        client_name: registered.name,
        redirect_uris: registered.redirectUris,
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
        scope: scopes.calls.join(" "),
      },
      201,
    );
  } catch (error) {
    return respondOAuthError(c, error);
  }
}
