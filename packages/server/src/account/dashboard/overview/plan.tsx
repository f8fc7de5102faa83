import { planTitle } from "../../billing/invoice-words.tsx";
import { Day, Instant, money, number } from "../../pages/format.tsx";
import { Facts } from "../../pages/parts.tsx";
import type { PlanState } from "../plan/notices.tsx";

/** Renders notices about overdue invoices and scheduled changes. */
export function PlanNotices({ base, plan }: { base: string; plan: PlanState }) {
  const { scheduled } = plan;
  const link = <a href={`${base}/plan`}>View your plan</a>;
  return (
    <>
      {plan.status === "past_due" && (
        <p class="notice bad" role="alert">
          An invoice is past due. Pay {money(plan.amount_due)}
          {plan.grace_ends_at && (
            <>
              {" "}
              by <Instant at={plan.grace_ends_at} />, or your account moves to the free plan
            </>
          )}
          . {link}
        </p>
      )}
      {scheduled && (
        <p class="notice warn">
          On <Day at={scheduled.at} /> your plan changes to {scheduled.plan}, with{" "}
          {number(scheduled.daily_limit)} calls a day. {link}
        </p>
      )}
    </>
  );
}

/** Renders the plan and its next costs. */
export function PlanCard({ base, plan }: { base: string; plan: PlanState }) {
  const { price, amount_due: due, next_invoice: next } = plan;
  return (
    <section class="card">
      <h2>Plan</h2>
      <Facts
        rows={[
          ["Plan", planTitle(plan.plan)],
          ["Calls a day", number(plan.daily_limit)],
          ["Price per month", money(price)],
          due.amount > 0 && ["Due", money(due)],
          next && [
            "Next invoice",
            <>
              {money(next.amount_due)} on <Day at={next.at} />
              {next.credit_applied.amount > 0 && `, after ${money(next.credit_applied)} of credit`}
            </>,
          ],
        ]}
      />
      <p>
        <a href={`${base}/plan`}>View plan and invoices</a>
      </p>
    </section>
  );
}
