import type { Cycle, OwnInvoice } from "@tools-api/core/billing";
import { count, Instant, money, partialMoney, number } from "../../ui/format.tsx";

/** A line of an invoice, of a preview, or of the ledger. */
export type BilledLine = OwnInvoice["lines"][number];

const lineNames = {
  charge: "Charge for the",
  credit: "Credit for the",
  rounding: "Rounding",
  payment: "Payment",
  use: "Calls above the allowance of the new plan, on the",
  prepayment: "Prepayment of the change to the",
  void: "Voided",
  write_off: "Written off",
  adjustment: "Credit by the operator",
  payout: "Credit paid out",
  refund: "Refund",
  credit_note: "Credit note",
} as const;

const kindsOfPlan: ReadonlySet<BilledLine["kind"]> = new Set(["charge", "credit", "use", "prepayment"]);

/** Returns the name of a line, such as Charge for the pro plan. */
export function lineName({ kind, plan }: Pick<BilledLine, "kind" | "plan">): string {
  const isOfPlan = plan !== null && kindsOfPlan.has(kind);
  return isOfPlan ? `${lineNames[kind]} ${plan} plan` : lineNames[kind];
}

const statuses = {
  open: { name: "Open", badge: "badge warn" },
  paid: { name: "Paid", badge: "badge good" },
  payment_failed: { name: "Payment failed", badge: "badge bad" },
  uncollectible: { name: "Uncollectible", badge: "badge bad" },
  credit: { name: "Credit", badge: "badge" },
  void: { name: "Void", badge: "badge" },
  written_off: { name: "Written off", badge: "badge" },
} as const;

/** Renders the status of an invoice. */
export function InvoiceStatus({ status }: Pick<OwnInvoice, "status">) {
  return <span class={statuses[status].badge}>{statuses[status].name}</span>;
}

/** The words for failures of a payment, in which the owner reads what to do. */
const failures: Readonly<
  Record<NonNullable<OwnInvoice["paymentFailure"]>["kind"], readonly [cause: string, advice: string]>
> = {
  declined: ["Your bank declined the payment.", "Check your payment method, or add another one."],
  action_required: [
    "Your bank asks you to confirm the payment.",
    "Confirm it, or add the payment method again.",
  ],
  permanent: [
    "The payment could not be made.",
    "Check that you have a payment method, or contact the operator of this server.",
  ],
  temporary: ["The payment provider did not respond.", "The server tries again. You have nothing to do."],
  dispute: ["Your bank took the payment back.", "The amount is due again. Add a payment method to pay it."],
};

/** Renders the reason why the payment of an invoice failed, and what the owner can do. */
export function FailureNotice({ failure, base }: { failure: OwnInvoice["paymentFailure"]; base: string }) {
  if (failure === null) return null;
  const { kind, at, reason, url } = failure;
  const [cause, advice] = failures[kind];
  return (
    <div class="notice bad">
      <p>
        <strong>{cause}</strong> {kind === "declined" && reason} {advice}
      </p>
      <p>
        Last attempt: <Instant at={at} />.{" "}
        {kind !== "temporary" && (
          <a class="no-print" href={url ?? `${base}/plan`} rel="noreferrer">
            {url === null ? "Manage payment" : "Confirm the payment"}
          </a>
        )}
      </p>
    </div>
  );
}

const daySeconds = 86_400;

function secondsBetween(from: number, to: number): number {
  return Math.floor(to / 1000) - Math.floor(from / 1000);
}

/** Returns a duration in words, such as 19 days 23 h 46 min 12 s. */
function timeWords(seconds: number): string {
  const days = Math.floor(seconds / daySeconds);
  const parts = [
    [days, count(days, "day")],
    [Math.floor(seconds / 3600) % 24, `${Math.floor(seconds / 3600) % 24} h`],
    [Math.floor(seconds / 60) % 60, `${Math.floor(seconds / 60) % 60} min`],
    [seconds % 60, `${seconds % 60} s`],
  ] as const;
  const words = parts.filter(([value]) => value > 0).map(([, text]) => text);
  return words.length === 0 ? "0 s" : words.join(" ");
}

/** Returns the calculation of a prorated price in words: `left` of `whole` seconds of the cycle. */
function computation({ price, left, whole }: { price: BilledLine["amount"]; left: number; whole: number }) {
  const isDays = left % daySeconds === 0 && whole % daySeconds === 0;
  const [unit, one] = isDays ? ["days", daySeconds] : ["s", 1];
  const part = { ...price, amount: (price.amount * left) / whole };
  const isWhole = (price.amount * left) % whole === 0;
  return (
    `${money(price)} × ${number(left / one)} of ${number(whole / one)} ${unit} = ` +
    (isWhole ? money(part) : `${partialMoney(part)}, rounded up`)
  );
}

/** Renders the reason for the amount of a line: the rest of the billing cycle, and the calculation. */
export function LineReason({ line, cycle }: { line: BilledLine; cycle: Cycle }) {
  const { kind, price, from, to, description } = line;
  if (description !== null) return <>{description}</>;
  if (kind === "use") return <>They cost their share of the price of the plan.</>;
  if (kind === "rounding")
    return <>Corrects rounding: a billing cycle never costs more than its most expensive plan.</>;
  if (price === null || from === null || to === null) return null;
  const left = secondsBetween(from, to);
  const whole = secondsBetween(cycle.start, cycle.end);
  if (left === whole) return <>The whole billing cycle, {timeWords(whole)}.</>;
  return (
    <>
      {timeWords(left)} of {timeWords(whole)} left.
      <br />
      {computation({ price, left, whole })}
    </>
  );
}
