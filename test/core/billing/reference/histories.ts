import type { Refund } from "@tools-api/core/billing";
import * as fc from "fast-check";
import type { PlanName, Terms } from "./plan-model.ts";
import type { Behavior } from "./provider.ts";

type Effective = "now" | "cycle_end" | undefined;

/** The choice of an invoice by its position, among the open ones if there are any and `isOpen`. */
export interface Pick {
  position: number;
  isOpen: boolean;
}

/** An event of an account or its operator. */
export type Event =
  | { kind: "change"; plan: PlanName; effective: Effective }
  /** `delay` milliseconds and `units` of calls, or a credit, are between preview and confirmation. */
  | {
      kind: "quote";
      plan: PlanName;
      effective: Effective;
      delay: number;
      units: number;
      isCredited: boolean;
    }
  | { kind: "cancel" | "approve" | "suspend" | "reactivate" | "close" | "report" }
  | { kind: "assign"; plan: PlanName; limit: number | null }
  | { kind: "mark paid" | "void" | "write off" | "fail"; pick: Pick }
  /** `percent` of the amount due, under the reference of an earlier payment if `isRepeated`. */
  | { kind: "pay"; pick: Pick; percent: number; isRepeated: boolean }
  /** `percent` of what was paid, of a payment of the invoice if `isOfPayment`. */
  | { kind: "refund"; pick: Pick; percent: number; as: Refund["kind"]; isOfPayment: boolean }
  | { kind: "credit"; amount: number }
  | { kind: "pay out"; percent: number }
  | { kind: "calls"; units: number }
  | { kind: "retry"; method: string | null }
  | { kind: "prices"; pro: number; enterprise: number };

/** An event after a time in which the server sweeps some times. Without a sweep it is down. */
export interface Step {
  event: Event;
  wait: number;
  sweeps: number;
  /** Moves the event to a second before the end of the cycle. */
  isAtEnd: boolean;
  /** Reads the plan after the event, as a page does. */
  isRead: boolean;
}

export interface History {
  anchor: number;
  terms: Terms;
  prices: { free: number; pro: number; enterprise: number };
  provider: Behavior[];
  steps: Step[];
}

const second = 1000;
const hour = 3600 * second;
const day = 24 * hour;

const plan = fc.constantFrom<PlanName>("free", "pro", "enterprise");
const effective = fc.constantFrom<Effective>(undefined, "now", "now", "cycle_end");
const oneIn = (number: number) => fc.integer({ min: 1, max: number }).map((drawn) => drawn === number);
const pick = fc.record({ position: fc.nat(7), isOpen: oneIn(6).map((isAny) => !isAny) });
const units = fc.constantFrom(0, 1, 1500, 12_000, 90_000);
const prices = fc.oneof(
  // With small, close prices, roundings can add up to more than the highest price.
  // A plan other than the default can cost nothing, and get a price later.
  fc.record({ pro: fc.integer({ min: 0, max: 12 }), enterprise: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ pro: fc.integer({ min: 1, max: 9999 }), enterprise: fc.integer({ min: 1, max: 99_999 }) }),
);

function kind<Kind extends string>(...kinds: Kind[]) {
  return { kind: fc.constantFrom(...kinds) };
}

const priceChange = prices.map((changed) => ({ kind: "prices", ...changed }) as const);

const planChanges: fc.MaybeWeightedArbitrary<Event>[] = [
  { weight: 8, arbitrary: fc.record({ ...kind("change"), plan, effective }) },
  {
    weight: 5,
    arbitrary: fc.record({
      ...kind("quote"),
      plan,
      effective,
      delay: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 16 * 60 * second })),
      units: fc.oneof(fc.constant(0), units),
      isCredited: oneIn(10),
    }),
  },
  { weight: 4, arbitrary: fc.record({ ...kind("calls"), units }) },
  {
    weight: 3,
    arbitrary: fc.record({ ...kind("assign"), plan, limit: fc.constantFrom(null, null, 1200, 40_000) }),
  },
];

const inOneCycle: fc.MaybeWeightedArbitrary<Event>[] = [
  ...planChanges,
  { weight: 3, arbitrary: fc.record(kind("suspend", "reactivate", "reactivate")) },
  { weight: 1, arbitrary: priceChange },
];

const allEvents: fc.MaybeWeightedArbitrary<Event>[] = [
  ...planChanges,
  { weight: 5, arbitrary: fc.record(kind("cancel", "approve", "suspend", "reactivate", "reactivate")) },
  { weight: 1, arbitrary: oneIn(3).map((closes) => ({ kind: closes ? "close" : "report" }) as const) },
  { weight: 3, arbitrary: fc.record(kind("report")) },
  { weight: 8, arbitrary: fc.record({ ...kind("mark paid", "void", "write off", "fail", "fail"), pick }) },
  {
    weight: 5,
    arbitrary: fc.record({
      ...kind("pay"),
      pick,
      percent: fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 180 })),
      isRepeated: oneIn(6),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...kind("refund"),
      pick: fc.record({ position: fc.nat(7), isOpen: oneIn(5) }),
      percent: fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 120 })),
      as: fc.constantFrom<Refund["kind"]>("refund", "dispute", "dispute_won"),
      isOfPayment: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ ...kind("credit"), amount: fc.integer({ min: 1, max: 9999 }) }) },
  { weight: 1, arbitrary: fc.record({ ...kind("pay out"), percent: fc.integer({ min: 1, max: 120 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ ...kind("retry"), method: fc.constantFrom(null, "pm_1", "pm_2", "pm_3") }),
  },
  { weight: 1, arbitrary: priceChange },
];

const shortWaits = [
  fc.constant(0),
  fc.integer({ min: 0, max: 2 * second }),
  fc.integer({ min: 0, max: hour }),
  fc.integer({ min: 0, max: 5 * day }),
];
const waits = [
  ...shortWaits,
  fc.integer({ min: 0, max: 30 }).map((days) => days * day),
  fc.integer({ min: 0, max: 20 * day }),
  fc.integer({ min: 0, max: 70 * day }),
];

function stepsOf(events: fc.MaybeWeightedArbitrary<Event>[], wait: fc.Arbitrary<number>) {
  const step = fc.record({
    event: fc.oneof(...events),
    wait,
    sweeps: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 8 })),
    isAtEnd: oneIn(10),
    isRead: oneIn(3).map((isBlind) => !isBlind),
  });
  return fc.array(step, { minLength: 1, maxLength: 16 });
}

const behavior: fc.Arbitrary<Behavior> = fc.record({
  decision: fc.constantFrom("paid", "paid", "declined", "declined", "action_required", "permanent"),
  hours: fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: 1, max: 120 })),
  isSilent: oneIn(4),
});

/** Histories from anchors at month ends and leap days, with every setting of the operator. */
export const histories: fc.Arbitrary<History> = fc.record({
  anchor: fc.oneof(
    fc.integer({ min: Date.parse("2020-01-01"), max: Date.parse("2040-01-01") }),
    fc.constantFrom(
      ...["2024-01-31T23:59:59.999Z", "2024-02-29T12:00:00Z", "2027-08-31T06:30:00.5Z"].map((instant) =>
        Date.parse(instant),
      ),
    ),
  ),
  terms: fc.record({
    upgrades: fc.constantFrom("immediate", "immediate", "paid", "approved"),
    paymentTermsMs: fc.constantFrom(null, 0, 7 * day, 14 * day, 30 * day),
    hasProvider: fc.boolean(),
  }),
  prices: prices.map((drawn) => ({ free: 0, ...drawn })),
  provider: fc.array(behavior, { minLength: 1, maxLength: 5 }),
  // In a third of the histories, many plan changes are in one cycle, so that roundings and calls add up.
  steps: fc.oneof(
    { weight: 2, arbitrary: stepsOf(allEvents, fc.oneof(...waits)) },
    { weight: 1, arbitrary: stepsOf(inOneCycle, fc.oneof(...shortWaits)) },
  ),
});
