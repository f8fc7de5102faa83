import { Instant, money } from "../../pages/format.tsx";
import type { PlanState } from "./notices.tsx";

/** Renders the cost of the next billing cycle and its payment, as planned or after a change. */
export function NextInvoice({ next }: { next: PlanState["next_invoice"] }) {
  if (next === null) return <>None. The next billing cycle is free.</>;
  return (
    <>
      {money(next.total)} on <Instant at={next.at} />
      {next.credit_applied.amount > 0 && (
        <>
          : {money(next.credit_applied)} paid by credit, {money(next.amount_due)} due
        </>
      )}
    </>
  );
}
