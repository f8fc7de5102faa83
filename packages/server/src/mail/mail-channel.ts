import type { DocumentStore } from "@tools-api/core";
import { type Account, findAccountByEmail, getAccount } from "@tools-api/core/accounts";
import { recordRefusal, type Refusal } from "@tools-api/core/audit";
import { getInvoice, invoiceRecord } from "@tools-api/core/billing";
import type { Deliver, Mailer, OutboxMessage } from "@tools-api/core/outbox";
import { z } from "zod";
import { browserName } from "../ui/browser-name.ts";
import { type Brand, servedBrand } from "../http/brand.ts";
import { invoiceNumber, money } from "../ui/format.tsx";
import { inView } from "../ui/view.ts";
import type { MailContent } from "./layout.tsx";
import { allowanceMailsUrl, invitationToken, invitationUrl, linkToken, signInLinkUrl } from "./links.ts";
import { defaultTemplates, type MailTemplates } from "./templates.ts";

/** The options of {@link mailChannel}. */
export interface MailChannelOptions {
  documents: DocumentStore;
  mailer: Mailer;
  /** The URL of the account app, without a trailing slash. All links start with it, never with the Host of a request. */
  publicUrl: string;
  /** Returns the secret of the account app, from which the tokens of links are derived. */
  secret: () => Promise<string>;
  /** The name of the service in the mails. Default: Tools API. */
  brand?: Brand | undefined;
  /** Mails that replace the default ones. */
  templates?: Partial<MailTemplates>;
}

interface Rendering {
  url: (path: string) => string;
  token: (nonce: string) => Promise<string>;
  invitation: (id: string) => Promise<string>;
  /** Returns the address of the page that turns off the mails about the allowance of an account. */
  allowanceMails: (account: string) => Promise<string>;
  templates: MailTemplates;
  documents: DocumentStore;
  /** Records a mail that no one gets, or another one than was asked for, in the audit log of the account. */
  refused: (refusal: Pick<Refusal, "action" | "subject" | "account" | "address">) => Promise<void>;
}

/** A mail with its receiver; `null` if there is nothing to send any more. */
type Rendered = { to: string; content: MailContent } | null;

/** Reads the content of a message, and renders its mail. */
type Render = (message: OutboxMessage, rendering: Rendering) => Promise<Rendered>;

const InvoiceData = z.object({
  id: z.string(),
  total: z.number(),
  amount_due: z.number(),
  currency: z.string(),
});

const LinkData = z.object({
  nonce: z.string(),
  expiresAt: z.number(),
  /** The address of the client that asked for the mail. */
  address: z.string().optional(),
  /** The account that asked for the mail. Absent if a visitor did. */
  account: z.string().optional(),
});

/** Creates the renderer of a mail to an address, which may have no account. */
function toAddress<Data extends z.ZodType>(
  schema: Data,
  render: (data: z.output<Data>, email: string, rendering: Rendering) => Promise<MailContent | null>,
): Render {
  return async ({ to, data }, rendering) => {
    const content = to === undefined ? null : await render(schema.parse(data), to, rendering);
    return content && to !== undefined ? { to, content } : null;
  };
}

/** Creates the renderer of a mail to the owner of an account, at the address that the account has then. */
function toOwner<Data extends z.ZodType>(
  schema: Data,
  render: (
    data: z.output<Data>,
    rendering: Rendering,
    account: Account,
  ) => MailContent | Promise<MailContent>,
): Render {
  return async ({ account: id, data }, rendering) => {
    const account = id === null ? null : (await getAccount(rendering.documents, id))?.value;
    // RFC 2606 reserves the domain: accounts of other issuers without an address have one in it.
    if (!account || account.status === "closed" || account.email.endsWith(".invalid")) return null;
    return { to: account.email, content: await render(schema.parse(data), rendering, account) };
  };
}

/** The mails by the type of their message. To add one, add a row and a template. */
const renderers: Readonly<Record<string, Render>> = {
  // The request does the same work for every address. Only this mail depends on whether it has an account.
  "sign-up.requested": toAddress(LinkData, async (data, email, rendering) => {
    const { templates, url, token, documents } = rendering;
    const account = await findAccountByEmail(documents, email);
    if (!account)
      return templates.createAccount({
        email,
        url: url(`/sign-up/confirm?token=${await token(data.nonce)}`),
        expiresAt: data.expiresAt,
      });
    await rendering.refused({
      action: "sign_up.refused",
      subject: email,
      account: account.id,
      address: data.address,
    });
    return templates.accountExists({ email, signInUrl: url("/sign-in"), resetUrl: url("/reset-password") });
  }),
  "password.reset_requested": toAddress(LinkData, async (data, email, rendering) => {
    const { templates, url, token, documents } = rendering;
    const account = await findAccountByEmail(documents, email);
    if (account?.status === "active") {
      const link = url(`/reset-password/confirm?token=${await token(data.nonce)}`);
      return templates.resetPassword({ email, url: link, expiresAt: data.expiresAt });
    }
    if (account)
      await rendering.refused({
        action: "recovery.refused",
        subject: email,
        account: account.id,
        address: data.address,
      });
    return null;
  }),
  "address.changed": toAddress(LinkData, async (data, email, rendering) => {
    const { templates, url, token, documents } = rendering;
    const account = data.account === undefined ? null : (await getAccount(documents, data.account))?.value;
    const isUnconfirmed = account?.email === email && account.emailVerifiedAt === undefined;
    if (!isUnconfirmed && account?.pendingEmail !== email) return null;
    return templates.verifyAddress({
      email,
      url: url(`/verify-address?token=${await token(data.nonce)}`),
      expiresAt: data.expiresAt,
    });
  }),
  "email.changed": toAddress(z.object({ at: z.number() }), (data, email, { templates, url }) =>
    Promise.resolve(templates.emailChanged({ ...data, email, url: url("/sign-in") })),
  ),
  "invitation.created": toAddress(
    z.object({ id: z.string(), expiresAt: z.number() }),
    async ({ id, expiresAt }, email, { templates, url, invitation }) =>
      templates.invitation({ email, url: invitationUrl(url(""), await invitation(id)), expiresAt }),
  ),
  "sign_in_link.sent": toOwner(LinkData, async ({ nonce, expiresAt }, { templates, url, token }) =>
    templates.signInLink({ url: signInLinkUrl(url(""), await token(nonce)), expiresAt }),
  ),
  "session.created": toOwner(
    z.object({ user_agent: z.string(), address: z.string(), at: z.number() }),
    ({ user_agent: userAgent, ...data }, { templates, url }) =>
      templates.newDevice({ ...data, browser: browserName(userAgent), url: url("/profile") }),
  ),
  "key.created": toOwner(
    z.object({ id: z.string(), name: z.string(), at: z.number() }),
    ({ id, name, at }, { templates, url }) =>
      templates.keyCreated({ name, key: id, at, url: url(`/keys/${id}`) }),
  ),
  "webhook.disabled": toOwner(
    z.object({ id: z.string(), host: z.string(), since: z.number() }),
    ({ id, ...data }, { templates, url }) =>
      templates.webhookDisabled({ ...data, url: url(`/webhooks/${id}`) }),
  ),
  "allowance.reached": toOwner(
    z.object({ percent: z.number(), limit: z.number(), resetsAt: z.number() }),
    async (data, { templates, url, allowanceMails }, { id }) =>
      templates.allowance({ ...data, url: url("/plan"), unsubscribeUrl: await allowanceMails(id) }),
  ),
  "invoice.issued": toOwner(InvoiceData, async ({ id, ...data }, { templates, url, documents }, account) => {
    const invoice = invoiceRecord(await getInvoice(documents, { account: account.id, id }));
    return templates.invoice({
      number: invoiceNumber(invoice),
      seller: invoice.seller && invoice.seller.name,
      periodStart: invoice.periodStart,
      periodEnd: invoice.periodEnd,
      total: money({ amount: data.total, currency: data.currency }),
      amountDue: money({ amount: data.amount_due, currency: data.currency }),
      dueAt: data.amount_due > 0 ? invoice.dueAt : null,
      url: url(`/account/invoices/${id}`),
    });
  }),
  "payment.failed": toOwner(
    InvoiceData.extend({ next_attempt_at: z.number().nullable() }),
    async ({ id, amount_due: due, currency, ...data }, { templates, url, documents }, account) =>
      templates.paymentFailed({
        number: invoiceNumber(invoiceRecord(await getInvoice(documents, { account: account.id, id }))),
        amountDue: money({ amount: due, currency }),
        nextAttemptAt: data.next_attempt_at,
        url: url(`/account/invoices/${id}`),
      }),
  ),
};

/**
 * Creates the channel of the outbox that sends the mails of the account app.
 *
 * @example
 * ```ts
 * import { consoleMailer } from "@tools-api/adapters/mail/console";
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { sessionSecret } from "@tools-api/core/accounts";
 * import { mailChannel } from "@tools-api/server";
 *
 * const documents = memoryDocuments();
 * const channel = mailChannel({
 *   documents,
 *   mailer: consoleMailer(),
 *   publicUrl: "https://tools.example.com",
 *   secret: () => sessionSecret(documents),
 * });
 * console.log(typeof channel); // function
 * ```
 */
export function mailChannel({
  documents,
  mailer,
  publicUrl,
  secret,
  brand = {},
  templates,
}: MailChannelOptions): Deliver {
  const served = servedBrand(brand);
  const rendering: Rendering = {
    documents,
    templates: { ...defaultTemplates, ...templates },
    url: (path) => publicUrl + path,
    token: (nonce) => linkToken({ secret }, nonce),
    invitation: (id) => invitationToken({ secret }, id),
    allowanceMails: (account) => allowanceMailsUrl({ secret }, publicUrl, account),
    refused: (refusal) => recordRefusal(documents, { ...refusal, at: Date.now() }),
  };
  return async (message, options) => {
    const render = renderers[message.type];
    // A newer release may have queued it. Its processes send it.
    if (!render) throw new Error(`This release has no mail for ${message.type}.`);
    const view = { brand: served, theme: "system", now: Date.now() } as const;
    const rendered = await inView(view, () => render(message, rendering));
    if (rendered) await mailer.send({ to: rendered.to, ...rendered.content, id: message.id }, options);
  };
}
