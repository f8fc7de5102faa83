import type { DocumentStore } from "@tools-api/core";
import { sessionSecret } from "@tools-api/core/accounts";
import { deliverDue, type Mail } from "@tools-api/core/outbox";
import { mailChannel, type MailTemplates } from "@tools-api/server";

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
