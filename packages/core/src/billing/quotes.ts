import { z } from "zod";
import { PlanName } from "../identity/account-terms.ts";
import { ToolsError } from "../errors.ts";
import { minuteMs } from "../time.ts";
import { invalidParameters } from "../schema/validate.ts";
import type { SubscriptionState } from "./ledger.ts";
import { effectives, type PlanTransaction } from "./rules.ts";

/** Milliseconds for which a quote is valid. */
export const quoteMs = 15 * minuteMs;

/** A signer of quotes. A shown price can later be charged without having been stored. */
export interface QuoteSigner {
  sign(payload: Record<string, unknown>): Promise<string>;
  /** Returns the payload; `null` if this installation did not sign the text as a quote. */
  verify(quote: string): Promise<unknown>;
}

const Quote = z.object({
  account: z.string(),
  accountRevision: z.int(),
  subscriptionRevision: z.int().nullable(),
  cycleStart: z.int(),
  /** The instant from which the change is charged. */
  at: z.int(),
  plan: PlanName,
  planVersion: z.int().positive().optional(),
  agreedPrice: z.int().min(0).optional(),
  price: z.int().min(0),
  dailyLimit: z.int().positive().nullable(),
  effective: z.enum(effectives),
  /** The least cost of the segment that ends, by its calls. */
  minimum: z.int().min(0),
});

/** A plan change with the state and the instant from which its price was computed. */
export type Quote = z.infer<typeof Quote>;

/**
 * Returns the quote of a transaction in the given state.
 *
 * @param minimum The least cost of the segment that ends, by its calls.
 */
export function quoteFor(
  { account, accountRevision, subscription, subscriptionRevision }: SubscriptionState,
  { change, at }: PlanTransaction,
  minimum: number,
): Quote {
  const cycleStart = subscription.cycle.start;
  return { account: account.id, accountRevision, subscriptionRevision, cycleStart, at, minimum, ...change };
}

/** Returns the error of a quote whose price calls have raised since. */
export function callsSincePreview(): ToolsError {
  return new ToolsError(
    "quote_expired",
    "Calls since the preview have raised the cost of the change. Request a new preview.",
  );
}

/**
 * Verifies and returns a quote of an account.
 *
 * @throws ToolsError `invalid_parameter` if the text is not a quote from this installation for the account;
 *   `quote_expired` after 15 minutes, or if the account, its subscription or its cycle has changed.
 */
export async function readQuote(
  signer: QuoteSigner | undefined,
  text: string,
  state: SubscriptionState,
  now: number,
): Promise<Quote> {
  const { data: quote } = Quote.safeParse(await signer?.verify(text));
  if (quote?.account !== state.account.id)
    throw invalidParameters([
      { name: "quote", detail: "expected a quote from a preview of this account, received another value" },
    ]);
  if (now >= quote.at + quoteMs)
    throw new ToolsError("quote_expired", "The quote expired after 15 minutes. Request a new preview.");
  if (
    quote.accountRevision !== state.accountRevision ||
    quote.subscriptionRevision !== state.subscriptionRevision ||
    quote.cycleStart !== state.subscription.cycle.start
  )
    throw new ToolsError(
      "quote_expired",
      "The account, its plan or its billing cycle has changed since the preview. Request a new preview.",
    );
  return quote;
}
