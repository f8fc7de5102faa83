import type { DocumentStore } from "@tools-api/core";
import type { Account } from "@tools-api/core/accounts";
import { paymentCustomers } from "@tools-api/core/internal";
import type { Stripe } from "stripe";
import { stripeErrorType } from "./errors.ts";

const provider = "stripe";

/** The options of `stripePayments`. */
export interface StripePaymentsOptions {
  /** A client of the package `stripe`. */
  stripe: Stripe;
  /** Keeps the id of each account's customer. */
  documents: DocumentStore;
}

/** Returns the ids of a document that names the customer of an account. */
export function customerIds(account: string): { provider: string; account: string } {
  return { provider, account };
}

/** Returns a customer whose metadata names the account, from a time without the document. */
async function findEarlierCustomer(stripe: Stripe, account: string): Promise<string | null> {
  try {
    const found = await stripe.customers.search({ query: `metadata['account']:'${account}'` });
    return found.data[0]?.id ?? null;
  } catch (error) {
    // Stripe has no search for the accounts of some countries.
    if (stripeErrorType(error) === "StripeInvalidRequestError") return null;
    throw error;
  }
}

/** Creates a customer. Requests with the same key create one. Stripe refuses a key with another address or name. */
async function createCustomer(stripe: Stripe, { id, email, name }: Account, key: string): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify([email, name]));
  const digest = Buffer.from(await crypto.subtle.digest("SHA-256", text)).toString("hex");
  const customer = await stripe.customers.create(
    // A closed account has no address.
    { metadata: { account: id }, ...(email !== "" && { email }), ...(name !== "" && { name }) },
    { idempotencyKey: `customer/${key}/${digest}` },
  );
  return customer.id;
}

/**
 * Returns the id of the customer of an account, and creates it the first time. Our store keeps the id: Stripe's search
 * misses customers of the last minute, so a search could create a second customer.
 */
export async function customerOf(
  { stripe, documents }: StripePaymentsOptions,
  account: Account,
): Promise<string> {
  const ids = customerIds(account.id);
  const stored = await paymentCustomers.get(documents, ids);
  if (stored) return stored.value.customer;
  const customer =
    (await findEarlierCustomer(stripe, account.id)) ?? (await createCustomer(stripe, account, account.id));
  const { committed } = await documents.commit([paymentCustomers.create(ids, { customer })]);
  // Another process stored a customer in between.
  return committed ? customer : customerOf({ stripe, documents }, account);
}

/** Returns the id of a customer that exists in Stripe. Replaces one that was deleted there. */
export async function existingCustomerOf(stores: StripePaymentsOptions, account: Account): Promise<string> {
  const { stripe, documents } = stores;
  const id = await customerOf(stores, account);
  const found = await stripe.customers.retrieve(id);
  if (!found.deleted) return id;
  const customer = await createCustomer(stripe, account, `${account.id}/${id}`);
  const stored = await paymentCustomers.get(documents, customerIds(account.id));
  if (stored?.value.customer !== id) return existingCustomerOf(stores, account);
  const { committed } = await documents.commit([paymentCustomers.replace(stored, { customer })]);
  return committed ? customer : existingCustomerOf(stores, account);
}
