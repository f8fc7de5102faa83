import { type AuditAction, auditActions } from "@tools-api/core/audit";
import { listAudit } from "./audit-routes.ts";
import type { AuditEntryRecord } from "../call/records.ts";
import { Relative } from "../../ui/format.tsx";
import { type PageCall, respondDashboard } from "../call/page-call.tsx";
import { OlderAndNewest, pageQuery, Table } from "../../ui/parts.tsx";

const actors = {
  operator: "An operator",
  cli: "A command on the server",
  system: "The server",
  anonymous: "A visitor",
} as const;

function isKnown(action: string): action is AuditAction {
  return Object.hasOwn(auditActions, action);
}

/** Returns the sentence of an action. An action of a later release is its own sentence. */
function meaning(action: string): string {
  return isKnown(action) ? auditActions[action] : action;
}

function detailText(value: AuditEntryRecord["details"][string]): string {
  return Array.isArray(value) ? value.join(", ") : String(value ?? "none");
}

function Details({ entry: { target, details } }: { entry: AuditEntryRecord }) {
  const facts = Object.entries(details).map(
    ([name, value]) => `${name.replaceAll("_", " ")}: ${detailText(value)}`,
  );
  const text = [...(target === null ? [] : [target]), ...facts].join(" · ");
  return text === "" ? null : <div class="muted small">{text}</div>;
}

interface AuditTableProps {
  /** `account` is shown with `accountUrl`. */
  entries: readonly (AuditEntryRecord & { account?: string })[];
  /** The name of the owner for the reader, such as You. */
  owner: string;
  /** Returns the address of the page of an account. Default: the entries are those of one account. */
  accountUrl?: (account: string) => string;
}

/** Renders entries of the audit log. */
export function AuditTable({ entries, owner, accountUrl }: AuditTableProps) {
  return (
    <Table label="Activity" class="stacked" columns={["Change", "By", "Time"]}>
      {entries.map((entry) => (
        <tr key={entry.id}>
          <td>
            {meaning(entry.action)}
            <Details entry={entry} />
            {accountUrl && entry.account !== undefined && (
              <div class="small">
                <a href={accountUrl(entry.account)}>{entry.account}</a>
              </div>
            )}
          </td>
          <td data-label="By">
            <div>
              {entry.actor.kind === "owner" ? owner : actors[entry.actor.kind]}
              {entry.address !== null && <div class="muted small">{entry.address}</div>}
            </div>
          </td>
          <td data-label="Time">
            <Relative at={entry.at} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** `GET /profile/activity`: shows the audit log of the account. */
export async function showAudit(page: PageCall): Promise<Response> {
  const { c, base, ask } = page;
  const after = c.req.query("after") || undefined;
  const { items, next } = await ask(listAudit, { query: pageQuery(after) });
  return respondDashboard(
    page,
    { title: "Activity", section: "profile", crumb: ["/profile", "Profile"] },
    <>
      <h1>Activity</h1>
      <p class="muted">
        Every change of your account, newest first. If you do not recognize an entry, set a new password and
        revoke the key.
      </p>
      <section class="card">
        {items.length === 0 ? (
          <p class="empty">The log has no entries here.</p>
        ) : (
          <AuditTable entries={items} owner="You" />
        )}
        <OlderAndNewest path={`${base}/profile/activity`} next={next} after={after} />
      </section>
    </>,
  );
}
