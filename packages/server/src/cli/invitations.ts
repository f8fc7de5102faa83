import process from "node:process";
import { type Invitation, listInvitations, revokeInvitation, sessionSecret } from "@tools-api/core/accounts";
import { defaultPlan } from "@tools-api/core/billing";
import { isoSeconds } from "@tools-api/core/internal/time";
import { invitationState, invite } from "../account/sign-in/invitations.ts";
import { invitationToken, invitationUrl } from "../mail/links.ts";
import { lastServerUrl, listeningUrl } from "../runtime/listening-url.ts";
import { allItems, type Command, parseArguments, parseNames, printRows, withStores } from "./command.ts";
import { UsageError } from "./usage-error.ts";

function invitationRow(invitation: Invitation) {
  const { id, email, plan, expiresAt, account } = invitation;
  const state = invitationState(invitation, Date.now());
  return { id, email, plan, state, expires_at: isoSeconds(expiresAt), account };
}

/** Runs `tools-api invitations create`. */
export const create: Command = async (words) => {
  const { values } = parseArguments(words, {
    email: { type: "string" },
    plan: { type: "string" },
    send: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  });
  const { email, send } = values;
  if (send && email === undefined) throw new UsageError("--email is missing. --send needs a receiver.");
  await withStores(async ({ documents }, config) => {
    const names = Object.keys(config.plans);
    const [plan = defaultPlan(config.plans).name] =
      values.plan === undefined ? [] : parseNames(values.plan, names, "plan");
    if (send && !config.smtp)
      throw new UsageError("--send needs SMTP_URL and MAIL_FROM. Without it, the command prints the link.");
    const invitation = await invite(documents, { email, plan, send }, Date.now());
    const { publicUrl, host, port, sessionSecret: secret } = config;
    const base = publicUrl ?? (await lastServerUrl(documents)) ?? listeningUrl(host, port);
    const token = await invitationToken({ secret: () => sessionSecret(documents, secret) }, invitation.id);
    const url = invitationUrl(base, token);
    const text = send ? `A server sends the invitation to ${email}. Its link:\n${url}\n` : `${url}\n`;
    process.stdout.write(
      values.json ? `${JSON.stringify({ ...invitationRow(invitation), url }, null, 2)}\n` : text,
    );
  });
};

/** Runs `tools-api invitations list`. */
export const list: Command = async (words) => {
  const { values } = parseArguments(words, { json: { type: "boolean", default: false } });
  await withStores(async ({ documents }) => {
    const invitations = await allItems((page) => listInvitations(documents, page));
    const columns = ["id", "email", "plan", "state", "expires_at", "account"];
    printRows(invitations.map(invitationRow), columns, values.json);
  });
};

/** Runs `tools-api invitations revoke`. */
export const revoke: Command = async (words) => {
  const {
    positionals: [id = ""],
  } = parseArguments(words, {}, { minimum: 1, maximum: 1 });
  await withStores(async ({ documents }) => {
    await revokeInvitation(documents, id);
    process.stdout.write(`Revoked ${id}.\n`);
  });
};
