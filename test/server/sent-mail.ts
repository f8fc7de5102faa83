import type { DocumentStore } from "@tools-api/core";
import { createInvitation, sessionSecret } from "@tools-api/core/accounts";
import { deliverDue, enqueue, type Mail } from "@tools-api/core/outbox";
import { mailChannel, type MailTemplates } from "@tools-api/server";
import type { AccountServer } from "./account-server.ts";

/** Delivers the outbox of an account app, and returns the mails in the order of their receivers. */
export async function sentMails(
  documents: DocumentStore,
  publicUrl: string,
  {
    templates,
    now = Date.now(),
    sessionSecret: given,
  }: { templates?: Partial<MailTemplates>; now?: number; sessionSecret?: string } = {},
): Promise<Mail[]> {
  const mails: Mail[] = [];
  const mailer = {
    send: (mail: Mail) => {
      mails.push(mail);
      return Promise.resolve();
    },
  };
  const secret = () => sessionSecret(documents, given);
  const mail = mailChannel({ documents, mailer, publicUrl, secret, ...(templates && { templates }) });
  const onFailure = ({ error }: { error: unknown }) => {
    throw error;
  };
  while ((await deliverDue({ documents, channels: { mail }, onFailure }, now)) > 0);
  return mails.toSorted((a, b) => (a.to < b.to ? -1 : 1));
}

/** Returns the path and query of the first link in a mail. */
export function linkIn(mail: Mail | undefined, publicUrl: string): string {
  const url = new RegExp(`${publicUrl}(/\\S+)`).exec(mail?.text ?? "")?.[1];
  if (url === undefined) throw new Error(`There is no link in: ${mail?.text}`);
  return url;
}

/** Creates an invitation, and returns the token that a mail with it has. */
export async function sentInvitation(
  { documents, url }: Pick<AccountServer, "documents" | "url">,
  fields: { email?: string; plan?: "free" | "pro" },
  at = Date.now(),
): Promise<{ id: string; token: string }> {
  const { id, expiresAt } = await createInvitation(documents, fields, at);
  const to = fields.email ?? "someone@example.com";
  const mail = { account: null, type: "invitation.created", to, data: { id, expiresAt }, at };
  await documents.commit(enqueue(mail));
  const [sent] = await sentMails(documents, url, { now: at });
  return { id, token: linkIn(sent, url).replace("/sign-up?invitation=", "") };
}
