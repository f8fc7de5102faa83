import type { Plans } from "@tools-api/core";
import { defaultPlan, type PlanState } from "@tools-api/core/billing";
import { Day, Instant, money, number } from "../../pages/format.tsx";
import { Facts } from "../../pages/parts.tsx";

/** Renders notices about overdue invoices and scheduled changes. */
export function PlanNotices({ base, plan, plans }: { base: string; plan: PlanState; plans: Plans }) {
  const { scheduled } = plan;
  const link = <a href={`${base}/plan`}>View your plan</a>;
  return (
    <>
      {plan.status === "past_due" && (
        <p class="notice bad" role="alert">
          An invoice is past due. Pay {money(plan.amountDue)}
          {plan.graceEndsAt && (
            <>
              {" "}
              by <Instant at={plan.graceEndsAt} />, or your account moves to the {defaultPlan(plans).name}{" "}
              plan
            </>
          )}
          . {link}
        </p>
      )}
      {scheduled && (
        <p class="notice warn">
          On <Day at={scheduled.at} /> your plan changes to {scheduled.plan}, with{" "}
          {number(scheduled.dailyLimit)} calls a day. {link}
        </p>
      )}
    </>
  );
}

/** Renders the plan and its next costs. */
export function PlanCard({ base, plan }: { base: string; plan: PlanState }) {
  const { price, amountDue: due, nextInvoice: next } = plan;
  return (
    <section class="card">
      <h2>Plan</h2>
      <Facts
        rows={[
          ["Plan", plan.title],
          ["Calls a day", number(plan.dailyLimit)],
          ["Price per month", money(price)],
          due.amount > 0 && ["Due", money(due)],
          next && [
            "Next invoice",
            <>
              {money(next.amountDue)} on <Day at={next.at} />
              {next.creditApplied.amount > 0 && `, after ${money(next.creditApplied)} of credit`}
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
