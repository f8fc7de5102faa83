import type { ManagementInput, ManagementRoute } from "../../account/call/route.ts";
import { numberFrom } from "../../account/keys/key-fields.tsx";
import { moneyFrom } from "../../ui/format.tsx";
import {
  changeAddress,
  changeRole,
  endAccountSessions,
  makeSignInLink,
  payInvoice,
  reactivate,
  retryAccountPayments,
  revokeAccountClient,
  revokeAccountGrant,
  revokeAccountKey,
  setPlan,
  suspend,
} from "../calls/accounts.ts";
import { approvePlan, credit, payOut } from "../calls/billing.ts";

/** The fields of a form. */
export type Form = Readonly<Record<string, string>>;

/** A question that the operator answers before a change. */
export interface Question {
  title: string;
  /** Returns the effect of the change on an account, by its name. */
  text: (account: string) => string;
  label: string;
}

/** A change that a form of the page makes. */
export interface Change {
  /** Returns the question before the change, or `null` if the change needs none. */
  asks?: (form: Form) => Question | null;
  route: ManagementRoute;
  /** Returns the input of the call. Default: the object of the form as its id. */
  input?: (form: Form) => ManagementInput;
  /** Returns whether the call requires that the operator signed in recently. Default: it does not. */
  isGuarded?: (form: Form) => boolean;
  /** The sentence after the change. */
  done: string;
}

/** Returns the input of a credit or a payout. The form of a suspension has a reason of its own. */
function adjustment({ amount = "", currency = "", credit_reason: reason }: Form): ManagementInput {
  return { body: { amount: moneyFrom(amount, currency), reason } };
}

/** The changes by the value of the field `action`. To add one, add a row. */
export const changes = {
  plan: {
    route: setPlan,
    input: ({ plan, daily_limit: limit = "", price = "", currency = "" }) => ({
      body: { plan, daily_limit: numberFrom(limit.trim()), price: moneyFrom(price, currency) },
    }),
    done: "The plan applies from the next call.",
  },
  suspend: {
    route: suspend,
    asks: () => ({
      title: "Suspend this account?",
      text: (account) =>
        `The server rejects every key, token and session of ${account} until you reactivate the account.`,
      label: "Suspend account",
    }),
    input: ({ reason }) => ({ body: { reason } }),
    isGuarded: () => true,
    done: "The server rejects every credential of the account from the next request.",
  },
  reactivate: { route: reactivate, done: "The account is active from the next request." },
  role: {
    route: changeRole,
    asks: ({ role }) =>
      role === "operator"
        ? {
            title: "Make this account an operator?",
            text: (account) =>
              `${account} can then read and change every account, its credentials, plans and invoices, also yours.`,
            label: "Make operator",
          }
        : null,
    input: ({ role }) => ({ body: { role } }),
    isGuarded: ({ role }) => role === "operator",
    done: "You changed the role.",
  },
  "send-link": {
    route: makeSignInLink,
    input: () => ({ body: { send: true } }),
    done: "The sign-in link is on its way by mail.",
  },
  "end-sessions": { route: endAccountSessions, done: "You ended all sessions." },
  "revoke-key": {
    route: revokeAccountKey,
    done: "You revoked the key. The server rejects it from the next call.",
  },
  "revoke-client": {
    route: revokeAccountClient,
    done: "You revoked the app. The server rejects its tokens from the next call.",
  },
  "revoke-grant": {
    route: revokeAccountGrant,
    done: "You ended the access of the app from the next call.",
  },
  address: {
    route: changeAddress,
    input: ({ email = "" }) => ({ body: { email: email.trim() } }),
    done: "The account has the new address, which its owner has to confirm.",
  },
  "retry-payments": {
    route: retryAccountPayments,
    done: "The server attempts the payment again within about a minute.",
  },
  approve: { route: approvePlan, done: "The account has the plan from the next call." },
  credit: {
    route: credit,
    input: adjustment,
    done: "You credited the account.",
  },
  payout: {
    route: payOut,
    input: adjustment,
    done: "The ledger has the payout.",
  },
  pay: { route: payInvoice, done: "You marked the invoice as paid." },
} as const satisfies Readonly<Record<string, Change>>;

/** The action that shows a sign-in link, and changes nothing. */
export const showLink = "show-link";

/** A value of the field `action`. */
export type Action = keyof typeof changes | typeof showLink;

/** The sentences after the changes, by the name in the query. */
export const outcomes: ReadonlyMap<string, string> = new Map(
  Object.entries(changes).map(([name, { done }]) => [name, done]),
);

/** Returns whether an action is a change. */
export function isChange(action: string): action is keyof typeof changes {
  return Object.hasOwn(changes, action);
}
