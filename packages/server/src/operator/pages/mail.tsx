import { Relative } from "../../ui/format.tsx";
import { FormFault, formFaults, type Faults } from "../../ui/form.tsx";
import type { PageCall } from "../../account/call/page-call.tsx";
import { readPageForm } from "../../ui/page-form.ts";
import { NextPage, Outcome, pageQuery, Table } from "../../ui/parts.tsx";
import { listMailFailures, retryAllMails, retryMail, testMail } from "../calls/mail.ts";
import { accountPath, respondConsole } from "./operator-page.tsx";

const path = "/operator/mail";

const outcomes = new Map([
  ["retry", "The server sends the mail again within a few seconds."],
  ["retry-all", "The server sends the mails again. Those whose links have expired stay in the list."],
  ["test", "The mail server accepted the test mail to your address."],
]);

type Failures = Awaited<ReturnType<typeof readFailures>>["items"];

function readFailures({ c, ask }: PageCall) {
  return ask(listMailFailures, { query: pageQuery(c.req.query("after") || undefined) });
}

function FailureTable({ base, failures }: { base: string; failures: Failures }) {
  return (
    <Table label="Failed mails" class="keys stacked" columns={["Mail", "To", "Error", "Change"]}>
      {failures.map(({ id, type, account, to, attempts, failedAt, error }) => (
        <tr key={id}>
          <th scope="row">
            {type}
            <div class="muted small">
              <Relative at={failedAt} />
            </div>
          </th>
          <td data-label="To">
            {to ?? "The owner"}
            {account !== null && (
              <p class="small">
                <a href={base + accountPath(account)}>View the account</a>
              </p>
            )}
          </td>
          <td data-label="Error">
            {error}
            <div class="muted small">{attempts === 1 ? "1 attempt" : `${attempts} attempts`}</div>
          </td>
          <td>
            <form method="post" action={base + path}>
              <input type="hidden" name="retry" value={id} />
              <button class="quiet small" aria-label={`Send the mail ${id} again`}>
                Send again
              </button>
            </form>
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** `GET /operator/mail`: shows the mails that failed, and the button of a test mail. */
export async function respondMail(
  page: PageCall,
  { faults = {}, error }: { faults?: Faults; error?: unknown } = {},
): Promise<Response> {
  const { c, base, services, signedIn } = page;
  const { items, next } = await readFailures(page);
  return respondConsole(
    page,
    { title: "Mail", path, styles: ["keys.css"], error },
    <>
      <h1>Mail</h1>
      <Outcome name={c.req.query("notice")} sentences={outcomes} />
      <FormFault faults={faults} />
      <section class="card">
        <h2>Test mail</h2>
        {services.mail?.mailer ? (
          <form method="post" action={base + path}>
            <p>The test goes to {signedIn.account.email}. An error shows the answer of the mail server.</p>
            <button name="test" value="true">
              Send test mail
            </button>
          </form>
        ) : (
          <p class="empty">This server sends no mail. SMTP_URL names a mail server.</p>
        )}
      </section>
      <section class="card">
        <div class="page-title">
          <h2>Failed mails</h2>
          {items.length > 0 && (
            <form method="post" action={base + path}>
              <button class="quiet small" name="retry" value="">
                Send all again
              </button>
            </form>
          )}
        </div>
        {items.length === 0 ? (
          <p class="empty">No mail of the last 30 days has failed.</p>
        ) : (
          <FailureTable base={base} failures={items} />
        )}
        <NextPage path={base + path} next={next} />
      </section>
    </>,
  );
}

/** `POST /operator/mail`: sends a failed mail, all of them, or a test mail. */
export async function submitMail(page: PageCall): Promise<Response> {
  const { c, base, ask } = page;
  const { retry, test } = await readPageForm(c);
  try {
    if (test !== undefined) await ask(testMail);
    else if (retry) await ask(retryMail, { id: retry });
    else await ask(retryAllMails);
  } catch (error) {
    return respondMail(page, { faults: formFaults(error), error });
  }
  const notice = test !== undefined ? "test" : retry ? "retry" : "retry-all";
  return c.redirect(`${base}${path}?notice=${notice}`, 303);
}
