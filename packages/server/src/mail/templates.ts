import { isoSeconds } from "@tools-api/core/internal/time";
import { currentView } from "../ui/view.ts";
import { type MailContent, renderMail } from "./layout.tsx";

/** The values of each mail, by template. Instants are epoch milliseconds. */
export interface MailData {
  /** Asks the owner of an address to create an account on the page of the link. */
  createAccount: { email: string; url: string; expiresAt: number };
  /** Asks the owner of an account to confirm its address, for instance after a change. */
  verifyAddress: { email: string; url: string; expiresAt: number };
  /** Answers a sign-up with an address that has an account. */
  accountExists: { email: string; signInUrl: string; resetUrl: string };
  resetPassword: { email: string; url: string; expiresAt: number };
  invitation: { url: string; expiresAt: number; email: string };
  /** Brings a sign-in link that an operator sends. */
  signInLink: { url: string; expiresAt: number };
  /** Reports a sign-in from a browser that had not signed in to the account before. */
  newDevice: { browser: string; address: string; at: number; url: string };
  /** Reports to the address that an account had before that the account has another one. */
  emailChanged: { email: string; at: number; url: string };
  keyCreated: { name: string; key: string; at: number; url: string };
  /** Reports that a webhook endpoint gets no further events, because its receiver did not acknowledge any. */
  webhookDisabled: { host: string; since: number; url: string };
  /** Reports that 80 or 100 percent of the calls of a day are used. */
  allowance: {
    percent: number;
    limit: number;
    resetsAt: number;
    url: string;
    /** The page that turns these mails off with one press, without a sign-in. */
    unsubscribeUrl: string;
  };
  /** Brings an invoice. `dueAt` and `seller` are null if the invoice has none. */
  invoice: {
    number: string;
    seller: string | null;
    periodStart: number;
    periodEnd: number;
    total: string;
    amountDue: string;
    dueAt: number | null;
    url: string;
  };
  paymentFailed: { number: string; amountDue: string; nextAttemptAt: number | null; url: string };
}

/** A function for each mail that returns its subject, its text and its HTML. */
export type MailTemplates = {
  [Name in keyof MailData]: (data: MailData[Name]) => MailContent;
};

function utc(instant: number): string {
  return `${isoSeconds(instant)
    .replace("T", " ")
    .replace(/(\.\d+)?Z$/, "")} UTC`;
}

function utcDay(instant: number): string {
  return isoSeconds(instant).slice(0, "2026-01-31".length);
}

/** Returns the host of a link, and the address of the support if the server has one. */
function sender(url: string): string {
  const { supportUrl } = currentView().brand;
  return `${new URL(url).host}.${supportUrl === undefined ? "" : ` Support: ${supportUrl.replace(/^mailto:/, "")}`}`;
}

const ofOwner = (url: string) =>
  `You get this mail because it is the address of your account at ${sender(url)}`;
const ofVisitor = (url: string) => `You get this mail because someone entered your address at ${sender(url)}`;

const notYou = "If this was not you, ignore this mail. Nothing changes.";

/** The default mails. A host replaces them one by one. */
export const defaultTemplates: MailTemplates = {
  createAccount: ({ email, url, expiresAt }) =>
    renderMail({
      subject: "Create your account",
      paragraphs: [
        `Create your account with the address ${email}. You set its password on the page of the link.`,
      ],
      link: { label: "Create account", url },
      notes: [`The link works once, until ${utc(expiresAt)}.`, notYou],
      reason: ofVisitor(url),
    }),

  verifyAddress: ({ email, url, expiresAt }) =>
    renderMail({
      subject: "Confirm your email address",
      paragraphs: [`Confirm that ${email} is the address of your account. Sign in to it to use the link.`],
      link: { label: "Confirm address", url },
      notes: [`The link works once, until ${utc(expiresAt)}.`, notYou],
      reason: ofVisitor(url),
    }),

  accountExists: ({ email, signInUrl, resetUrl }) =>
    renderMail({
      subject: "You already have an account",
      paragraphs: [`A new account was requested for ${email}, which already has one. Sign in instead.`],
      link: { label: "Sign in", url: signInUrl },
      notes: [`Forgot your password? Reset it at ${resetUrl}`, notYou],
      reason: ofVisitor(signInUrl),
    }),

  resetPassword: ({ email, url, expiresAt }) =>
    renderMail({
      subject: "Reset your password",
      paragraphs: [`Set a new password for the account of ${email}.`],
      link: { label: "Reset password", url },
      notes: [`The link works once, until ${utc(expiresAt)}.`, notYou],
      reason: ofVisitor(url),
    }),

  invitation: ({ url, expiresAt }) =>
    renderMail({
      subject: `You are invited to ${currentView().brand.name}`,
      paragraphs: ["The operator of this server invites you to create an account."],
      link: { label: "Create account", url },
      notes: [`The link works once, until ${utc(expiresAt)}.`],
      reason: `You get this mail because an operator invited your address to ${sender(url)}`,
    }),

  signInLink: ({ url, expiresAt }) =>
    renderMail({
      subject: "Sign in to your account",
      paragraphs: ["The operator of this server sends you a link to sign in without your password."],
      link: { label: "Sign in", url },
      notes: [`The link works once, until ${utc(expiresAt)}.`],
      reason: ofOwner(url),
    }),

  newDevice: ({ browser, address, at, url }) =>
    renderMail({
      subject: "New sign-in to your account",
      paragraphs: ["A browser signed in to your account for the first time."],
      facts: [
        ["Browser", browser],
        ["Address", address],
        ["Time", utc(at)],
      ],
      link: { label: "View your sessions", url },
      notes: ["If this was not you, end the session and set a new password."],
      reason: ofOwner(url),
    }),

  emailChanged: ({ email, at, url }) =>
    renderMail({
      subject: "Your account has another email address",
      paragraphs: [
        `The email address of your account was ${email} until ${utc(at)}. It now has another one.`,
      ],
      link: { label: "Sign in", url },
      notes: ["If this was not you, ask the operator of this server for help immediately."],
      reason: ofOwner(url),
    }),

  keyCreated: ({ name, key, at, url }) =>
    renderMail({
      subject: "An API key was created",
      paragraphs: ["Your account has a new API key."],
      facts: [
        ["Name", name],
        ["Key", key],
        ["Time", utc(at)],
      ],
      link: { label: "View the key", url },
      notes: ["If this was not you, revoke the key and set a new password."],
      reason: ofOwner(url),
    }),

  webhookDisabled: ({ host, since, url }) =>
    renderMail({
      subject: "A webhook endpoint was disabled",
      paragraphs: [
        `Your webhook endpoint at ${host} has not acknowledged an event since ${utc(since)}. It gets no further events.`,
      ],
      link: { label: "View the endpoint", url },
      notes: ["Enable the endpoint on its page when its receiver responds again."],
      reason: ofOwner(url),
    }),

  allowance: ({ percent, limit, resetsAt, url, unsubscribeUrl }) =>
    renderMail({
      subject:
        percent >= 100 ? "Your daily calls are used up" : `You have used ${percent} % of your daily calls`,
      paragraphs: [
        percent >= 100
          ? `Your account has used all ${limit} calls of the day. Further calls fail until ${utc(resetsAt)}.`
          : `Your account has used ${percent} % of its ${limit} calls of the day. The count resets at ${utc(resetsAt)}.`,
      ],
      link: { label: "View your plan", url },
      reason: ofOwner(url),
      unsubscribe: { label: "Turn off mails about your daily calls", url: unsubscribeUrl },
    }),

  invoice: ({ number, seller, periodStart, periodEnd, total, amountDue, dueAt, url }) =>
    renderMail({
      subject: `Invoice ${number}`,
      preheader: dueAt === null ? `Amount due: ${amountDue}` : `${amountDue}, to be paid by ${utcDay(dueAt)}`,
      paragraphs: ["Your account has a new invoice."],
      facts: [
        ["Invoice", number],
        ...(seller === null ? [] : [["From", seller] as const]),
        ["Billing cycle", `${utcDay(periodStart)} to ${utcDay(periodEnd)}`],
        ["Total", total],
        ["Amount due", amountDue],
        ...(dueAt === null ? [] : [["Pay by", utcDay(dueAt)] as const]),
      ],
      link: { label: "View the invoice, and save it as PDF", url },
      reason: ofOwner(url),
    }),

  paymentFailed: ({ number, amountDue, nextAttemptAt, url }) =>
    renderMail({
      subject: `The payment of invoice ${number} failed`,
      paragraphs: [
        nextAttemptAt === null
          ? "The payment failed, and it is not attempted again."
          : `The payment failed. The next attempt is at ${utc(nextAttemptAt)}.`,
      ],
      facts: [
        ["Invoice", number],
        ["Amount due", amountDue],
      ],
      link: { label: "View the invoice", url },
      reason: ofOwner(url),
    }),
};
