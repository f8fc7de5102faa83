import type { Plans } from "@tools-api/core";
import { defaultPlan, type PlanState } from "@tools-api/core/billing";
import { Day, Instant, money, number } from "../../ui/format.tsx";

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
