import { z } from "zod";
import { ToolsError } from "../errors.ts";
import { planNames } from "../schemas/account.ts";
import { invalidParameters } from "../schemas/validate.ts";
import type { Standing } from "./book.ts";
import { effectives, type PlanChange } from "./change.ts";

/** How long a quote is good for. */
export const quoteMs = 15 * 60_000;

/** Signs quotes, so that a price which was shown can be charged without having been kept. */
export interface QuoteSigner {
  sign(payload: Record<string, unknown>): Promise<string>;
  /** The payload; `null` for what was not signed by this installation as a quote. */
  verify(quote: string): Promise<unknown>;
}

const Quote = z.object({
  account: z.string(),
  accountRevision: z.int(),
  subscriptionRevision: z.int().nullable(),
  cycleStart: z.int(),
  /** The instant that the change is charged from. */
  at: z.int(),
  plan: z.enum(planNames),
  price: z.int().min(0),
  dailyLimit: z.int().positive().nullable(),
  effective: z.enum(effectives),
});

/** A change with the state and the instant that its price was computed from. */
export type Quote = z.infer<typeof Quote>;

/** What a quote says of the state that it was made for. */
export function quoteFor(standing: Standing, change: PlanChange, at: number): Quote {
  const { account, accountRevision, subscription, subscriptionRevision } = standing;
  const cycleStart = subscription.cycle.start;
  return { account: account.id, accountRevision, subscriptionRevision, cycleStart, at, ...change };
}

/**
 * A quote of an account.
 *
 * @throws ToolsError `invalid_parameter` for what is not a quote of ours for this account; `quote_expired`.
 */
export async function readQuote(
  signer: QuoteSigner,
  text: string,
  account: string,
  now: number,
): Promise<Quote> {
  const { data } = Quote.safeParse(await signer.verify(text));
  if (data?.account !== account)
    throw invalidParameters([
      { name: "quote", detail: "expected a quote from a preview of this account, received another text" },
    ]);
  if (now >= data.at + quoteMs) throw new ToolsError("quote_expired", "The quote was good for 15 minutes.");
  return data;
}

/** Throws `quote_expired` unless the account, its subscription and its cycle are those of the quote. */
export function checkQuote(quote: Quote, standing: Standing): void {
  const isSame =
    quote.accountRevision === standing.accountRevision &&
    quote.subscriptionRevision === standing.subscriptionRevision &&
    quote.cycleStart === standing.subscription.cycle.start;
  if (!isSame)
    throw new ToolsError(
      "quote_expired",
      "The account, its plan or its billing cycle have changed since the quote was made.",
    );
}
