import type { DocumentStore, Plans } from "@tools-api/core";
import { findPlan } from "@tools-api/core/billing";
import { plansInUse } from "@tools-api/core/internal";

/**
 * Returns a sentence for each version of a plan that accounts are on although the settings do not list it. Empty if the
 * store does not respond: the server starts anyway.
 */
export async function planWarnings(documents: DocumentStore, plans: Plans): Promise<string[]> {
  const used = await plansInUse(documents).catch(() => []);
  return used.flatMap(({ plan, planVersion = 1 }) => {
    const found = findPlan(plans, plan);
    if (!found)
      return `Accounts are on the plan ${plan}, which PLANS does not list. They have the terms of the default plan. List it, with is_offered false.`;
    const versions = [found, ...(found.previous ?? [])].map(({ version = 1 }) => version);
    if (versions.includes(planVersion)) return [];
    return `Accounts are on version ${planVersion} of the plan ${plan}, which PLANS does not list. They have the terms of version ${found.version ?? 1}. List it under previous.`;
  });
}
