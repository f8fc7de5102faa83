import { defaultPlans } from "@tools-api/core";
import type { Stores } from "@tools-api/core/accounts";
import { type PaymentProvider, recordFailedPayment } from "@tools-api/core/billing";

const twoDaysMs = 2 * 86_400_000;

/** A provider with pages for payment methods, which never decides about a payment. */
export const paymentPages: PaymentProvider = {
  collect: () => Promise.resolve({ status: "pending" }),
  setupUrl: ({ account, returnUrl }) =>
    Promise.resolve(`https://pay.example/add/${account.id}?back=${encodeURIComponent(returnUrl)}`),
  portalUrl: ({ account }) => Promise.resolve(`https://pay.example/manage/${account.id}`),
};

/** Records that the payment of the first invoice of an account failed two days ago. */
export async function failPayment({ documents, usage }: Stores, account: string, now: number): Promise<void> {
  const billing = { documents, usage, plans: defaultPlans };
  const failure = { status: "permanent", reason: "The key sk_live_… has expired." } as const;
  await recordFailedPayment(billing, { account, id: "00000001" }, { attempt: 0, failure }, now - twoDaysMs);
}
