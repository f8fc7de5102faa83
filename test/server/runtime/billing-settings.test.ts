import { readConfig } from "@tools-api/server/node";
import { describe, expect, it } from "vitest";

const dayMs = 86_400_000;
const termsWith = (environment: Record<string, string>) => readConfig(environment).billingTerms;

describe("the settings of billing", () => {
  it("default to immediate upgrades, 14 days to pay, and no seller", () => {
    expect(termsWith({})).toEqual({
      upgrades: "immediate",
      paymentTermsMs: 14 * dayMs,
      retryDays: undefined,
      invoicing: { series: undefined },
    });
  });

  it("make the payment part of an upgrade where a provider is configured, unless UPGRADES is set", () => {
    const stripe = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" };
    expect(termsWith(stripe).upgrades).toBe("paid");
    expect(termsWith({ ...stripe, UPGRADES: "immediate" }).upgrades).toBe("immediate");
    expect(termsWith({ UPGRADES: "approved" }).upgrades).toBe("approved");
  });

  it("warn if strangers can use paid plans before they pay: open sign-up, other machines and no provider", () => {
    const warned = (environment: Record<string, string>) =>
      readConfig(environment).warnings.map(({ message, advice }) => message + advice);
    const open = { SIGN_UP: "open", HOST: "0.0.0.0" };
    expect(warned(open)).toEqual([expect.stringContaining("UPGRADES=approved")]);
    expect(warned({ SIGN_UP: "open", PUBLIC_URL: "https://tools.example.com" })).toHaveLength(1);
    const safe: Record<string, string>[] = [
      {},
      { SIGN_UP: "open" },
      { HOST: "0.0.0.0" },
      { ...open, UPGRADES: "immediate" },
      { ...open, UPGRADES: "approved" },
      { ...open, STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" },
      { ...open, PLAN_PRO_PRICE: "0", PLAN_ENTERPRISE_PRICE: "0" },
    ];
    for (const environment of safe) expect(warned(environment)).toEqual([]);
  });

  it("have the seller, the series, the tax and the terms of the operator", () => {
    expect(
      termsWith({
        UPGRADES: "paid",
        PAYMENT_TERMS: "never",
        INVOICE_SERIES: "ACME-",
        SELLER_NAME: "ACME Ltd",
        SELLER_ADDRESS: "1 Road; London ;United Kingdom",
        SELLER_TAX_ID: "GB1",
        TAX_NAME: "VAT",
        TAX_PERCENT: "7.5",
      }),
    ).toMatchObject({
      upgrades: "paid",
      paymentTermsMs: null,
      invoicing: {
        series: "ACME-",
        seller: { name: "ACME Ltd", address: ["1 Road", "London", "United Kingdom"], taxId: "GB1" },
        tax: { name: "VAT", percent: 7.5 },
      },
    });
    expect(termsWith({ PAYMENT_TERMS: "30" }).paymentTermsMs).toBe(30 * dayMs);
  });

  it("name each invalid or missing setting, with what was expected", () => {
    for (const [environment, message] of [
      [{ UPGRADES: "later" }, "UPGRADES: expected immediate, paid, approved"],
      [{ PAYMENT_TERMS: "0" }, "PAYMENT_TERMS: expected a number of days from 1 to 365, or never"],
      [{ INVOICE_SERIES: "a b" }, "INVOICE_SERIES: expected 1 to 20 letters"],
      [{ SELLER_TAX_ID: "GB1" }, "SELLER_NAME: expected a value"],
      [{ TAX_NAME: "VAT" }, "TAX_PERCENT: expected a value"],
      [{ TAX_PERCENT: "20" }, "TAX_NAME: expected a value"],
      [{ TAX_NAME: "VAT", TAX_PERCENT: "101" }, "TAX_PERCENT: expected a number above 0 and at most 100"],
    ] as const)
      expect(() => readConfig(environment)).toThrow(message);
  });
});
