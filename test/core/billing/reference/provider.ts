import type { PaymentOutcome, PaymentProvider, PaymentRequest } from "@tools-api/core/billing";

const hour = 3_600_000;

/** The response to an attempt: a decision after some hours, and silence or "pending" until then. */
export interface Behavior {
  decision: "paid" | "declined" | "action_required" | "permanent";
  hours: number;
  /** Does not respond until the decision. Otherwise it responds "pending". */
  isSilent: boolean;
}

/** An attempt at a payment at the provider. */
export interface Attempt {
  account: string;
  invoice: number;
  amount: number;
  key: string;
  failures: number;
  startedAt: number;
  behavior: Behavior;
  isReported: boolean;
}

/** A request as the provider received it, with its response; `null` for silence. */
export interface Asked {
  attempt: Attempt;
  amount: number;
  outcome: PaymentOutcome | null;
}

/** A payment provider in memory, which takes the money of each attempt once. */
export class MemoryProvider implements PaymentProvider {
  now = 0;
  readonly asked: Asked[] = [];
  readonly attempts = new Map<string, Attempt>();
  private readonly script: readonly Behavior[];

  constructor(script: readonly Behavior[]) {
    this.script = script;
  }

  async collect({ account, invoice, amount, idempotencyKey: key }: PaymentRequest): Promise<PaymentOutcome> {
    const behavior = this.script[this.attempts.size % this.script.length];
    if (!behavior) throw new Error("The script of the provider is empty.");
    const known = this.attempts.get(key);
    const attempt: Attempt = known ?? {
      account: account.id,
      invoice: invoice.number,
      amount,
      key,
      failures: invoice.failedAttempts,
      startedAt: this.now,
      behavior,
      isReported: false,
    };
    this.attempts.set(key, attempt);
    const outcome = this.outcomeOf(attempt);
    this.asked.push({ attempt, amount, outcome });
    if (!outcome) throw new Error("The provider does not respond.");
    return outcome;
  }

  private isDecided({ startedAt, behavior: { hours } }: Attempt): boolean {
    return this.now >= startedAt + hours * hour;
  }

  private outcomeOf(attempt: Attempt): PaymentOutcome | null {
    const { decision, isSilent } = attempt.behavior;
    if (!this.isDecided(attempt)) return isSilent ? null : { status: "pending" };
    if (decision === "paid") return { status: "paid", amount: attempt.amount, reference: attempt.key };
    return { status: decision, reason: "The bank has declined the payment." };
  }

  /** Returns the oldest attempt that is decided and that the provider has not reported by a webhook. */
  report(): { attempt: Attempt; outcome: PaymentOutcome } | null {
    for (const attempt of this.attempts.values()) {
      if (attempt.isReported || !this.isDecided(attempt)) continue;
      attempt.isReported = true;
      const outcome = this.outcomeOf(attempt);
      if (outcome) return { attempt, outcome };
    }
    return null;
  }
}
