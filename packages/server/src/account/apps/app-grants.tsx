import { revokeGrant } from "./grants.ts";
import type { GrantRecord } from "../call/records.ts";
import type { ScopeCatalog } from "../../http/scope-catalog.ts";
import { Day, Relative } from "../../ui/format.tsx";
import type { PageCall } from "../call/page-call.tsx";
import { readPageForm } from "../../ui/page-form.ts";
import { NextPage } from "../../ui/parts.tsx";

interface GrantRowProps {
  base: string;
  grant: GrantRecord;
  catalog: ScopeCatalog;
}

function GrantRow({ base, grant, catalog }: GrantRowProps) {
  const name = grant.client.name ?? "An app that is no longer registered";
  return (
    <li>
      <div>
        <h3>{name}</h3>
        {grant.client.selfRegistered && (
          <p class="small">
            Registered itself, from <strong>{grant.client.host}</strong>
          </p>
        )}
        <ul class="muted small">
          {grant.scopes.map((scope) => (
            <li key={scope}>{catalog.permissions[scope]}</li>
          ))}
        </ul>
        <p class="muted small">
          Authorized on <Day at={grant.createdAt} /> · last used{" "}
          {grant.lastUsedAt === null ? "never" : <Relative at={grant.lastUsedAt} />}
        </p>
      </div>
      <form method="post" action={`${base}/apps`}>
        <input type="hidden" name="grant" value={grant.id} />
        <button class="quiet small" aria-label={`Revoke access of ${name}`}>
          Revoke access
        </button>
      </form>
    </li>
  );
}

/** Renders the apps that may use the owner's account. */
export function Grants({
  base,
  grants,
  catalog,
}: {
  base: string;
  catalog: ScopeCatalog;
  grants: { items: GrantRecord[]; next: string | null };
}) {
  const { items, next } = grants;
  return (
    <section class="card" aria-labelledby="grants">
      <h2 id="grants">Apps with access to your account</h2>
      {items.length === 0 ? (
        <p class="empty">
          No app has access. An app that wants to use your account sends you here to allow or deny it.
        </p>
      ) : (
        <>
          <p class="muted small">
            Revoke the access of apps that you no longer use. The server rejects the app from its next call,
            and the app must ask you again.
          </p>
          <ul class="rows">
            {items.map((grant) => (
              <GrantRow key={grant.id} base={base} grant={grant} catalog={catalog} />
            ))}
          </ul>
          <NextPage path={`${base}/apps`} next={next} />
        </>
      )}
    </section>
  );
}

/** `POST /apps`: revokes a grant. */
export async function withdraw({ c, base, ask }: PageCall): Promise<Response> {
  const { grant = "" } = await readPageForm(c);
  await ask(revokeGrant, { id: grant });
  return c.redirect(`${base}/apps?notice=withdrawn`, 303);
}
