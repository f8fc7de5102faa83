import type { Account } from "@tools-api/core/accounts";
import type { GrantedApp } from "@tools-api/core/oauth";
import { Page } from "../ui/layout.tsx";
import type { AuthorizationRequest } from "./authorization-request.ts";
import { redirectDestination } from "./destination.ts";
import type { ScopeCatalog } from "../http/scope-catalog.ts";

interface ConsentProps {
  base: string;
  account: Pick<Account, "email">;
  request: Pick<AuthorizationRequest, "client" | "redirectUri" | "scopes">;
  /** The scopes that the user has granted to the client before. */
  allowed: readonly string[];
  /** Absent for a client that an account registered. */
  app: GrantedApp | undefined;
  ticket: string;
  catalog: ScopeCatalog;
}

/** Renders the page that asks for consent to an application's scopes. */
export function Consent({ base, account, request, allowed, app, ticket, catalog }: ConsentProps) {
  const { client, scopes, redirectUri } = request;
  return (
    <Page title={`Allow ${client.name}?`} base={base} isAlone narrow>
      <div class="card">
        <h1>Allow “{client.name}” to use your account?</h1>
        {app && (
          <p>
            {app.host === null ? "This application" : <strong>{app.host}</strong>} registered itself and chose
            its own name. Continue only if you started it.
          </p>
        )}
        <p>The application can then:</p>
        <ul>
          {scopes.map((scope) => (
            <li>
              {catalog.permissions[scope]}
              {allowed.includes(scope) && <span class="muted"> (allowed before)</span>}
            </li>
          ))}
        </ul>
        <p class="muted">
          You are signed in as {account.email}. You continue to{" "}
          <strong>{redirectDestination(redirectUri)}</strong>. You can revoke access at any time under “Apps”.
        </p>
        <form method="post" action={`${base}/oauth/authorize`}>
          <input type="hidden" name="ticket" value={ticket} />
          <button class="wide" name="decision" value="allow">
            Allow
          </button>
          <button class="wide quiet" name="decision" value="deny">
            Deny
          </button>
        </form>
      </div>
    </Page>
  );
}
