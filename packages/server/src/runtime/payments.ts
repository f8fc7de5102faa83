import { type DocumentStore, ToolsError } from "@tools-api/core";
import type { Billing, PaymentProvider } from "@tools-api/core/billing";
import type { Stripe } from "stripe";
import type { Config } from "./config.ts";

/** The path of Stripe's webhook. */
export const stripeWebhookPath = "/payments/stripe/webhook";

/** A payment provider and the handler of its webhook. */
export interface Payments {
  /** Returns the provider, which keeps its customers in the store. */
  provider(documents: DocumentStore): PaymentProvider;
  webhook(billing: Billing): (request: Request) => Promise<Response>;
  /** Throws unless the provider accepts our credentials within the time. */
  check(timeoutMs: number): Promise<void>;
}

/** Returns a client of Stripe. The package is installed by the operator, because most servers do not need it. */
async function openStripe(secretKey: string, apiUrl: string | undefined): Promise<Stripe> {
  const { Stripe: Client } = await import("stripe").catch((cause: unknown) => {
    throw new ToolsError(
      "invalid_parameter",
      "STRIPE_SECRET_KEY: expected the package stripe to be installed. Run npm install stripe.",
      { cause },
    );
  });
  if (apiUrl === undefined) return new Client(secretKey);
  const { protocol, hostname, port } = new URL(apiUrl);
  return new Client(secretKey, {
    protocol: protocol === "http:" ? "http" : "https",
    host: hostname,
    ...(port !== "" && { port }),
  });
}

/**
 * Returns the payment provider of the settings, or `undefined` if they have none.
 *
 * @throws ToolsError `invalid_parameter` if the package `stripe` is missing.
 */
export async function openPayments({ stripe: settings }: Config): Promise<Payments | undefined> {
  if (!settings) return undefined;
  const { secretKey, webhookSecret: secret, apiUrl } = settings;
  const stripe = await openStripe(secretKey, apiUrl);
  const { stripePayments, stripeWebhook } = await import("@tools-api/adapters/payments/stripe");
  return {
    provider: (documents) => stripePayments({ stripe, documents }),
    webhook: (billing) => stripeWebhook({ stripe, billing, secret }),
    async check(timeoutMs) {
      // A restricted key has the right to read payments, because payments need it.
      await stripe.paymentIntents.list({ limit: 1 }, { timeout: timeoutMs, maxNetworkRetries: 0 });
    },
  };
}
