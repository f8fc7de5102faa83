import type { OwnInvoice } from "@tools-api/core/billing";
import { ToolsError } from "@tools-api/core";
import { addPaymentMethod, openPaymentPortal, retryFailedPayments } from "./payment-routes.ts";
import { openElsewhere } from "../../ui/next-page.tsx";
import type { PageCall } from "../call/page-call.tsx";

function FormButton({ action, label, quiet = false }: { action: string; label: string; quiet?: boolean }) {
  return (
    <form method="post" action={action}>
      <button class={quiet ? "quiet" : undefined}>{label}</button>
    </form>
  );
}

/** Renders the ways to pay with the payment provider. Renders nothing if it has no pages. */
export function PaymentMethods({ page, open }: { page: PageCall; open: readonly OwnInvoice[] }) {
  const { base, services } = page;
  const { payments } = services.billing;
  const hasFailed = open.some(({ status }) => status === "payment_failed" || status === "uncollectible");
  if (!payments?.setupUrl && !payments?.portalUrl && !(payments && hasFailed)) return null;
  return (
    <section class="card">
      <h2>Payment</h2>
      <p class="muted">
        The server collects payments from your default payment method. A new one becomes the default, and pays
        your open invoices.
      </p>
      <div class="actions">
        {payments.setupUrl && (
          <FormButton action={`${base}/plan/payment-method`} label="Add a payment method" />
        )}
        {payments.portalUrl && (
          <FormButton action={`${base}/plan/portal`} label="Manage payment methods" quiet />
        )}
        {hasFailed && <FormButton action={`${base}/plan/retry-payments`} label="Retry payment" quiet />}
      </div>
    </section>
  );
}

/** Returns the handler of a form that opens a page of the payment provider. */
function openPage(
  route: typeof addPaymentMethod,
  respondPlan: (page: PageCall, failed: { error: unknown }) => Promise<Response>,
) {
  return async (page: PageCall): Promise<Response> => {
    try {
      const { url } = await page.ask(route);
      return await openElsewhere(page.c, page.services, url);
    } catch (error) {
      if (!isExpected(error)) throw error;
      return respondPlan(page, { error });
    }
  };
}

function isExpected(error: unknown): boolean {
  return error instanceof ToolsError && (error.code === "conflict" || error.code === "too_many_attempts");
}

/** Returns the targets of the forms by their paths. `respondPlan` shows the plan page with the error of a form. */
export function paymentForms(
  respondPlan: (page: PageCall, failed: { error: unknown }) => Promise<Response>,
): Readonly<Record<string, (page: PageCall) => Promise<Response>>> {
  return {
    "/plan/payment-method": openPage(addPaymentMethod, respondPlan),
    "/plan/portal": openPage(openPaymentPortal, respondPlan),
    async "/plan/retry-payments"(page) {
      try {
        await page.ask(retryFailedPayments);
        return page.c.redirect(`${page.base}/plan?notice=retried`, 303);
      } catch (error) {
        if (!isExpected(error)) throw error;
        return respondPlan(page, { error });
      }
    },
  };
}
