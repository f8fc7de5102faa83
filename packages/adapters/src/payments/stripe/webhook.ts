import { type Clock, systemClock, ToolsError } from "@tools-api/core";
import type { Billing } from "@tools-api/core/billing";
import type { Stripe } from "stripe";
import { stripeErrorType } from "./errors.ts";
import { handleEvent } from "./events.ts";

const maxEventBytes = 1024 * 1024;

/** The options of {@link stripeWebhook}. */
export interface StripeWebhookOptions {
  /** A client of the package `stripe`. */
  stripe: Stripe;
  /** The billing of the server, with `stripePayments` as its `payments`. */
  billing: Billing;
  /** The signing secret of the endpoint, `whsec_…`. */
  secret: string;
  clock?: Clock;
}

function respond(status: number, text: string): Response {
  return new Response(text, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}

/** Reads the body of a request; `null` if it has more bytes than events have. */
async function readEvent({ body }: Request): Promise<string | null> {
  if (!body) return "";
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxEventBytes) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/**
 * Creates the handler of Stripe's webhook, for any framework with `Request` and `Response`. Stripe may send an event
 * several times and in any order. It repeats an event for three days that gets an error response, for instance while the
 * store does not respond. Events about other objects of the Stripe account get 204.
 *
 * Subscribe the endpoint to `payment_intent.succeeded`, `payment_intent.payment_failed`, `payment_intent.canceled`,
 * `checkout.session.completed`, `setup_intent.succeeded`, `customer.updated`, `charge.refunded`, `refund.created`,
 * `refund.updated`, `charge.dispute.funds_withdrawn` and `charge.dispute.funds_reinstated`.
 *
 * @returns A handler that rejects if Stripe or the store does not respond. Respond with 500 then.
 *
 * @example
 * ```ts
 * import { stripePayments, stripeWebhook } from "@tools-api/adapters/payments/stripe";
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { Stripe } from "stripe";
 *
 * const stripe = new Stripe("sk_test_…");
 * const documents = memoryDocuments();
 * const payments = stripePayments({ stripe, documents });
 * const billing = { documents, usage: memoryUsage(), plans: defaultPlans, payments };
 * const webhook = stripeWebhook({ stripe, billing, secret: "whsec_…" });
 * const { status } = await webhook(new Request("http://localhost/stripe/webhook", { method: "POST", body: "{}" }));
 * console.log(status); // 400
 * ```
 */
export function stripeWebhook({
  stripe,
  billing,
  secret,
  clock = systemClock,
}: StripeWebhookOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = await readEvent(request);
    if (body === null) return respond(413, `Expected an event of at most ${maxEventBytes} bytes.`);
    let event: Stripe.Event;
    try {
      // The signature covers the received bytes and is valid for five minutes. Attack: without the time limit, an old
      // event could be replayed.
      const signature = request.headers.get("Stripe-Signature") ?? "";
      event = await stripe.webhooks.constructEventAsync(
        body,
        signature,
        secret,
        undefined,
        undefined,
        clock.now(),
      );
    } catch (error) {
      if (stripeErrorType(error) !== "StripeSignatureVerificationError") throw error;
      return respond(400, "The signature is not from Stripe, or the event is older than five minutes.");
    }
    try {
      await handleEvent({ stripe, billing, now: clock.now() }, event);
      return new Response(null, { status: 204 });
    } catch (error) {
      if (!(error instanceof ToolsError)) throw error;
      // Another installation may use the same Stripe account.
      if (error.code === "not_found") return new Response(null, { status: 204 });
      if (error.code === "conflict") return respond(422, error.message);
      throw error;
    }
  };
}
