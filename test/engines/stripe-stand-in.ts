import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Stripe } from "stripe";

const secret = "whsec_stand_in";

interface Customer {
  id: string;
  object: "customer";
  deleted?: true;
  email: string | null;
  name: string | null;
  metadata: Record<string, string>;
  invoice_settings: { default_payment_method: string | null };
  /** The attached payment methods, which Stripe lists separately. */
  methods: string[];
}

interface SetupIntent {
  id: string;
  object: "setup_intent";
  status: "requires_payment_method" | "succeeded";
  created: number;
  customer: string;
  payment_method: string | null;
  metadata: Record<string, string>;
}

interface Session {
  id: string;
  object: "checkout.session";
  mode: string;
  url: string;
  customer: string;
  setup_intent: string;
  metadata: Record<string, string>;
}

interface Refund {
  id: string;
  object: "refund";
  amount: number;
  status: "pending" | "succeeded";
  payment_intent: string;
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
  receipt_email: string | null;
  next_action: object | null;
  last_payment_error: { code: string; message: string } | null;
  metadata: Record<string, string>;
}

interface Answer {
  status: number;
  body: object;
}

/** The behavior of a card at a charge. */
type Card = "pays" | "is declined" | "needs authentication" | "processes" | "asks its owner";

const statusByCard: Readonly<Record<Card, string>> = {
  pays: "succeeded",
  "is declined": "requires_payment_method",
  // https://docs.stripe.com/payments/save-and-reuse#charge-saved-payment-method
  "needs authentication": "requires_payment_method",
  processes: "processing",
  "asks its owner": "requires_action",
};

/** The errors of cards that fail, with messages for the customer. */
const cardErrors: Partial<Record<Card, { code: string; message: string }>> = {
  "is declined": { code: "card_declined", message: "Your card was declined." },
  "needs authentication": {
    code: "authentication_required",
    message: "Your card was declined. This transaction requires authentication.",
  },
};

/** https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const minimums: Readonly<Record<string, number>> = { usd: 50, eur: 50, gbp: 30, jpy: 50 };

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
  /** Whether the search finds newly created objects, which takes Stripe up to a minute, or exists in the country. */
  searches: boolean | "are unsupported" = true;
  /** Whether requests fail, with the status 401 of a revoked key or with 503. */
  fails: 401 | 503 | null = null;
  now: () => number = Date.now;
  readonly customers: Customer[] = [];
  readonly intents: Intent[] = [];
  readonly setups: SetupIntent[] = [];
  readonly sessions: Session[] = [];
  readonly refunds: Refund[] = [];
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
      email: null,
      name: null,
      metadata: { account },
      invoice_settings: { default_payment_method: method },
      methods: method === null ? [] : [method],
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

  /**
   * Completes a Checkout session in `setup` mode as its customer. The payment method is attached. As in Stripe, it does not
   * become the default.
   */
  complete({ customer, setup_intent: id }: Session, method: string): SetupIntent {
    const setup = this.setups.find((known) => known.id === id);
    if (!setup) throw new Error(`There is no setup intent ${id}.`);
    Object.assign(setup, { status: "succeeded", payment_method: method });
    this.#customer(customer)?.methods.push(method);
    return setup;
  }

  /** Refunds a payment as the operator does in Stripe's dashboard. */
  refund(intent: Intent, amount: number, status: Refund["status"] = "succeeded"): Refund {
    const id = `re_${this.refunds.length + 1}`;
    const refund: Refund = { id, object: "refund", amount, status, payment_intent: intent.id };
    this.refunds.push(refund);
    return refund;
  }

  #customer(id: string): Customer | undefined {
    return this.customers.find((customer) => customer.id === id);
  }

  /** Returns a webhook event for an object, signed at an instant. */
  event(
    type: string,
    object: object,
    signedAt = this.now(),
    signedWith = secret,
    previous?: object,
  ): RequestInit & { body: string } {
    const payload = JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: "event",
      type,
      data: { object, ...(previous && { previous_attributes: previous }) },
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
    if (this.fails === 401) return refusal(401, "invalid_request_error", "api_key_expired");
    if (this.fails === 503) return refusal(503, "api_error", "api_error");
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
    const [, kind, id] = /^\/v1\/(customers|payment_intents|setup_intents)\/(\w+_\d+)$/.exec(path) ?? [];
    if (kind) {
      const known = { customers: this.customers, payment_intents: this.intents, setup_intents: this.setups };
      // The expression admits only these names.
      const found = known[kind as keyof typeof known].find((object) => object.id === id);
      return found ? { status: 200, body: found } : refusal(404, "invalid_request_error", "resource_missing");
    }
    if (path === "/v1/refunds")
      return page(
        path,
        this.refunds.filter((refund) => refund.payment_intent === query.get("payment_intent")),
      );
    if (path === "/v1/customers/search") {
      if (this.searches === "are unsupported")
        return refusal(400, "invalid_request_error", "search_unsupported");
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
    if (path === "/v1/customers") {
      const customer = this.addCustomer(nested(form, "metadata")["account"] ?? "", null);
      Object.assign(customer, { email: form.get("email"), name: form.get("name") });
      return { status: 200, body: customer };
    }
    if (path === "/v1/payment_intents") return this.#charge(form);
    if (path === "/v1/checkout/sessions") return this.#checkout(form);
    if (path === "/v1/billing_portal/sessions")
      return { status: 200, body: { url: `https://billing.stripe.com/p/${form.get("customer")}` } };
    const [, changed] = /^\/v1\/customers\/(\w+)$/.exec(path) ?? [];
    if (changed !== undefined) return this.#update(this.#customer(changed), nested(form, "invoice_settings"));
    const [, id] = /^\/v1\/payment_intents\/(\w+)\/cancel$/.exec(path) ?? [];
    const intent = this.intents.find((known) => known.id === id);
    if (!intent) return refusal(404, "invalid_request_error", "resource_missing");
    if (intent.status === "succeeded")
      return refusal(400, "invalid_request_error", "payment_intent_unexpected_state");
    this.decide(intent, "canceled");
    return { status: 200, body: intent };
  }

  #update(customer: Customer | undefined, settings: Record<string, string>): Answer {
    const method = settings["default_payment_method"] ?? null;
    if (!customer || customer.deleted || (method !== null && !customer.methods.includes(method)))
      return refusal(404, "invalid_request_error", "resource_missing");
    customer.invoice_settings.default_payment_method = method;
    return { status: 200, body: customer };
  }

  #checkout(form: URLSearchParams): Answer {
    const customer = form.get("customer") ?? "";
    // https://docs.stripe.com/api/checkout/sessions/create: setup mode needs a currency or the types of methods.
    if (form.get("mode") !== "setup" || !form.get("currency") || !form.get("success_url"))
      return refusal(400, "invalid_request_error", "parameter_missing");
    const known = this.#customer(customer);
    if (!known || known.deleted) return refusal(400, "invalid_request_error", "resource_missing");
    const number = this.sessions.length + 1;
    const metadata = Object.fromEntries(
      [...form].flatMap(([key, value]) => {
        const [, name] = /^setup_intent_data\[metadata\]\[(\w+)\]$/.exec(key) ?? [];
        return name === undefined ? [] : [[name, value] as const];
      }),
    );
    this.setups.push({
      id: `seti_${number}`,
      object: "setup_intent",
      status: "requires_payment_method",
      created: Math.floor(this.now() / 1000),
      customer,
      payment_method: null,
      metadata,
    });
    const session: Session = {
      id: `cs_${number}`,
      object: "checkout.session",
      mode: "setup",
      url: `https://checkout.stripe.com/c/${number}`,
      customer,
      setup_intent: `seti_${number}`,
      metadata: nested(form, "metadata"),
    };
    this.sessions.push(session);
    return { status: 200, body: session };
  }

  #charge(form: URLSearchParams): Answer {
    const fields = Object.fromEntries(form);
    if (fields["confirm"] !== "true" || fields["off_session"] !== "true" || !fields["payment_method"])
      return refusal(400, "invalid_request_error", "parameter_missing");
    const status = statusByCard[this.card];
    const amount = Number(fields["amount"]);
    if (amount < (minimums[fields["currency"] ?? ""] ?? 50))
      return refusal(400, "invalid_request_error", "amount_too_small");
    const payer = this.#customer(fields["customer"] ?? "");
    const method = fields["payment_method"];
    if (!payer || payer.deleted || payer.invoice_settings.default_payment_method !== method)
      return refusal(404, "invalid_request_error", "resource_missing");
    const failure = cardErrors[this.card] ?? null;
    const intent: Intent = {
      id: `pi_${this.intents.length + 1}`,
      object: "payment_intent",
      status,
      amount,
      amount_received: status === "succeeded" ? amount : 0,
      currency: fields["currency"] ?? "",
      created: Math.floor(this.now() / 1000),
      customer: fields["customer"] ?? "",
      receipt_email: fields["receipt_email"] ?? null,
      next_action:
        this.card === "asks its owner"
          ? { type: "redirect_to_url", redirect_to_url: { url: "https://hooks.stripe.com/3d_secure" } }
          : null,
      last_payment_error: failure,
      metadata: nested(form, "metadata"),
    };
    this.intents.push(intent);
    if (failure) return refusal(402, "card_error", failure.code, { ...failure, payment_intent: intent });
    return { status: 200, body: intent };
  }
}
