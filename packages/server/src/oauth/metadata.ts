import { grantTypes } from "@tools-api/core/oauth";
import { mcpPath } from "../http/protected-resource.ts";
import { oauthEndpoints } from "../http/oauth-endpoints.ts";
import type { OAuthServices } from "./services.ts";

const confidentialMethods = ["client_secret_basic", "client_secret_post"];
const clientMethods = [...confidentialMethods, "none"];

/** Returns the metadata of the authorization server (RFC 8414 §2). */
export function serverMetadata({
  publicUrl,
  scopes,
  selfRegistration,
}: Pick<OAuthServices, "publicUrl" | "scopes" | "selfRegistration">) {
  return {
    ...oauthEndpoints(publicUrl),
    ...(selfRegistration && { registration_endpoint: `${publicUrl}/oauth/register` }),
    scopes_supported: scopes.all,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: grantTypes,
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: clientMethods,
    revocation_endpoint_auth_methods_supported: clientMethods,
    introspection_endpoint_auth_methods_supported: confidentialMethods,
    prompt_values_supported: ["none", "login", "consent"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: selfRegistration,
  };
}

/** Returns the metadata of the API as a protected resource (RFC 9728 §2). */
export function resourceMetadata({
  publicUrl,
  scopes,
  brand,
}: Pick<OAuthServices, "publicUrl" | "scopes" | "brand">) {
  return {
    resource: publicUrl,
    authorization_servers: [publicUrl],
    scopes_supported: scopes.all,
    bearer_methods_supported: ["header"],
    resource_name: brand.name,
  };
}

/** Returns the metadata of `/mcp`, which has tools but no management calls. */
export function mcpResourceMetadata(services: Pick<OAuthServices, "publicUrl" | "scopes" | "brand">) {
  return {
    ...resourceMetadata(services),
    resource: services.publicUrl + mcpPath,
    scopes_supported: services.scopes.calls,
    resource_name: `${services.brand.name} for agents`,
  };
}
