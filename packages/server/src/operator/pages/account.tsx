import { browserName } from "../../ui/browser-name.ts";
import { InvoiceStatus } from "../../account/plan/invoice-words.tsx";
import { keyState, scopesInWords, secretHint } from "../../account/keys/key-records.ts";
import { AuditTable } from "../../account/profile/audit.tsx";
import { UsageChart } from "../../account/report/chart.tsx";
import { periodNames } from "../../account/report/periods.ts";
import { Day, Instant, InstantAndDistance, money, number, Relative } from "../../ui/format.tsx";
import { type Faults, Field, FormFault, MoneyField } from "../../ui/form.tsx";
import type { PageCall } from "../../account/call/page-call.tsx";
import { Copyable, Facts, Outcome, Table } from "../../ui/parts.tsx";
import {
  getAccount,
  getAccountPlan,
  getAccountUsage,
  listAccountAudit,
  listAccountClients,
  listAccountGrants,
  listAccountInvoices,
  listAccountKeys,
  listAccountSessions,
} from "../calls/accounts.ts";
import { outcomes } from "./account-changes.ts";
import { ActionForm, ChangeForms } from "./account-forms.tsx";
import { AccountBadges } from "./accounts.tsx";
import { accountPath, respondConsole } from "./operator-page.tsx";

const query = { limit: 20 };
const active = { ...query, state: "active" };

/** Reads everything that the page of an account shows. */
async function readAccount({ ask }: PageCall) {
  const [account, plan, keys, sessions, clients, grants, invoices, audit, usage] = await Promise.all([
    ask(getAccount),
    ask(getAccountPlan),
    ask(listAccountKeys, { query: active }),
    ask(listAccountSessions, { query }),
    ask(listAccountClients, { query: active }),
    ask(listAccountGrants, { query }),
    ask(listAccountInvoices, { query: { ...query, order: "desc" } }),
    ask(listAccountAudit, { query }),
    ask(getAccountUsage),
  ]);
  return {
    account,
    plan,
    usage,
    keys: keys.items,
    sessions: sessions.items,
    clients: clients.items,
    grants: grants.items,
    invoices: invoices.items,
    audit: audit.items,
  };
}

type Found = Awaited<ReturnType<typeof readAccount>>;

/** The page call and everything that the page shows. */
type Shown = Found & { page: PageCall };

function AccountFacts({ account, plan, usage }: Shown) {
  const { suspension, emailVerifiedAt } = account;
  const { used, limit } = usage.quota;
  return (
    <section class="card">
      <h2>Account</h2>
      <Facts
        rows={[
          ["ID", <code>{account.id}</code>],
          account.name !== "" && ["Name", account.name],
          ["Created", <InstantAndDistance at={account.createdAt} />],
          [
            "Address confirmed",
            emailVerifiedAt === null ? "no" : <InstantAndDistance at={emailVerifiedAt} />,
          ],
          ["Plan", plan.title],
          account.plan.version > 1 && ["Version of the plan", account.plan.version],
          account.plan.agreedPrice !== null && ["Agreed price per month", money(plan.price)],
          ["Calls today", `${number(used)} of ${number(limit)}`],
          ["Amount due", money(plan.amountDue)],
          plan.credit.amount > 0 && ["Credit", money(plan.credit)],
          plan.graceEndsAt !== null && [
            "Past due, grace period ends",
            <InstantAndDistance at={plan.graceEndsAt} />,
          ],
          suspension && ["Suspended", <InstantAndDistance at={suspension.at} />],
          suspension && ["Reason", suspension.reason],
        ]}
      />
    </section>
  );
}

async function UsageCard({ usage }: Pick<Shown, "usage">) {
  return (
    <section class="card">
      <h2>Usage</h2>
      <UsageChart report={usage} names={await periodNames(usage)} />
    </section>
  );
}

function KeysCard({ keys, page }: Shown) {
  const { services } = page;
  return (
    <section class="card">
      <h2>API keys</h2>
      {keys.length === 0 ? (
        <p class="empty">The account has no active keys.</p>
      ) : (
        <Table
          label="API keys"
          class="keys stacked"
          columns={["Key", "Status", "Scopes", "Last used", "Change"]}
        >
          {keys.map((key) => {
            const { name, tone } = keyState(key, services.clock.now());
            return (
              <tr key={key.id}>
                <th scope="row">
                  {key.name}
                  <div class="muted small">
                    <code>{secretHint(key) ?? key.id}</code>
                  </div>
                </th>
                <td data-label="Status">
                  <span class={`badge ${tone}`}>{name}</span>
                </td>
                <td data-label="Scopes">{scopesInWords(key, services.scopes)}</td>
                <td data-label="Last used">
                  {key.lastUsedAt === null ? "never" : <Relative at={key.lastUsedAt} />}
                  {key.lastUsedFrom !== null && <div class="muted small">from {key.lastUsedFrom}</div>}
                </td>
                <td>
                  <ActionForm page={page} action="revoke-key" object={key.id} label="Revoke" of={key.name} />
                </td>
              </tr>
            );
          })}
        </Table>
      )}
    </section>
  );
}

function AppsCard({ clients, grants, page }: Shown) {
  return (
    <section class="card">
      <h2>Apps</h2>
      {clients.length + grants.length === 0 && <p class="empty">The account has no apps.</p>}
      <ul class="rows">
        {clients.map(({ id, name }) => (
          <li key={id}>
            <div>
              {name}
              <div class="muted small">OAuth client of the account</div>
            </div>
            <ActionForm page={page} action="revoke-client" object={id} label="Revoke" of={name} />
          </li>
        ))}
        {grants.map(({ id, client, scopes }) => (
          <li key={id}>
            <div>
              {client.name ?? client.id}
              <div class="muted small">App with access: {scopes.join(", ")}</div>
            </div>
            <ActionForm
              page={page}
              action="revoke-grant"
              object={id}
              label="End access"
              of={client.name ?? client.id}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function SessionsCard({ sessions, page }: Shown) {
  return (
    <section class="card">
      <h2>Sessions</h2>
      {sessions.length === 0 ? (
        <p class="empty">The owner is not signed in.</p>
      ) : (
        <>
          <ul class="rows">
            {sessions.map(({ id, userAgent, lastSeenAt }) => (
              <li key={id}>
                <div>
                  {browserName(userAgent)}
                  <div class="muted small">
                    Last seen <Relative at={lastSeenAt} />
                  </div>
                </div>
              </li>
            ))}
          </ul>
          <ActionForm page={page} action="end-sessions" label="End all sessions" />
        </>
      )}
    </section>
  );
}

function isFailed({ status }: Shown["invoices"][number]): boolean {
  return status === "payment_failed" || status === "uncollectible";
}

function InvoicesCard({ invoices, page }: Shown) {
  return (
    <section class="card">
      <h2>Invoices</h2>
      {invoices.length === 0 ? (
        <p class="empty">The account has no invoices.</p>
      ) : (
        <Table
          label="Invoices"
          columns={["Invoice", "Status", { amount: "Total" }, { amount: "Due" }, "Change"]}
        >
          {invoices.map(
            ({ id, number: invoiceNumber, createdAt, status, total, amountDue, paymentFailure: failure }) => (
              <tr key={id}>
                <th scope="row">
                  <a href={`${page.base}${accountPath(page.id)}/invoices/${id}`}>{invoiceNumber ?? id}</a>
                  <div class="muted small">
                    <Day at={createdAt} />
                  </div>
                </th>
                <td>
                  <InvoiceStatus status={status} />
                  {failure && (
                    <div class="muted small">
                      {failure.kind.replaceAll("_", " ")}: {failure.reason} (<Instant at={failure.at} />)
                    </div>
                  )}
                </td>
                <td class="amount">{money(total)}</td>
                <td class="amount">{money(amountDue)}</td>
                <td>
                  {amountDue.amount > 0 && (
                    <ActionForm
                      page={page}
                      action="pay"
                      object={id}
                      label="Mark as paid"
                      of={`invoice ${id}`}
                    />
                  )}
                </td>
              </tr>
            ),
          )}
        </Table>
      )}
      {page.services.billing.payments && invoices.some(isFailed) && (
        <ActionForm page={page} action="retry-payments" label="Retry payments" />
      )}
    </section>
  );
}

/** Renders the upgrade that waits for the operator, and the form that credits the account or pays credit out. */
function CreditCard({ plan, page, account, faults }: Shown & { faults: Faults }) {
  const { requested, credit } = plan;
  return (
    <section class="card">
      <h2>Credit</h2>
      {requested?.invoice === null && (
        <div class="notice warn">
          <p>
            The owner requested the {requested.plan} plan on <Instant at={requested.at} />.
          </p>
          <ActionForm page={page} action="approve" label={`Approve the ${requested.plan} plan`} />
        </div>
      )}
      <p>The account has a credit of {money(credit)}. Credit pays open invoices first, then later ones.</p>
      <form method="post" action={page.base + accountPath(account.id)} class="fields">
        <MoneyField
          name="amount"
          label="Amount"
          hint="Such as 29.00."
          currency={credit.currency}
          faults={faults}
        />
        <Field
          name="credit_reason"
          label="Purpose"
          hint="The invoice shows it to the owner."
          faults={faults}
        />
        <p class="actions">
          <button name="action" value="credit">
            Credit account
          </button>
          {credit.amount > 0 && (
            <button class="quiet" name="action" value="payout">
              Record payout
            </button>
          )}
        </p>
      </form>
    </section>
  );
}

function AuditCard({ audit }: Shown) {
  return (
    <section class="card">
      <h2>Activity</h2>
      {audit.length === 0 ? (
        <p class="empty">The audit log has no entries.</p>
      ) : (
        <AuditTable entries={audit} owner="The owner" />
      )}
    </section>
  );
}

function LinkCard({ url }: { url: string }) {
  return (
    <section class="card">
      <h2>Sign-in link</h2>
      <p>The link signs in to this account once, within 15 minutes. Send it only to the owner.</p>
      <Copyable id="link" text={url} label="link" />
    </section>
  );
}

interface AccountState {
  faults?: Faults;
  error?: unknown;
  /** A sign-in link to show. */
  url?: string | null;
}

/** `GET /operator/console/:id`: shows an account with the forms that change it. */
export async function respondAccount(
  page: PageCall,
  { faults = {}, error, url = null }: AccountState = {},
): Promise<Response> {
  const { c } = page;
  const shown = { page, ...(await readAccount(page)) };
  const { account } = shown;
  const title = account.email || account.id;
  return respondConsole(
    page,
    {
      title,
      path: "/operator/console",
      styles: ["chart.css", "usage.css", "keys.css"],
      scripts: ["usage-chart.js", "copy-button.js"],
      error,
    },
    <>
      <div class="page-title">
        <h1>{title}</h1>
        <p>
          <AccountBadges account={account} />
        </p>
      </div>
      <Outcome name={c.req.query("notice")} sentences={outcomes} />
      <FormFault faults={faults} />
      {url !== null && <LinkCard url={url} />}
      <div class="columns">
        <AccountFacts {...shown} />
        <ChangeForms
          page={page}
          account={account}
          currency={shown.plan.price.currency}
          path={accountPath(account.id)}
          faults={faults}
        />
      </div>
      <UsageCard usage={shown.usage} />
      <KeysCard {...shown} />
      <div class="columns">
        <SessionsCard {...shown} />
        <AppsCard {...shown} />
      </div>
      <InvoicesCard {...shown} />
      <CreditCard {...shown} faults={faults} />
      <AuditCard {...shown} />
    </>,
  );
}
