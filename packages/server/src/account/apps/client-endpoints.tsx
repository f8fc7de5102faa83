import type { AccountServices } from "../../session/services.ts";
import type { ClientRecord } from "../call/records.ts";
import { oauthEndpoints } from "../../http/oauth-endpoints.ts";
import { shellWord } from "../../ui/shell-word.ts";

type Services = Pick<AccountServices, "publicUrl">;

/** Returns the command with which a client that acts for its own account gets a token (RFC 6749 §4.4). */
export function tokenCall(services: Services, id: string, secret: string): string {
  const { token_endpoint } = oauthEndpoints(services.publicUrl);
  return `curl -u "${id}:${secret}" -d grant_type=client_credentials ${shellWord(token_endpoint)}`;
}

function authorizationUrl(services: Services, { id, redirectUris, scopes }: ClientRecord): string {
  const url = new URL(oauthEndpoints(services.publicUrl).authorization_endpoint);
  url.search = new URLSearchParams({
    response_type: "code",
    client_id: id,
    redirect_uri: redirectUris[0] ?? "",
    scope: scopes.join(" "),
    state: "STATE",
    code_challenge: "CHALLENGE",
    code_challenge_method: "S256",
  }).toString();
  return url.href;
}

/** Renders the endpoints and sample calls for the developer of the client. */
export function ClientEndpoints({ services, client }: { services: Services; client: ClientRecord }) {
  const endpoints = oauthEndpoints(services.publicUrl);
  const rows: [name: string, url: string][] = [
    ["Metadata", `${services.publicUrl}/.well-known/oauth-authorization-server`],
    ["Issuer", endpoints.issuer],
    ["Authorization", endpoints.authorization_endpoint],
    ["Token", endpoints.token_endpoint],
    ["Revocation", endpoints.revocation_endpoint],
    ["Keys (JWKS)", endpoints.jwks_uri],
  ];
  return (
    <section class="card" aria-labelledby="endpoints">
      <h2 id="endpoints">Endpoints</h2>
      <dl>
        {rows.map(([name, url]) => (
          <>
            <dt>{name}</dt>
            <dd>
              <code>{url}</code>
            </dd>
          </>
        ))}
      </dl>
      {client.grantTypes.includes("authorization_code") && (
        <>
          <h3>Authorization URL</h3>
          <p class="muted small">
            STATE is a random value that the client compares when the user returns. CHALLENGE is the SHA-256
            digest, in base64url, of the PKCE code verifier. The client sends the verifier to the token
            endpoint.
          </p>
          <pre class="wrap">{authorizationUrl(services, client)}</pre>
        </>
      )}
      {client.grantTypes.includes("client_credentials") && (
        <>
          <h3>Token request</h3>
          <pre class="wrap">{tokenCall(services, client.id, "$CLIENT_SECRET")}</pre>
        </>
      )}
    </section>
  );
}
