import type { PlanState } from "@tools-api/core/billing";
import { Instant, money, number } from "../../ui/format.tsx";
import { Facts, Stats } from "../../ui/parts.tsx";
import { NextInvoice } from "./notices.tsx";

function Scheduled({ state, base }: { state: PlanState; base: string }) {
  const { scheduled } = state;
  return (
    scheduled && (
      <div class="notice warn">
        <p>
          Your plan changes to <strong>{scheduled.plan}</strong>, with {number(scheduled.dailyLimit)} calls a
          day, on <Instant at={scheduled.at} />.
        </p>
        <form method="post" action={`${base}/plan/cancel-change`}>
          {/* A second click with the same key gets the response of the first. */}
          <input type="hidden" name="key" value={crypto.randomUUID()} />
          <button class="quiet small">Cancel change</button>
        </form>
      </div>
    )
  );
}

/** Renders the upgrade that waits for its payment or for an operator. */
function Requested({ state, base }: { state: PlanState; base: string }) {
  const { requested } = state;
  return (
    requested && (
      <div class="notice warn">
        <p>
          You requested the <strong>{requested.plan}</strong> plan on <Instant at={requested.at} />.{" "}
          {requested.invoice === null ? (
            "It starts when an operator approves it."
          ) : (
            <>
              It starts when <a href={`${base}/account/invoices/${requested.invoice}`}>its invoice</a> is
              paid.
            </>
          )}
        </p>
        <form method="post" action={`${base}/plan/cancel-change`}>
          <input type="hidden" name="key" value={crypto.randomUUID()} />
          <button class="quiet small">Cancel request</button>
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
      <Stats
        rows={[
          [`${money(state.price)} a month`, state.title],
          ["calls a day", number(state.dailyLimit)],
          ["due", money(state.amountDue)],
          ["credit", money(state.credit)],
        ]}
      />
      <Scheduled state={state} base={base} />
      <Requested state={state} base={base} />
      <Facts
        rows={[
          [
            "Billing cycle",
            <>
              <Instant at={state.currentPeriodStart} /> to <Instant at={state.currentPeriodEnd} />
            </>,
          ],
          ["Next invoice", <NextInvoice next={state.nextInvoice} />],
        ]}
      />
    </section>
  );
}
