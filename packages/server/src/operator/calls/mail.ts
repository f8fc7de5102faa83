import { ToolsError } from "@tools-api/core";
import { EmailAddress } from "@tools-api/core/accounts";
import { nameSchemas, parameter, preciseTimestamp } from "@tools-api/core/internal/schema";
import { listDeadMessages, retryDeadMessage, retryDeadMessages } from "@tools-api/core/outbox";
import { z } from "zod";
import { requireMail } from "../../mail/mail-requests.ts";
import { recordedRetry } from "../../mail/retried-mail.ts";
import { sendTestMail } from "../../mail/test-mail.ts";
import { accountExample } from "../../account/call/account-record.ts";
import { defaultLimit, pageExample, PageQuery, pageRecord } from "../../account/call/page.ts";
import type { ManagementRoute } from "../../account/call/route.ts";
import { operatorRoute } from "./on-account.ts";

const count = z.int().min(0);

const MailFailureRecord = z.object({
  id: z.string().describe("The id of the mail."),
  type: z.string().describe("The event that the mail reports, such as `key.created`."),
  account: z.string().nullable().describe("The account that the mail concerns; null if there is none yet."),
  to: z.string().nullable().describe("The receiver; null for the address that the account has then."),
  attempts: count.describe("How often the server tried to send it."),
  failed_at: preciseTimestamp.describe("When the server gave up."),
  error: z.string().describe("The error of the last attempt, with the answer of the mail server."),
});

const MailRetryRecord = z.object({
  retried: count.describe("The mails that the server sends again."),
  expired: count.describe("The mails that stay failed, because their links have expired."),
});

const TestMailRecord = z.object({ to: z.string().describe("The receiver of the mail.") });

nameSchemas({ MailFailure: MailFailureRecord, MailRetry: MailRetryRecord, TestMail: TestMailRecord });

const failureId = "msg_2vXq8LrT0pWcZy5nKd3sHb";

export const listMailFailures = operatorRoute({
  method: "GET",
  path: "/operator/mail-failures",
  operationId: "operator-list-mail-failures",
  summary: "List the mails of the last 30 days that were not delivered, oldest first.",
  description:
    "A mail is in the list after the mail server has refused it, or after three days of attempts without success.",
  query: PageQuery.extend({
    after: parameter(
      "the `next` of the previous page",
      z
        .string()
        .regex(/^[-0-9T:.Z]{1,40}\/msg_\w{1,40}$/)
        .optional(),
    ),
  }),
  status: 200,
  answer: pageRecord(MailFailureRecord),
  example: pageExample({
    id: failureId,
    type: "key.created",
    account: accountExample.id,
    to: null,
    attempts: 1,
    failed_at: "2026-11-21T13:02:19.000Z",
    error: "Can't send mail - all recipients were rejected: 550 5.1.1 No such user",
  }),
  async handle({ services, query: { after, limit = defaultLimit } }) {
    const { items, next } = await listDeadMessages(services.documents, { after, limit });
    return {
      items: items.map(({ id, type, account, to = null, attempts, failedAt, error }) => ({
        id,
        type,
        account,
        to,
        attempts,
        failedAt,
        error,
      })),
      next,
    };
  },
});

export const retryMail = operatorRoute({
  method: "POST",
  path: "/operator/mail-failures/{id}/retry",
  operationId: "operator-retry-mail",
  summary: "Send a failed mail again.",
  description:
    "The mail is in the outbox again, with the same `Message-ID`. `conflict` if its link has expired: the receiver " +
    "can request another mail.",
  errors: ["not_found", "conflict"],
  status: 204,
  example: { parameters: { id: failureId } },
  handle: ({ services: { documents, by }, caller, id, now }) =>
    retryDeadMessage(documents, id, now, recordedRetry({ by, account: caller.account.id, at: now })),
});

export const retryAllMails = operatorRoute({
  method: "POST",
  path: "/operator/retry-mails",
  operationId: "operator-retry-all-mails",
  summary: "Send all failed mails again.",
  description: "Mails whose links have expired stay failed.",
  status: 200,
  answer: MailRetryRecord,
  example: { answer: { retried: 12, expired: 1 } },
  handle: ({ services: { documents, by }, caller, now }) =>
    retryDeadMessages(documents, now, recordedRetry({ by, account: caller.account.id, at: now })),
});

export const testMail = operatorRoute({
  method: "POST",
  path: "/operator/test-mail",
  operationId: "operator-send-test-mail",
  summary: "Send a test mail immediately.",
  description:
    "The response arrives after that of the mail server. `conflict` has its answer if it does not accept the mail, " +
    "and if the server sends no mail.",
  errors: ["conflict"],
  body: () =>
    z.strictObject({
      to: parameter("an email address, by default that of the operator", EmailAddress.optional()),
    }),
  status: 200,
  answer: TestMailRecord,
  example: { body: { to: accountExample.email }, answer: { to: accountExample.email } },
  async handle({ services, caller, body: { to = caller.account.email }, now }) {
    requireMail(services);
    const mailer = services.mail?.mailer;
    if (!mailer) throw new ToolsError("conflict", "The host of this server sends no test mails.");
    await sendTestMail(mailer, { to, brand: services.brand, now });
    return { to };
  },
});

/** The operator's calls on mail. */
export const operatorMailRoutes: readonly ManagementRoute[] = [
  listMailFailures,
  retryMail,
  retryAllMails,
  testMail,
];
