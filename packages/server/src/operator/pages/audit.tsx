import { actorKinds } from "@tools-api/core/audit";
import { AuditTable } from "../../account/profile/audit.tsx";
import { type Faults, Field, FormFault, formFaults } from "../../ui/form.tsx";
import type { PageCall } from "../../account/call/page-call.tsx";
import { OlderAndNewest, pageQuery } from "../../ui/parts.tsx";
import { singleValues } from "../../http/query.ts";
import { listServerAudit, type ServerAuditEntryRecord } from "../calls/audit.ts";
import { accountPath, respondConsole } from "./operator-page.tsx";

const path = "/operator/audit";

const fields = [
  { name: "actor", label: "Actor", hint: `One of ${actorKinds.join(", ")}, or the ID of an account.` },
  { name: "action", label: "Action", hint: "An action such as key.created, or its object such as key." },
  { name: "account", label: "Account ID", hint: "" },
  { name: "since", label: "Since", hint: "A date such as 2026-11-24, or a time in RFC 3339." },
  { name: "until", label: "Until", hint: "A date or a time, which is not included." },
] as const;

interface SearchProps {
  base: string;
  values: Readonly<Record<string, string>>;
  faults: Faults;
}

function SearchForm({ base, values, faults }: SearchProps) {
  return (
    <section class="card" aria-label="Search">
      <FormFault faults={faults} />
      <form method="get" action={base + path} class="fields">
        {fields.map(({ name, label, hint }) => (
          <Field
            key={name}
            name={name}
            label={label}
            {...(hint !== "" && { hint })}
            value={values[name]}
            faults={faults}
            optional
          />
        ))}
        <button>Show activity</button>
      </form>
    </section>
  );
}

/** `GET /operator/audit` of a browser: shows the audit log of the server. */
export async function showServerAudit(page: PageCall): Promise<Response> {
  const { c, base, ask } = page;
  // A form sends the fields that the user left empty.
  const filled = Object.entries(c.req.query()).filter(([, value]) => value.trim() !== "");
  const { after, ...sent } = singleValues(filled);
  const values = Object.fromEntries(
    Object.entries(sent).filter(([name]) => fields.some((field) => field.name === name)),
  );
  let failure: unknown;
  let faults: Faults = {};
  let found: { items: readonly ServerAuditEntryRecord[]; next: string | null } = { items: [], next: null };
  try {
    found = await ask(listServerAudit, { query: { ...values, ...pageQuery(after) } });
  } catch (error) {
    failure = error;
    faults = formFaults(error);
  }
  const { items, next } = found;
  const query = new URLSearchParams(values);
  const csv = new URLSearchParams([...query, ["format", "csv"]]);
  return respondConsole(
    page,
    { title: "Activity", path, error: failure },
    <>
      <div class="page-title">
        <h1>Activity</h1>
        <a class="button quiet small" href={`${base}${path}?${csv.toString()}`}>
          Download as CSV
        </a>
      </div>
      <SearchForm base={base} values={values} faults={faults} />
      <section class="card">
        {items.length === 0 ? (
          <p class="empty">{next === null ? "No change matches." : "No change of this page matches."}</p>
        ) : (
          <AuditTable entries={items} owner="The owner" accountUrl={(id) => base + accountPath(id)} />
        )}
        <OlderAndNewest path={base + path} query={query} next={next} after={after} />
      </section>
    </>,
  );
}
