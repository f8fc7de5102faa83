import { planTitle } from "../../billing/invoice-words.tsx";
import { Instant, money, number } from "../../pages/format.tsx";
import { NextInvoice } from "./next-invoice.tsx";
import type { PlanState } from "./notices.tsx";

function Scheduled({ state, base }: { state: PlanState; base: string }) {
  const { scheduled } = state;
  return (
    scheduled && (
      <div class="notice warn">
        <p>
          Your plan changes to <strong>{scheduled.plan}</strong>, with {number(scheduled.daily_limit)} calls a
          day, on <Instant at={scheduled.at} />.
        </p>
        <form method="post" action={`${base}/plan/call-off`}>
          {/* A second click with the same key gets the response of the first. */}
          <input type="hidden" name="key" value={crypto.randomUUID()} />
          <button class="quiet small">Cancel change</button>
        </form>
      </div>
    )
  );
}

/** Renders the current plan and its next invoice. */
export function PlanNow({ state, base }: { state: PlanState; base: string }) {
  return (
    <section class="card">
      <h2>Current plan</h2>
      <dl class="stats">
        <div>
          <dt>{`${money(state.price)} a month`}</dt>
          <dd>{planTitle(state.plan)}</dd>
        </div>
        <div>
          <dt>calls a day</dt>
          <dd>{number(state.daily_limit)}</dd>
        </div>
        <div>
          <dt>due</dt>
          <dd>{money(state.amount_due)}</dd>
        </div>
        <div>
          <dt>credit</dt>
          <dd>{money(state.credit)}</dd>
        </div>
      </dl>
      <Scheduled state={state} base={base} />
      <dl>
        <dt>Billing cycle</dt>
        <dd>
          <Instant at={state.current_period_start} /> to <Instant at={state.current_period_end} />
        </dd>
        <dt>Next invoice</dt>
        <dd>
          <NextInvoice next={state.next_invoice} />
        </dd>
      </dl>
    </section>
  );
}
