import type { Child } from "hono/jsx";
import { listClients } from "../apps/clients.ts";
import { listGrants } from "../apps/grants.ts";
import { getProviderLink } from "../profile/identity-provider-routes.ts";
import { listKeys } from "../keys/routes.ts";
import { listPasskeys } from "../profile/passkeys-routes.ts";
import type { PageCall } from "../call/page-call.tsx";

const shown = 5;

/** The credentials that work without the password: the first few of each kind. */
export interface GivenOut {
  lists: { title: string; names: string[]; hasMore: boolean }[];
}

/** Returns the credentials that can use the account without its password; `null` if there are none. */
export async function readGivenOut({ ask }: PageCall): Promise<GivenOut | null> {
  const query = { state: "active", limit: shown };
  const [keys, clients, grants, passkeys, { link }] = await Promise.all([
    ask(listKeys, { query }),
    ask(listClients, { query }),
    ask(listGrants, { query: { limit: shown } }),
    ask(listPasskeys),
    ask(getProviderLink),
  ]);
  const lists = [
    { title: "API keys", names: keys.items.map(({ name }) => name), hasMore: keys.next !== null },
    { title: "OAuth clients", names: clients.items.map(({ name }) => name), hasMore: clients.next !== null },
    {
      title: "Apps with access to your account",
      names: grants.items.map(({ client }) => client.name ?? "An app that is no longer registered"),
      hasMore: grants.next !== null,
    },
    {
      title: "Passkeys",
      names: passkeys.items.slice(0, shown).map(({ name }) => name),
      hasMore: passkeys.items.length > shown,
    },
    {
      title: "Users of the identity provider",
      names: link ? [link.email ?? link.subject] : [],
      hasMore: false,
    },
  ].filter(({ names }) => names.length > 0);
  return lists.length === 0 ? null : { lists };
}

/** Renders the credentials with an offer to end them. */
export function EndGivenOut({ lists, checked }: GivenOut & { checked: boolean }): Child {
  return (
    <fieldset>
      <legend>Access without your password</legend>
      {lists.map(({ title, names, hasMore }) => (
        <div key={title}>
          <p>{title}</p>
          <ul class="muted small">
            {names.map((name) => (
              <li>{name}</li>
            ))}
            {hasMore && <li>and others</li>}
          </ul>
        </div>
      ))}
      {/* Distinguishes an unchecked box from a page without the box. */}
      <input type="hidden" name="offered" value="end_credentials" />
      <label class="choice">
        <input type="checkbox" name="end_credentials" checked={checked} />
        <span>
          End all of this access
          <br />
          <span class="muted">
            {checked
              ? "Another person may have created these. Uncheck this only if you recognize every one."
              : "Check this if another person may have created one of these."}
          </span>
        </span>
      </label>
    </fieldset>
  );
}
