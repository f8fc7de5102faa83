import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Stripe } from "stripe";

const secret = "whsec_stand_in";

interface Customer {
  id: string;
  object: "customer";
  metadata: Record<string, string>;
  invoice_settings: { default_payment_method: string | null };
}

interface Intent {
  id: string;
  object: "payment_intent";
  status: string;
  amount: number;
  amount_received: number;
  currency: string;
  created: number;
  customer: string;
  metadata: Record<string, string>;
}

interface Answer {
  status: number;
  body: object;
}

/** The behavior of a card at a charge. */
type Card = "pays" | "is declined" | "processes" | "asks its owner";

const statusByCard: Readonly<Record<Card, string>> = {
  pays: "succeeded",
  "is declined": "requires_payment_method",
  processes: "processing",
  "asks its owner": "requires_action",
};

function refusal(status: number, type: string, code: string, more: object = {}): Answer {
  return { status, body: { error: { type, code, message: code, ...more } } };
}

function page(url: string, data: object[]): Answer {
  return { status: 200, body: { object: "list", url, has_more: false, data } };
}

/** Returns the fields of a form such as `metadata[account]` by their inner names. */
function nested(form: URLSearchParams, name: string): Record<string, string> {
  const fields = [...form].flatMap(([key, value]) => {
    const inner = key.startsWith(`${name}[`) && key.slice(name.length + 1, -1);
    return inner ? [[inner, value] as const] : [];
  });
  return Object.fromEntries(fields);
}

/** The subset of Stripe's API that invoice payments need, on its own port, with controls for tests. */
export class StripeStandIn {
  /** The behavior of every card. */
  card: Card = "pays";
  /** The fate of the answers to POSTs. The requests take effect in any case. */
  answers: "arrive" | "are lost" | "are withheld" = "arrive";
  /** Whether the search finds newly created objects, which takes Stripe up to a minute. */
  searches = true;
  now: () => number = Date.now;
  readonly customers: Customer[] = [];
  readonly intents: Intent[] = [];
  /** Paths of the requests, without their queries. */
  readonly requests: string[] = [];
  readonly #answers = new Map<string, { request: string; answer: Answer }>();
  readonly #server = createServer((request, response) => {
    void this.#answer(request).then((answer) => {
      if (request.method === "POST" && this.answers === "are withheld") return;
      if (request.method === "POST" && this.answers === "are lost") {
        response.destroy();
        return;
      }
      response.writeHead(answer.status, { "Content-Type": "application/json", "Request-Id": "req_1" });
      response.end(JSON.stringify(answer.body));
    });
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get port(): number {
    // The address of a server on TCP has this type.
    return (this.#server.address() as AddressInfo).port;
  }

  /** Returns Stripe's own client, connected to this API. */
  client(): Stripe {
    const { port } = this;
    return new Stripe("sk_test", { host: "127.0.0.1", port, protocol: "http", maxNetworkRetries: 0 });
  }

  /** The total of the received payments. */
  get taken(): number {
    return this.intents.reduce((sum, intent) => sum + intent.amount_received, 0);
  }

  /** Adds a customer, with a card unless `method` is `null`. */
  addCustomer(account: string, method: string | null = "pm_card"): Customer {
    const customer: Customer = {
      id: `cus_${this.customers.length + 1}`,
      object: "customer",
      metadata: { account },
      invoice_settings: { default_payment_method: method },
    };
    this.customers.push(customer);
    return customer;
  }

  /** Forgets the idempotency keys, as Stripe does after 24 hours. */
  forgetKeys(): void {
    this.#answers.clear();
  }

  /** Ends an intent that was being processed. */
  decide(intent: Intent, status: "succeeded" | "requires_payment_method" | "canceled"): void {
    intent.status = status;
    intent.amount_received = status === "succeeded" ? intent.amount : 0;
  }

  /** Returns a webhook event for an intent, signed at an instant. */
  event(
    type: string,
    intent: Intent,
    signedAt = this.now(),
    signedWith = secret,
  ): RequestInit & { body: string } {
    const payload = JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: "event",
      type,
      data: { object: intent },
    });
    const timestamp = Math.floor(signedAt / 1000);
    const signature = this.client().webhooks.generateTestHeaderString({
      payload,
      timestamp,
      secret: signedWith,
    });
    return { method: "POST", headers: { "Stripe-Signature": signature }, body: payload };
  }

  /** The secret that signs events. */
  get secret(): string {
    return secret;
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://stripe");
    const body = await text(request);
    this.requests.push(`${request.method} ${pathname}`);
    if (request.method === "GET") return this.#read(pathname, searchParams);
    // https://docs.stripe.com/api/idempotent_requests: a repeated key returns the first answer, whatever it
    // was.
    const key = String(request.headers["idempotency-key"] ?? randomUUID());
    const before = this.#answers.get(key);
    const described = `${pathname}?${body}`;
    if (before && before.request !== described)
      return refusal(400, "idempotency_error", "idempotency_key_reused");
    const answer = before?.answer ?? this.#write(pathname, new URLSearchParams(body));
    this.#answers.set(key, { request: described, answer: structuredClone(answer) });
    return answer;
  }

  #read(path: string, query: URLSearchParams): Answer {
    if (path === "/v1/customers/search") {
      const [, account] = /^metadata\['account'\]:'([^']+)'$/.exec(query.get("query") ?? "") ?? [];
      const found = this.customers.filter(({ metadata }) => metadata["account"] === account);
      return page(path, this.searches ? found : []);
    }
    if (path === "/v1/payment_intents") {
      const since = Number(query.get("created[gte]"));
      const customer = query.get("customer");
      const found = this.intents.filter((intent) => intent.customer === customer && intent.created >= since);
      return page(path, found.toReversed());
    }
    return refusal(404, "invalid_request_error", "resource_missing");
  }

  #write(path: string, form: URLSearchParams): Answer {
    if (path === "/v1/customers")
      return { status: 200, body: this.addCustomer(nested(form, "metadata")["account"] ?? "", null) };
    if (path === "/v1/payment_intents") return this.#charge(form);
    const [, id] = /^\/v1\/payment_intents\/(\w+)\/cancel$/.exec(path) ?? [];
    const intent = this.intents.find((known) => known.id === id);
    if (!intent) return refusal(404, "invalid_request_error", "resource_missing");
    if (intent.status === "succeeded")
      return refusal(400, "invalid_request_error", "payment_intent_unexpected_state");
    this.decide(intent, "canceled");
    return { status: 200, body: intent };
  }

  #charge(form: URLSearchParams): Answer {
    const fields = Object.fromEntries(form);
    if (fields["confirm"] !== "true" || fields["off_session"] !== "true" || !fields["payment_method"])
      return refusal(400, "invalid_request_error", "parameter_missing");
    const status = statusByCard[this.card];
    const amount = Number(fields["amount"]);
    const intent: Intent = {
      id: `pi_${this.intents.length + 1}`,
      object: "payment_intent",
      status,
      amount,
      amount_received: status === "succeeded" ? amount : 0,
      currency: fields["currency"] ?? "",
      created: Math.floor(this.now() / 1000),
      customer: fields["customer"] ?? "",
      metadata: nested(form, "metadata"),
    };
    this.intents.push(intent);
    if (this.card === "is declined")
      return refusal(402, "card_error", "card_declined", { payment_intent: intent });
    return { status: 200, body: intent };
  }
}
