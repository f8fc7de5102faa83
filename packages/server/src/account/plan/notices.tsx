import type { OwnInvoice, PlanState } from "@tools-api/core/billing";
import { count, Instant, invoiceNumber, money } from "../../ui/format.tsx";

const maxLinks = 3;

/** Renders links to the open invoices: the newest ones, and the list of all if there are more. */
function InvoiceLinks({ invoices, base }: { invoices: readonly OwnInvoice[]; base: string }) {
  return (
    <ul>
      {invoices.slice(0, maxLinks).map((invoice) => (
        <li key={invoice.id}>
          <a href={`${base}/account/invoices/${invoice.id}`}>{`Invoice ${invoiceNumber(invoice)}`}</a>,{" "}
          {money(invoice.amountDue)}
        </li>
      ))}
      {invoices.length > maxLinks && (
        <li>
          <a href={`${base}/plan/invoices`}>
            {`${count(invoices.length - maxLinks, "more open invoice")} in the list`}
          </a>
        </li>
      )}
    </ul>
  );
}

interface DueProps {
  state: PlanState;
  /** The invoices with an amount due. */
  open: readonly OwnInvoice[];
  /** True if a payment provider collects payments automatically. */
  isCollected: boolean;
  /** The plan after the grace period. */
  fallback: string;
  base: string;
}

function HowToPay({ isCollected }: Pick<DueProps, "isCollected">) {
  return isCollected ? (
    <>The server collects the payment and retries it automatically. Check that your payment method works.</>
  ) : (
    <>Pay as agreed with the operator of this server, who then marks the invoice as paid.</>
  );
}

/** Renders the amount due and how to pay it. Renders nothing if nothing is due. */
export function Due({ state, open, isCollected, fallback, base }: DueProps) {
  const { status, amountDue: due, graceEndsAt: graceEnds, plan } = state;
  if (due.amount === 0) return null;
  const links = open.length > 0 && <InvoiceLinks invoices={open} base={base} />;
  if (status === "past_due")
    return (
      <div class="notice bad" role="alert">
        <p>
          <strong>{money(due)} is due, and a payment failed.</strong> <HowToPay isCollected={isCollected} />
        </p>
        {links}
        <p>
          {graceEnds ? (
            <>
              You keep the {plan} plan until <Instant at={graceEnds} />. Pay the full amount by then, or your
              account moves to the {fallback} plan. You can upgrade after you pay.
            </>
          ) : (
            <>Pay the full amount before you upgrade.</>
          )}
        </p>
      </div>
    );
  return (
    <div class="notice warn">
      <p>
        <strong>{money(due)} is due.</strong> <HowToPay isCollected={isCollected} />
      </p>
      {links}
    </div>
  );
}

/**
 * Renders the result of a change. Attack: a link can contain any notice name. The text therefore describes only the
 * current state, and is absent if the state does not match.
 */
export function Changed({
  name,
  invoice,
  state,
  base,
}: {
  name: string | undefined;
  invoice: OwnInvoice | undefined;
  state: PlanState;
  base: string;
}) {
  const { plan, dailyLimit: limit, scheduled, requested } = state;
  const sentences = new Map([
    ["changed", `You are on the ${plan} plan. From the next call, you have ${count(limit, "call")} a day.`],
    [
      "scheduled",
      scheduled && `You scheduled the change to the ${scheduled.plan} plan. Nothing changes until then.`,
    ],
    ["requested", requested && `You requested the ${requested.plan} plan. Nothing changes until then.`],
    ["retried", state.amountDue.amount > 0 && "The server attempts the payment again within about a minute."],
    ["called-off", scheduled ? null : `You canceled the change. You stay on the ${plan} plan.`],
  ]);
  const sentence = sentences.get(name ?? "");
  return sentence ? (
    <p class="notice" role="status">
      {sentence}{" "}
      {invoice && (
        <a href={`${base}/account/invoices/${invoice.id}`}>{`View invoice ${invoiceNumber(invoice)}`}</a>
      )}
    </p>
  ) : null;
}

/** Renders the cost of the next billing cycle and its payment, as planned or after a change. */
export function NextInvoice({ next }: { next: PlanState["nextInvoice"] }) {
  if (next === null) return <>None. The next billing cycle is free.</>;
  return (
    <>
      {money(next.total)} on <Instant at={next.at} />
      {next.creditApplied.amount > 0 && (
        <>
          : {money(next.creditApplied)} paid by credit, {money(next.amountDue)} due
        </>
      )}
    </>
  );
}
