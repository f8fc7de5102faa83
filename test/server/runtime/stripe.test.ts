import { describe, expect, it, onTestFinished } from "vitest";
import { StripeStandIn } from "../../engines/stripe-stand-in.ts";
import { testedRuntimes } from "../../engines/runtimes.ts";
import { runCommand } from "../command.ts";
import { startServerOn, temporaryFolder } from "../server-process.ts";

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
    const server = await startServerOn(runtime, environment);
    onTestFinished(async () => void (await server.stop()));
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
