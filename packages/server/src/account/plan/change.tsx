import { ToolsError } from "@tools-api/core";
import type { PlanPreview, PlanState } from "@tools-api/core/billing";
import { getPlan, orderChange, previewChange } from "./routes.ts";
import { formFaults, FormFault } from "../../ui/form.tsx";
import { Instant, money, number } from "../../ui/format.tsx";
import { type PageCall, respondDashboard } from "../call/page-call.tsx";
import { readPageForm } from "../../ui/page-form.ts";
import { Preview } from "./preview.tsx";

/** Returns whether a change happens now, or as soon as it is paid or approved. */
function isForNow({ effective }: Pick<PlanPreview, "effective">): boolean {
  return effective !== "cycle_end";
}

/** Renders the result of one choice of the effective date in a line. */
function Summary({ effective, amountDue: due, total, takesEffectAt: at }: PlanPreview) {
  if (at !== null && effective === "cycle_end")
    return (
      <>
        On <Instant at={at} />; you pay nothing today
      </>
    );
  if (effective === "on_approval") return <>When an operator approves it</>;
  if (due.amount > 0) return <>{money(due)} due today</>;
  const inFavour = { ...total, amount: Math.max(0, -total.amount) };
  return inFavour.amount > 0 ? <>{money(inFavour)} credit</> : <>Nothing due today</>;
}

function Instants({ chosen, other, base }: { chosen: PlanPreview; other: PlanPreview; base: string }) {
  const inOrder = isForNow(chosen) ? [chosen, other] : [other, chosen];
  return (
    <nav class="instants" aria-label="When it takes effect">
      {inOrder.map((preview) => (
        <a
          key={preview.effective}
          href={`${base}/plan/change?plan=${preview.plan}&effective=${isForNow(preview) ? "now" : "cycle_end"}`}
          aria-current={preview === chosen ? "true" : undefined}
        >
          <strong>{isForNow(preview) ? "Now" : "At the end of the billing cycle"}</strong>
          <span>
            <Summary {...preview} />
          </span>
        </a>
      ))}
    </nav>
  );
}

function confirmation({ plan, effective, amountDue: due }: PlanPreview): string {
  if (effective === "cycle_end") return `Schedule the change to ${plan}`;
  if (effective === "on_approval") return `Request the change to ${plan}`;
  return due.amount > 0 ? `Change to ${plan} for ${money(due)}` : `Change to ${plan} now`;
}

const collected = "The server collects the payment automatically.";
const paidByHand = "You get an invoice. Pay it as agreed with the operator of this server.";

interface ChangeProps {
  base: string;
  preview: PlanPreview;
  state: PlanState;
  isCollected: boolean;
}

function Confirm({ base, preview, state, isCollected }: ChangeProps) {
  const { plan, effective, quote, quoteExpiresAt: expires, amountDue: due } = preview;
  return (
    <form method="post" action={`${base}/plan`}>
      <input type="hidden" name="plan" value={plan} />
      <input type="hidden" name="effective" value={isForNow(preview) ? "now" : effective} />
      <input type="hidden" name="quote" value={quote} />
      {/* A second click or a resubmitted form has the same key and gets the response of the first. */}
      <input type="hidden" name="key" value={crypto.randomUUID()} />
      {effective === "on_payment" && <p>The change takes effect when the invoice is paid.</p>}
      {effective === "on_approval" ? (
        <p>An operator has to approve the change. You pay for the rest of the billing cycle from then on.</p>
      ) : effective === "cycle_end" ? (
        <p>You can cancel the change until then.</p>
      ) : (
        <p>
          This quote is valid until <Instant at={expires} />. Confirm by then to pay exactly this amount.
          {due.amount > 0 && ` ${isCollected ? collected : paidByHand}`}
        </p>
      )}
      <p class="actions">
        <button>{confirmation(preview)}</button>
        <a class="button quiet" href={`${base}/plan`}>{`Keep ${state.plan}`}</a>
      </p>
    </form>
  );
}

interface Wanted {
  plan: string;
  /** Empty for the default of the plan. */
  effective: string;
}

/** Responds with the reason why a change is not possible. */
function respondRefused(page: PageCall, reason: string, error: unknown): Promise<Response> {
  return respondDashboard(
    page,
    { title: "Plan change", section: "plan", narrow: true, error },
    <div class="card">
      <h1>Your plan did not change</h1>
      <FormFault faults={{ "": reason }} />
      <p class="actions">
        <a class="button" href={`${page.base}/plan`}>
          View your plan
        </a>
        <a href={`${page.base}/plan/invoices`}>View your invoices</a>
      </p>
    </div>,
  );
}

/** Responds with the current price of a change, below the error of a rejected confirmation. */
async function respondChange(page: PageCall, wanted: Wanted, refused?: unknown): Promise<Response> {
  const { base, services, ask } = page;
  const fault = refused === undefined ? undefined : formFaults(refused)[""];
  // For instance, a quote that differs from the one in the form.
  if (refused !== undefined && fault === undefined) throw refused;
  const preview = (effective: string) =>
    ask(previewChange, { body: { plan: wanted.plan, ...(effective && { effective }) } });
  const state = await ask(getPlan);
  let chosen: PlanPreview;
  let other: PlanPreview;
  try {
    chosen = await preview(wanted.effective);
    other = await preview(isForNow(chosen) ? "cycle_end" : "now");
  } catch (error) {
    if (!(error instanceof ToolsError) || error.code !== "conflict") throw error;
    const isThere = state.plan === wanted.plan;
    const reason = isThere ? `You are already on the ${state.plan} plan.` : error.message;
    return respondRefused(page, reason, error);
  }
  const title = `Change to the ${chosen.plan} plan`;
  return respondDashboard(
    page,
    { title, section: "plan", styles: ["plan.css"], crumb: ["/plan", "Plan"], error: refused },
    <>
      <h1>{title}</h1>
      <p class="muted">
        {`From ${state.title}, ${number(state.dailyLimit)} calls a day for ${money(state.price)} a month.`}
      </p>
      {fault && (
        <FormFault faults={{ "": `${fault} Your plan did not change. Check the current price below.` }} />
      )}
      <Instants chosen={chosen} other={other} base={base} />
      <section class="card">
        <Preview preview={chosen} state={state} />
        <Confirm
          base={base}
          preview={chosen}
          state={state}
          isCollected={services.billing.payments !== undefined}
        />
      </section>
    </>,
  );
}

export function showChange(page: PageCall): Promise<Response> {
  const { plan = "", effective = "" } = page.c.req.query();
  return respondChange(page, { plan, effective });
}

/** `POST /plan`: makes the displayed change exactly once, even if the form is resubmitted. */
export async function submitChange(page: PageCall): Promise<Response> {
  const { plan = "", effective = "", quote = "", key } = await readPageForm(page.c);
  try {
    const changed = await page.ask(orderChange, { body: { quote }, idempotencyKey: key });
    const query = new URLSearchParams({
      notice:
        changed.effective === "now"
          ? "changed"
          : changed.effective === "cycle_end"
            ? "scheduled"
            : "requested",
      ...(changed.invoice !== null && { invoice: changed.invoice }),
    });
    return page.c.redirect(`${page.base}/plan?${query.toString()}`, 303);
  } catch (error) {
    return respondChange(page, { plan, effective }, error);
  }
}
