import { upgradeModes } from "@tools-api/core/billing/light";
import { invalidParameters, parameter } from "@tools-api/core/internal/schema";
import { dayMs } from "@tools-api/core/internal/time";
import type { BillingTerms } from "@tools-api/core/billing";
import { z } from "zod";
import { wholeNumber } from "./values.ts";

const maxRetries = 10;

/** A list of days after the first failed payment, ascending. */
const retryDays = z
  .string()
  .regex(/^\d{1,3}(?:\s*,\s*\d{1,3})*$/)
  .transform((text) => text.split(",").map(Number))
  .pipe(z.array(z.int().min(1).max(365)).max(maxRetries))
  .refine((days) => days.every((day, index) => index === 0 || day > (days[index - 1] ?? 0)));

/** A postal address with a semicolon after each line but the last. */
const addressLines = z
  .string()
  .max(500)
  .transform((text) => text.split(";").map((line) => line.trim()))
  .pipe(z.array(z.string().min(1)).max(8));

/** The settings of invoices, payments and upgrades. */
export const billingFields = {
  UPGRADES: parameter(upgradeModes.join(", "), z.enum(upgradeModes).optional(), {
    purpose:
      "When the upgrades of owners take effect: `immediate`, when they are `paid`, or when an operator has " +
      "`approved` them. Default: `paid` with Stripe, otherwise `immediate`.",
  }),
  PAYMENT_TERMS: parameter(
    "a number of days from 1 to 365, or never",
    z.union([z.literal("never").transform(() => null), wholeNumber(1, 365)]).default(14),
    { purpose: "The days until an invoice that no provider collects is past due, or `never`." },
  ),
  PAYMENT_RETRY_DAYS: parameter(
    `at most ${maxRetries} ascending numbers of days from 1 to 365, such as 1,3,5,7`,
    retryDays.optional(),
    { purpose: "The days from the first failed payment of an invoice to each retry. Default: `1,3,5,7`." },
  ),
  INVOICE_SERIES: parameter(
    "1 to 20 letters, digits, dots, dashes or underscores, such as INV-",
    z
      .string()
      .regex(/^[A-Za-z0-9._-]{1,20}$/)
      .optional(),
    { purpose: "The start of invoice numbers. Default: `INV-`." },
  ),
  SELLER_NAME: parameter("a name of at most 200 characters", z.string().max(200).optional(), {
    purpose: "The name of the seller on invoices.",
  }),
  SELLER_ADDRESS: parameter(
    "at most 8 lines of an address, separated by semicolons",
    addressLines.optional(),
    { purpose: "The address of the seller on invoices, its lines separated by semicolons." },
  ),
  SELLER_TAX_ID: parameter("a tax number of at most 50 characters", z.string().max(50).optional(), {
    purpose: "The tax number of the seller on invoices.",
  }),
  TAX_NAME: parameter("the name of the tax, such as VAT", z.string().max(30).optional(), {
    purpose: "The name of the tax that prices include, such as `VAT`.",
  }),
  TAX_PERCENT: parameter(
    "a number above 0 and at most 100",
    z
      .string()
      .regex(/^\d{1,3}(\.\d{1,4})?$/)
      .transform(Number)
      .pipe(z.number().gt(0).max(100))
      .optional(),
    { purpose: "The rate of the tax that prices include, in percent, such as `19`." },
  ),
};

const BillingSettings = z.object(billingFields);

/**
 * Returns the terms of the settings.
 *
 * @param defaultUpgrades When upgrades take effect without `UPGRADES`.
 * @throws ToolsError `invalid_parameter` if the address or the tax number of the seller has no name, or the tax has no
 *   name or no rate.
 */
export function readBillingTerms(
  values: z.output<typeof BillingSettings>,
  defaultUpgrades: NonNullable<BillingTerms["upgrades"]>,
): BillingTerms {
  const { SELLER_NAME: name, SELLER_ADDRESS: address = [], SELLER_TAX_ID: taxId = null } = values;
  const { TAX_NAME: tax, TAX_PERCENT: percent, PAYMENT_TERMS: days } = values;
  const missing = [
    name === undefined && (address.length > 0 || taxId !== null) ? "SELLER_NAME" : null,
    tax === undefined && percent !== undefined ? "TAX_NAME" : null,
    tax !== undefined && percent === undefined ? "TAX_PERCENT" : null,
  ].filter((variable) => variable !== null);
  const detail = "expected a value, because a setting that belongs to it is set";
  if (missing.length > 0) throw invalidParameters(missing.map((variable) => ({ name: variable, detail })));
  return {
    upgrades: values.UPGRADES ?? defaultUpgrades,
    paymentTermsMs: days === null ? null : days * dayMs,
    retryDays: values.PAYMENT_RETRY_DAYS,
    invoicing: {
      series: values.INVOICE_SERIES,
      ...(name !== undefined && { seller: { name, address, taxId } }),
      ...(tax !== undefined && percent !== undefined && { tax: { name: tax, percent } }),
    },
  };
}
