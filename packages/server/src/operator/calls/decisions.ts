import { searchAccounts } from "@tools-api/core/accounts";
import type { RevenueReport } from "@tools-api/core/billing";
import { nameSchemas } from "@tools-api/core/internal/schema";
import { listDeadMessages } from "@tools-api/core/outbox";
import { listWebhookEndpoints, operatorOwner } from "@tools-api/core/webhooks";
import { z } from "zod";
import type { AccountServices } from "../../session/services.ts";

/** The count that also stands for more. It bounds the cost of the overview. */
export const maxDecisions = 100;

/** The subjects of decisions, each with the count of its objects. */
const counters = {
  async past_due_accounts({ documents }: AccountServices) {
    return (await searchAccounts(documents, { pastDue: true, limit: maxDecisions })).accounts.length;
  },
  async requested_upgrades(_: AccountServices, { requested }: RevenueReport) {
    return Math.min(maxDecisions, requested);
  },
  async failed_mails({ documents }: AccountServices) {
    return (await listDeadMessages(documents, { limit: maxDecisions })).items.length;
  },
  async failing_webhooks({ documents }: AccountServices) {
    const endpoints = await listWebhookEndpoints(documents, operatorOwner);
    return endpoints.filter(({ isGone, failingSince }) => isGone || failingSince !== null).length;
  },
  async suspended_accounts({ documents }: AccountServices) {
    return (await searchAccounts(documents, { status: "suspended", limit: maxDecisions })).accounts.length;
  },
};

type DecisionSubject = keyof typeof counters;

// The keys of the table.
const subjects = Object.keys(counters) as DecisionSubject[];

export const DecisionRecord = z.object({
  subject: z
    .enum(subjects)
    .describe(
      "The kind of matter: accounts with a failed payment that is due, upgrades that wait for a payment or for an operator, mails " +
        "that were not delivered, webhook endpoints of the operator without a successful delivery, and suspended accounts.",
    ),
  count: z
    .int()
    .positive()
    .max(maxDecisions)
    .describe(`How many there are; ${maxDecisions} also stands for more.`),
});

nameSchemas({ OperatorDecision: DecisionRecord });

/** Returns the number of matters that need a decision of an operator, by subject. Leaves out subjects without any. */
export async function listDecisions(services: AccountServices, revenue: RevenueReport) {
  const found = await Promise.all(
    subjects.map(async (subject) => ({ subject, count: await counters[subject](services, revenue) })),
  );
  return found.filter(({ count }) => count > 0);
}
