import {
  type Billing,
  cyclePrice,
  type Invoice,
  type LedgerLine,
  listInvoices,
  listLedger,
  type Subscription,
} from "@tools-api/core/billing";
import { subscriptions } from "@tools-api/core/internal";

/** All billing documents of an account. */
export interface Books {
  subscription: Subscription | null;
  lines: LedgerLine[];
  invoices: Invoice[];
}

/** Reads the books of an account. */
export async function readBooks({ documents }: Pick<Billing, "documents">, account: string): Promise<Books> {
  const stored = await subscriptions.get(documents, { account });
  // More than any account of a test has.
  const page = { limit: 10_000 };
  return {
    subscription: stored && stored.value,
    lines: await listLedger(documents, account, page),
    invoices: await listInvoices(documents, account, page),
  };
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

/** Computes F(p, t) of the specification with integers of any size. */
function accrued(price: number, start: number, end: number, at: number): bigint {
  const seconds = (instant: number) => BigInt(Math.floor(instant / 1000));
  return (BigInt(price) * (seconds(at) - seconds(start))) / (seconds(end) - seconds(start));
}

/** The cost of a cycle by a separate model. */
interface CyclePieces {
  start: number;
  end: number;
  /** Plan prices and the instants from which they applied, in order, the first from the start. */
  pieces: { price: number; from: number }[];
}

/** Returns the price of a cycle: the sum of its segments, at most the highest plan price among them. */
export function expectedPrice({ start, end, pieces }: CyclePieces): number {
  let total = 0n;
  let dearest = 0;
  pieces.forEach(({ price, from }, index) => {
    const to = pieces[index + 1]?.from ?? end;
    if (Math.floor(from / 1000) === Math.floor(to / 1000)) return;
    total += accrued(price, start, end, to) - accrued(price, start, end, from);
    dearest = Math.max(dearest, price);
  });
  return Math.min(Number(total), dearest);
}

/**
 * Returns whether a line is the share of its price from `from` to the cycle's end, rounded up to the minor
 * unit.
 */
function isPartOfPrice(
  { cycle: { start, end } }: Invoice,
  { price, from, to, amount }: Invoice["lines"][number],
): boolean {
  if (price === null || from === null) return true;
  return to === end && Math.abs(amount) === price - Number(accrued(price, start, end, from));
}

/** Returns the inconsistencies within the books, or an empty list. */
export function faultsOf({ subscription, lines, invoices }: Books): string[] {
  if (!subscription) return lines.length + invoices.length > 0 ? ["lines without a subscription"] : [];
  const { balance, open } = subscription;
  const due = sum(open.map(({ amountDue }) => amountDue));
  const credit = due - balance;
  const dueByInvoices = invoices.filter(({ amountDue }) => amountDue > 0);
  const faults: [boolean, string][] = [
    [sum(lines.map(({ amount }) => amount)) !== balance, "the ledger's sum is not the balance"],
    [
      lines.some(
        (line, index) => line.balance !== sum(lines.slice(0, index + 1).map(({ amount }) => amount)),
      ),
      "the balance after a line is not the sum up to it",
    ],
    [credit < 0, `credit below zero: ${credit}`],
    [credit > 0 && open.length > 0, "credit beside open invoices"],
    [lines.some(({ number }, index) => number !== index + 1), "a gap in the ledger"],
    [invoices.some(({ number }, index) => number !== index + 1), "a gap in the invoices"],
    [lines.length !== subscription.lines, "the number of lines"],
    [invoices.length !== subscription.invoices, "the number of invoices"],
    [
      JSON.stringify(dueByInvoices.map(({ number, amountDue }) => ({ number, amountDue }))) !==
        JSON.stringify(open.map(({ number, amountDue }) => ({ number, amountDue }))),
      "open invoices are not those with something due",
    ],
    [
      cyclePrice(subscription.pieces, subscription.cycle) !==
        sum(
          lines
            .filter(({ kind, to }) => kind !== "payment" && to === subscription.cycle.end)
            .map(({ amount }) => amount),
        ),
      "the lines of the running cycle are not the price of its pieces",
    ],
  ];
  for (const invoice of invoices) {
    const { number, total, creditApplied, amountPaid, amountDue, amountAdjusted = 0 } = invoice;
    const paid = creditApplied + amountPaid + amountDue + amountAdjusted;
    faults.push(
      [total > 0 ? paid !== total : paid !== 0, `invoice ${number} does not add up`],
      [sum(invoice.lines.map(({ amount }) => amount)) !== total, `lines of invoice ${number}`],
      [!invoice.lines.every((line) => isPartOfPrice(invoice, line)), `parts of prices on invoice ${number}`],
    );
  }
  return faults.filter(([isWrong]) => isWrong).map(([, fault]) => fault);
}
