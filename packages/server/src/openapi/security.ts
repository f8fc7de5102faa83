import { operatorScope } from "@tools-api/core/accounts";
import type { Json } from "./schema.ts";
import type { ServedPart, Services } from "../http/context.ts";

/** Returns the alternative credentials for a scope: an API key or a token, or an OAuth flow. */
export function bearerSecurity(scope: string, served: readonly ServedPart[]): Json[] {
  return [{ bearer: [scope] }, ...(served.includes("oauth") ? [{ oauth2: [scope] }] : [])];
}

/** The security of calls that only a browser makes, with its session. */
export const sessionSecurity: Json[] = [{ session: [] }];

/** The security of calls that an OAuth client makes for itself. A client can also send its credentials in the form. */
export const clientSecurity: Json[] = [{ client: [] }, {}];

/** Returns the alternative credentials for a call under `/account`, including a browser's session. */
export function managementSecurity(scope: string, served: readonly ServedPart[]): Json[] {
  return [...sessionSecurity, ...bearerSecurity(scope, served)];
}

/** The security of the calls of operators, which no OAuth client can make. */
export const operatorSecurity: Json[] = [...sessionSecurity, { bearer: [operatorScope] }];

function oauth2({ publicUrl, scopes }: Pick<Services, "publicUrl" | "scopes">): Json {
  const granted = Object.fromEntries(scopes.all.map((scope) => [scope, scopes.permissions[scope]]));
  const endpoints = { tokenUrl: `${publicUrl}/oauth/token`, scopes: granted };
  return {
    type: "oauth2",
    description: `Metadata (RFC 8414): ${publicUrl}/.well-known/oauth-authorization-server. PKCE with S256 is required.`,
    flows: {
      authorizationCode: {
        authorizationUrl: `${publicUrl}/oauth/authorize`,
        refreshUrl: `${publicUrl}/oauth/token`,
        ...endpoints,
      },
      clientCredentials: endpoints,
    },
  };
}

/** Returns the name of the session cookie. */
export function sessionCookie(publicUrl: string): string {
  return publicUrl.startsWith("https:") ? "__Host-session" : "session";
}

function session(publicUrl: string): Json {
  return {
    type: "apiKey",
    in: "cookie",
    name: sessionCookie(publicUrl),
    description:
      "The session of a user who is signed in with a browser. A request that changes data must come from a page of this " +
      "server, as shown by `Sec-Fetch-Site` or `Origin`. A bearer credential together with the cookie is refused.",
  };
}

/** Returns the security schemes of a server. */
export function securitySchemes(services: Pick<Services, "publicUrl" | "served" | "scopes">): Json {
  const { publicUrl, served, scopes } = services;
  return {
    bearer: {
      type: "http",
      scheme: "bearer",
      description: [
        "An API key (`tk_live_…`), or a JWT access token (RFC 9068) of an issuer that the operator trusts.",
        ...(served.includes("management")
          ? ["Under /v1, also a token from `POST /account/session-token`."]
          : []),
        `Scopes: ${scopes.all.join(", ")}.`,
      ].join(" "),
    },
    ...(served.includes("oauth") && {
      oauth2: oauth2(services),
      client: {
        type: "http",
        scheme: "basic",
        description: "The id and the secret of an OAuth client, each form-encoded (RFC 6749 §2.3.1).",
      },
    }),
    ...(served.includes("management") && { session: session(publicUrl) }),
  };
}
