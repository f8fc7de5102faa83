import type { Plans } from "@tools-api/core";
import { accountStatuses } from "@tools-api/core/accounts";
import { planTitle } from "@tools-api/core/billing";
import { type Faults, Field, FormFault, formFaults, SelectField } from "../../ui/form.tsx";
import { number, Relative } from "../../ui/format.tsx";
import type { PageCall } from "../../account/call/page-call.tsx";
import { NextPage, pageQuery, Table } from "../../ui/parts.tsx";
import { singleValues } from "../../http/query.ts";
import { listAccounts } from "../calls/accounts.ts";
import type { OperatorAccountRecord } from "../calls/records.ts";
import { accountPath, respondConsole } from "./operator-page.tsx";
import { planOptions } from "./plan-options.ts";

const statusBadges = {
  active: { name: "Active", badge: "badge good" },
  suspended: { name: "Suspended", badge: "badge bad" },
  closed: { name: "Closed", badge: "badge" },
} as const;

/** Renders the status of an account, and whether it is an operator. */
export function AccountBadges({ account }: { account: OperatorAccountRecord }) {
  const { name, badge } = statusBadges[account.status];
  return (
    <>
      <span class={badge}>{name}</span> {account.role === "operator" && <span class="badge">Operator</span>}
    </>
  );
}

interface TableProps {
  base: string;
  plans: Plans;
  accounts: readonly OperatorAccountRecord[];
}

function AccountTable({ base, plans, accounts }: TableProps) {
  return (
    <Table
      label="Accounts"
      class="keys stacked"
      columns={["Account", "Status", "Plan", { amount: "Calls a day" }, "Created"]}
    >
      {accounts.map((account) => (
        <tr key={account.id}>
          <th scope="row">
            <a href={base + accountPath(account.id)}>{account.email || account.id}</a>
            {account.name !== "" && <p class="muted small">{account.name}</p>}
          </th>
          <td data-label="Status">
            <AccountBadges account={account} />
          </td>
          <td data-label="Plan">{planTitle(plans, account.plan.name)}</td>
          <td data-label="Calls a day" class="amount">
            {number(account.plan.dailyLimit)}
          </td>
          <td data-label="Created">
            <Relative at={account.createdAt} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

const any = ["", "Any"] as const;
const statuses = [any, ...accountStatuses.map((name) => [name, statusBadges[name].name] as const)];
const conditions = [any, ["past_due", "Past due"], ["over_limit", "No calls left today"]] as const;
const searched = ["query", "plan", "status", "condition"];

interface SearchProps {
  base: string;
  plans: Plans;
  values: Readonly<Record<string, string>>;
  faults: Faults;
}

function SearchForm({ base, plans, values, faults }: SearchProps) {
  const select = (name: string, label: string, options: readonly (readonly [string, string])[]) => (
    <SelectField
      name={name}
      label={label}
      options={options}
      selected={values[name] ?? ""}
      fault={faults[name]}
    />
  );
  return (
    <section class="card">
      <FormFault faults={faults} />
      <form method="get" action={`${base}/operator/console`} class="fields">
        <Field name="query" label="Search" value={values["query"]} faults={faults} optional />
        {select("plan", "Plan", [any, ...planOptions(plans)])}
        {select("status", "Status", statuses)}
        {select("condition", "Condition", conditions)}
        <button>Find accounts</button>
      </form>
    </section>
  );
}

/** Returns the query of the call. The field `condition` has the name of a field that is true. */
function searchOf({ condition, ...others }: Readonly<Record<string, string>>): Record<string, unknown> {
  return { ...others, ...(condition !== undefined && { [condition]: true }) };
}

/** `GET /operator/console`: finds accounts. */
export async function showAccounts(page: PageCall): Promise<Response> {
  const { c, base, ask } = page;
  const { plans } = page.services;
  // A form sends the fields that the user left empty.
  const filled = Object.entries(c.req.query()).filter(([, value]) => value.trim() !== "");
  const { after, ...sent } = singleValues(filled);
  const values = Object.fromEntries(Object.entries(sent).filter(([name]) => searched.includes(name)));
  let faults: Faults = {};
  let failure: unknown;
  let found: { items: readonly OperatorAccountRecord[]; next: string | null } = { items: [], next: null };
  try {
    found = await ask(listAccounts, { query: { ...searchOf(values), ...pageQuery(after) } });
  } catch (error) {
    failure = error;
    faults = formFaults(error);
  }
  const { items, next } = found;
  return respondConsole(
    page,
    { title: "Accounts", path: "/operator/console", styles: ["keys.css"], error: failure },
    <>
      <h1>Accounts</h1>
      <p class="muted">
        Search by the beginning of an address, by @ and a domain, by a name, by the ID of an account or a key,
        or by the first 12 characters of a key.
      </p>
      <SearchForm base={base} plans={plans} values={values} faults={faults} />
      <section class="card">
        {items.length === 0 ? (
          <p class="empty">
            {next === null ? "There are no such accounts." : "No account of this page matches."}
          </p>
        ) : (
          <AccountTable base={base} plans={plans} accounts={items} />
        )}
        <NextPage path={`${base}/operator/console`} query={new URLSearchParams(values)} next={next} />
      </section>
    </>,
  );
}
