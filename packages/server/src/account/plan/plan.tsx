import { defaultPlan } from "@tools-api/core/billing";
import { getInvoices } from "./invoice-routes.ts";
import { cancelPlanChange, getPlan } from "./routes.ts";
import { formFaults, type Faults, FormFault } from "../../ui/form.tsx";
import { type PageCall, respondDashboard } from "../call/page-call.tsx";
import { readPageForm } from "../../ui/page-form.ts";
import { type PageRoute, signedIn } from "../call/page-route.ts";
import { showBuyer, submitBuyer } from "./buyer.tsx";
import { InvoiceTable, showInvoices } from "./invoices.tsx";
import { showChange, submitChange } from "./change.tsx";
import { showLedger } from "./ledger.tsx";
import { Changed, Due } from "./notices.tsx";
import { PlanNow } from "./now.tsx";
import { Offers } from "./offers.tsx";
import { paymentForms, PaymentMethods } from "./payments.tsx";

const invoicesShown = 5;

/** Responds with the account's plan, and with the errors of a rejected form. */
async function respondPlan(
  page: PageCall,
  { error, faults = error === undefined ? {} : formFaults(error) }: { error?: unknown; faults?: Faults } = {},
): Promise<Response> {
  const { c, base, services, ask } = page;
  // Read first: it closes due billing cycles, and the invoices below then include them.
  const state = await ask(getPlan);
  const { items } = await ask(getInvoices, { query: { order: "desc", limit: 100 } });
  const open = items.filter(({ amountDue }) => amountDue.amount > 0);
  const made = items.find(({ id }) => id === c.req.query("invoice"));
  return respondDashboard(
    page,
    { title: "Plan", section: "plan", styles: ["plan.css"], error },
    <>
      <h1>Plan</h1>
      <FormFault faults={faults} />
      <Changed name={c.req.query("notice")} invoice={made} state={state} base={base} />
      <Due
        state={state}
        open={open}
        isCollected={services.billing.payments !== undefined}
        fallback={defaultPlan(services.plans).name}
        base={base}
      />
      <PlanNow state={state} base={base} />
      <PaymentMethods page={page} open={open} />
      <Offers state={state} base={base} upgrades={services.billing.upgrades ?? "immediate"} />
      <section class="card">
        <h2>Invoices</h2>
        {items.length === 0 ? (
          <p class="empty">You have no invoices yet. You get the first one with a paid plan.</p>
        ) : (
          <>
            <InvoiceTable invoices={items.slice(0, invoicesShown)} base={base} />
            <p class="actions">
              <a href={`${base}/plan/invoices`}>All invoices</a>
              <a href={`${base}/plan/ledger`}>Ledger: every charge, credit and payment</a>
              <a href={`${base}/plan/buyer`}>Billing details</a>
            </p>
          </>
        )}
      </section>
    </>,
  );
}

async function cancelChange(page: PageCall): Promise<Response> {
  const { key } = await readPageForm(page.c);
  try {
    await page.ask(cancelPlanChange, { idempotencyKey: key });
    return page.c.redirect(`${page.base}/plan?notice=called-off`, 303);
  } catch (error) {
    return respondPlan(page, { error });
  }
}

export const planRoutes: readonly PageRoute[] = [
  { path: "/plan", get: signedIn((page) => respondPlan(page)), post: signedIn(submitChange) },
  { path: "/plan/change", get: signedIn(showChange) },
  { path: "/plan/cancel-change", post: signedIn(cancelChange) },
  ...Object.entries(paymentForms(respondPlan)).map(([path, post]) => ({ path, post: signedIn(post) })),
  { path: "/plan/buyer", get: signedIn((page) => showBuyer(page)), post: signedIn(submitBuyer) },
  { path: "/plan/invoices", get: signedIn(showInvoices, { whileSuspended: true }) },
  { path: "/plan/ledger", get: signedIn(showLedger, { whileSuspended: true }) },
];
