import type { Cycle, OwnInvoice } from "@tools-api/core/billing";
import { count, money, partialMoney, number } from "../pages/format.tsx";

/** A line of an invoice, of a preview, or of the ledger. */
export type BilledLine = OwnInvoice["lines"][number];

const lineNames = {
  charge: "Charge for the",
  credit: "Credit for the",
  rounding: "Rounding",
  payment: "Payment",
} as const;

/** Returns the name of a line, such as Charge for the pro plan. */
export function lineName({ kind, plan }: Pick<BilledLine, "kind" | "plan">): string {
  const isOfPlan = plan !== null && (kind === "charge" || kind === "credit");
  return isOfPlan ? `${lineNames[kind]} ${plan} plan` : lineNames[kind];
}

const statuses = {
  open: { name: "Open", badge: "badge warn" },
  paid: { name: "Paid", badge: "badge good" },
  payment_failed: { name: "Payment failed", badge: "badge bad" },
  uncollectible: { name: "Uncollectible", badge: "badge bad" },
  credit: { name: "Credit", badge: "badge" },
} as const;

/** Renders the status of an invoice. */
export function InvoiceStatus({ status }: Pick<OwnInvoice, "status">) {
  return <span class={statuses[status].badge}>{statuses[status].name}</span>;
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
  const { kind, price, from, to } = line;
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
