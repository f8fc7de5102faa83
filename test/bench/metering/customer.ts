import { setTimeout as sleep } from "node:timers/promises";
import { ToolsError } from "@tools-api/core";
import { createAccount, createApiKey, setPlan, type Stores } from "@tools-api/core/accounts";

/** An account with a key. */
export interface Customer {
  account: string;
  keyId: string;
  key: string;
}

const timeoutMs = 15_000;

/** Retries while an engine that was just started does not answer yet. */
export async function onceAvailable<Result>(work: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + timeoutMs;
  for (;;)
    try {
      return await work();
    } catch (error) {
      const passing = error instanceof ToolsError && error.code === "storage_unavailable";
      if (!passing || performance.now() > deadline) throw error;
      await sleep(50);
    }
}

let customers = 0;

/** Creates an account with a daily limit. */
export async function newCustomer(stores: Stores, dailyLimit: number): Promise<Customer> {
  customers += 1;
  const email = `customer-${process.pid}-${customers}@example.com`;
  const { id: account } = await createAccount(stores.documents, { email }, { at: Date.now() });
  await setPlan(stores, account, { plan: "free", dailyLimit });
  const { apiKey, secret } = await createApiKey(stores.documents, account, {}, { at: Date.now() });
  return { account, keyId: apiKey.id, key: secret };
}
