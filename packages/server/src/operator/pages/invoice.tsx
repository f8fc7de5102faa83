import { invoiceNumber, moneyFrom } from "../../ui/format.tsx";
import { InvoiceContent } from "../../account/plan/invoice-page.tsx";
import { InvoiceStatus } from "../../account/plan/invoice-words.tsx";
import { type Faults, Field, formFaults, FormFault, MoneyField } from "../../ui/form.tsx";
import type { PageCall } from "../../account/call/page-call.tsx";
import { readPageForm } from "../../ui/page-form.ts";
import { getAccount, getAccountInvoice } from "../calls/accounts.ts";
import { refund, voidOne, writeOff } from "../calls/billing.ts";
import { accountPath, askForRecentSignIn, respondConsole } from "./operator-page.tsx";

function invoiceId({ c }: PageCall): string {
  return c.req.param("invoice") ?? "";
}

interface InvoiceState {
  faults?: Faults;
  error?: unknown;
}

function EndForms({ path, faults }: { path: string; faults: Faults }) {
  return (
    <section class="card no-print">
      <h2>End the invoice</h2>
      <p>Void an invoice that was never owed. Write off an invoice that will not be paid.</p>
      <form method="post" action={path}>
        <Field name="reason" label="Reason" hint="The ledger shows it to the owner." faults={faults} />
        <p class="actions">
          <button name="action" value="void">
            Void invoice
          </button>
          <button class="bad" name="action" value="write-off">
            Write off
          </button>
        </p>
      </form>
    </section>
  );
}

interface RefundProps {
  path: string;
  currency: string;
  faults: Faults;
  isCollected: boolean;
}

function RefundForm({ path, currency, faults, isCollected }: RefundProps) {
  return (
    <section class="card no-print">
      <h2>Record a refund</h2>
      {isCollected && (
        <p class="notice">Refunds that you make at the payment provider arrive by themselves.</p>
      )}
      <form method="post" action={path}>
        <input type="hidden" name="action" value="refund" />
        <MoneyField name="amount" label="Amount" hint="Such as 29.00." currency={currency} faults={faults} />
        <Field
          name="reference"
          label="Reference"
          hint="The ID of the transfer. The server records it once."
          faults={faults}
        />
        <button>Record refund</button>
      </form>
    </section>
  );
}

/** `GET /operator/console/:id/invoices/:invoice`: shows an invoice with the forms that end or refund it. */
export async function showInvoice(
  page: PageCall,
  { faults = {}, error }: InvoiceState = {},
): Promise<Response> {
  const { c, base, id, services, ask } = page;
  const invoice = await ask(getAccountInvoice, { id: invoiceId(page) });
  const account = await ask(getAccount);
  const path = `${base}${accountPath(id)}/invoices/${invoice.id}`;
  return respondConsole(
    page,
    { title: `Invoice ${invoiceNumber(invoice)}`, path: "/operator/billing", styles: ["plan.css"], error },
    <>
      <p class="crumb">
        <a href={base + accountPath(id)}>Account</a>
      </p>
      <article class="card">
        <div class="page-title">
          <h1>Invoice {invoiceNumber(invoice)}</h1>
          <InvoiceStatus status={invoice.status} />
        </div>
        {c.req.query("notice") === "done" && (
          <p class="notice" role="status">
            The ledger has the change.
          </p>
        )}
        <FormFault faults={faults} />
        <InvoiceContent account={account} invoice={invoice} />
      </article>
      {invoice.amountDue.amount > 0 && <EndForms path={path} faults={faults} />}
      {invoice.amountPaid.amount > 0 && (
        <RefundForm
          path={path}
          currency={invoice.amountPaid.currency}
          faults={faults}
          isCollected={services.billing.payments !== undefined}
        />
      )}
    </>,
  );
}

/** `POST /operator/console/:id/invoices/:invoice`: voids, writes off or refunds an invoice. */
export async function submitInvoice(page: PageCall): Promise<Response> {
  const { c, base, id, ask } = page;
  const { action, reason = "", amount = "", currency = "", reference = "" } = await readPageForm(c);
  const invoice = invoiceId(page);
  const path = `${accountPath(id)}/invoices/${invoice}`;
  const redirect = action === "refund" ? askForRecentSignIn(page, path) : null;
  if (redirect) return redirect;
  try {
    if (action === "refund")
      await ask(refund, { id: invoice, body: { amount: moneyFrom(amount, currency), reference } });
    else await ask(action === "write-off" ? writeOff : voidOne, { id: invoice, body: { reason } });
    return c.redirect(`${base}${path}?notice=done`, 303);
  } catch (error) {
    const faults = formFaults(error, {
      reason: "Enter a reason of 1 to 200 characters.",
      amount: "Enter an amount such as 29.00.",
      reference: "Enter the ID of the transfer.",
    });
    return showInvoice(page, { faults, error });
  }
}
