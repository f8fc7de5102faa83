import { ToolsError } from "@tools-api/core";
import { type Invitation, listInvitations, PlanName, revokeInvitation } from "@tools-api/core/accounts";
import { auditEntry } from "@tools-api/core/audit";
import { newInvitation } from "@tools-api/core/billing";
import { invalidParameters, nameSchemas, parameter, preciseTimestamp } from "@tools-api/core/internal/schema";
import { z } from "zod";
import type { AccountServices } from "../../session/services.ts";
import { invitationState, invite } from "../../account/sign-in/invitations.ts";
import { invitationToken, invitationUrl } from "../../mail/links.ts";
import { pageExample, PageQuery, pageRecord, positionedQuery, readPage } from "../../account/call/page.ts";
import type { ManagementRoute } from "../../account/call/route.ts";
import { operatorRoute } from "./on-account.ts";

const InvitationRecord = z.object({
  id: z.string().describe("The id of the invitation."),
  email: z.string().nullable().describe("The only address that can use the invitation; null for any."),
  plan: PlanName.describe("The plan with which the account opens."),
  state: z.enum(["open", "used", "expired"]).describe("Whether it can still be used."),
  created_at: preciseTimestamp.describe("When the invitation was made."),
  expires_at: preciseTimestamp.describe("When it can no longer be used."),
  used_at: preciseTimestamp.nullable().describe("When the account was opened with it; `null` until then."),
  account: z.string().nullable().describe("The account that the invitation opened."),
});

const NewInvitationRecord = InvitationRecord.extend({
  url: z.string().describe("The link to the sign-up. Send it only to the invited user."),
});

nameSchemas({ Invitation: InvitationRecord, NewInvitation: NewInvitationRecord });

const invitationExample = {
  id: "inv_4kTq0ZbXc1dVf7NnYp2sLw",
  email: "grace@example.com",
  plan: "pro",
  state: "open",
  created_at: "2026-11-21T13:02:19.000Z",
  expires_at: "2026-11-28T13:02:19.000Z",
  used_at: null,
  account: null,
};

function invitationRecord(invitation: Invitation, now: number) {
  return { ...invitation, state: invitationState(invitation, now) };
}

export const listAllInvitations = operatorRoute({
  method: "GET",
  path: "/operator/invitations",
  operationId: "operator-list-invitations",
  summary: "List the invitations of the last 37 days.",
  description: "Invitations are in id order. A used invitation names the account that it opened.",
  query: positionedQuery(PageQuery, "invitation"),
  status: 200,
  answer: pageRecord(InvitationRecord),
  example: pageExample(invitationExample),
  async handle({ services, query, now }) {
    const { items, next } = await readPage(query, (page) => listInvitations(services.documents, page));
    return { items: items.map((invitation) => invitationRecord(invitation, now)), next };
  },
});

/**
 * Requires that an invitation can be sent.
 *
 * @throws ToolsError `invalid_parameter` without a receiver; `conflict` if the server sends no mail.
 */
function requireReceiver({ mail }: AccountServices, email: string | null): void {
  if (email === null)
    throw invalidParameters([
      { name: "email", detail: "expected an email address with send, received null" },
    ]);
  if (!mail)
    throw new ToolsError("conflict", "This server sends no mail. Send the link of the invitation yourself.");
}

export const createOneInvitation = operatorRoute({
  method: "POST",
  path: "/operator/invitations",
  operationId: "operator-create-invitation",
  summary: "Invite a user to open an account.",
  description:
    "The link opens one account, within seven days. With `email`, only that address can use it; `send` mails it.",
  errors: ["conflict"],
  body: ({ plans }) =>
    newInvitation(plans).extend({
      send: parameter("true or false", z.boolean().default(false), {
        purpose: "Also sends the invitation to `email` by mail.",
      }),
    }),
  status: 201,
  answer: NewInvitationRecord,
  example: {
    body: { email: invitationExample.email, plan: invitationExample.plan },
    answer: {
      ...invitationExample,
      url: `https://tools.example.com/sign-up?invitation=${invitationExample.id}.…`,
    },
  },
  async handle({ services, caller, body, now }) {
    const { documents, publicUrl, by } = services;
    if (body.send) requireReceiver(services, body.email);
    const invitation = await invite(documents, body, now, ({ id, plan }) =>
      auditEntry({
        account: caller.account.id,
        action: "invitation.created",
        target: id,
        details: { plan },
        ...by,
        at: now,
      }),
    );
    const url = invitationUrl(publicUrl, await invitationToken(services, invitation.id));
    return { ...invitationRecord(invitation, now), url };
  },
});

export const revokeOneInvitation = operatorRoute({
  method: "DELETE",
  path: "/operator/invitations/{id}",
  operationId: "operator-revoke-invitation",
  summary: "Revoke an invitation that is not used.",
  description: "Its link opens no account any more. A used invitation stays in the list.",
  errors: ["not_found", "conflict"],
  status: 204,
  example: { parameters: { id: invitationExample.id } },
  handle: ({ services, caller, id, now }) =>
    revokeInvitation(
      services.documents,
      id,
      auditEntry({
        account: caller.account.id,
        action: "invitation.revoked",
        target: id,
        ...services.by,
        at: now,
      }),
    ),
});

/** The operator's calls on invitations. */
export const invitationRoutes: readonly ManagementRoute[] = [
  listAllInvitations,
  createOneInvitation,
  revokeOneInvitation,
];
