import { describe, expect, it, onTestFinished } from "vitest";
import { StripeStandIn } from "../../engines/stripe-stand-in.ts";
import { testedRuntimes } from "../../engines/runtimes.ts";
import { runCommand } from "../command.ts";
import { runServer, startServer, temporaryFolder } from "../server-process.ts";

const secrets = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_stand_in" };

describe.each(testedRuntimes)("a server with the secrets of Stripe on %s", (runtime) => {
  it("opens Checkout, makes the added card the default by its webhook, and rejects a forged event", async () => {
    const stripe = new StripeStandIn();
    await stripe.start();
    onTestFinished(() => stripe.stop());
    const folder = temporaryFolder();
    onTestFinished(() => folder.remove());
    const environment = {
      ...secrets,
      STRIPE_API_URL: `http://127.0.0.1:${stripe.port}`,
      DATABASE_URL: `sqlite:${folder.path}/tools.db`,
    };
    const server = await startServer(environment, runtime);
    onTestFinished(() => void server.stop("SIGKILL"));
    const words = ["keys", "create", "--email", "ada@example.com", "--scopes", "account:write", "--json"];
    const { key } = JSON.parse(await runCommand(words, environment)) as { key: string };
    const call = async (path: string, body: object) => {
      const response = await fetch(server.url + path, {
        method: "POST",
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      return [response.status, await response.json()] as const;
    };
    expect(await call("/account/plan/payment-method", {})).toEqual([
      200,
      { url: "https://checkout.stripe.com/c/1" },
    ]);
    const [session] = stripe.sessions;
    if (!session) throw new Error("There is no session.");
    const event = stripe.event("setup_intent.succeeded", stripe.complete(session, "pm_1"));
    const told = await fetch(`${server.url}/payments/stripe/webhook`, event);
    expect(told.status).toBe(204);
    expect(stripe.customers[0]?.invoice_settings.default_payment_method).toBe("pm_1");
    const forged = { ...event, body: event.body.replace("seti_1", "seti_2") };
    expect((await fetch(`${server.url}/payments/stripe/webhook`, forged)).status).toBe(400);
  });
});

describe("the settings of payments", () => {
  it.each([
    [{ STRIPE_SECRET_KEY: "sk_live_hunter2" }, /^tools-api: STRIPE_WEBHOOK_SECRET: expected .+/],
    [{ STRIPE_WEBHOOK_SECRET: "whsec_hunter2" }, /^tools-api: STRIPE_SECRET_KEY: expected .+/],
    [
      { ...secrets, STRIPE_SECRET_KEY: "pk_live_hunter2" },
      /^tools-api: STRIPE_SECRET_KEY: expected a secret key/,
    ],
    [{ PAYMENT_RETRY_DAYS: "3,1" }, /^tools-api: PAYMENT_RETRY_DAYS: expected at most 10 ascending/],
    [{ PAYMENT_RETRY_DAYS: "0,1" }, /^tools-api: PAYMENT_RETRY_DAYS: expected /],
    [{ PAYMENT_RETRY_DAYS: "1,2,3,4,5,6,7,8,9,10,11" }, /^tools-api: PAYMENT_RETRY_DAYS: expected /],
  ])("stop the start in one line without a secret if they are %o", async (settings, line) => {
    const { code, stderr } = await runServer({ DATABASE_URL: "memory:", ...settings });
    expect(code).toBe(1);
    expect(stderr.trimEnd()).toMatch(line);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).not.toContain("hunter2");
  });
});
