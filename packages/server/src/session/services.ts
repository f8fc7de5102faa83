import type { ApiKeyDigests, PasswordHasher, SignUpPolicy } from "@tools-api/core/accounts";
import type { Source } from "@tools-api/core/audit";
import type { QuotedBilling } from "@tools-api/core/billing";
import type { Mailer } from "@tools-api/core/outbox";
import type { Tool } from "@tools-api/core/tools";
import type { ServerReport } from "@tools-api/core/usage";
import type { FetchPolicy } from "../http/fetch-policy.ts";
import type { SharedAttempts } from "../http/shared-attempts.ts";
import type { CommonServices, Site } from "../http/site.ts";
import type { IdentityProvider } from "./identity-provider.ts";
import type { ServerCheck } from "./server-checks.ts";
import type { ServerLoad } from "./server-load.ts";
import type { SignInThrottle } from "./sign-in-throttle.ts";

/** The use of mail. */
export interface MailUse {
  /** False for a mailer of a developer: then accounts open without a confirmed address. */
  provesAddresses: boolean;
  /** Sends the test mails of operators; that of `mailChannel`. Default: operators cannot send test mails. */
  mailer?: Mailer | undefined;
}

/** The use of webhooks. */
export interface WebhookUse {
  /** The hosts in a list can have private addresses and http URLs. All others need public addresses and https. */
  fetchUrls: FetchPolicy;
}

/** The services of the pages, the management calls and the authorization server. */
export interface AccountServices extends CommonServices, Site {
  digests: ApiKeyDigests;
  passwords: PasswordHasher;
  /** Returns the secret of this installation. The first call reads or generates it. */
  secret: () => Promise<string>;
  tools: readonly Tool[];
  billing: QuotedBilling;
  /** `null` if no mail is sent. */
  mail: MailUse | null;
  /** `null` if no webhooks are sent. */
  webhooks: WebhookUse | null;
  signUp: SignUpPolicy;
  /** `null` if owners sign in here only. */
  identityProvider: IdentityProvider | null;
  /** The origin of the changes, for the audit log: the system, or the request. See `withSource`. */
  by: Source;
  /** 0 without a request log. */
  requestLogMs: number;
  /** `null` if the host does not count calls. */
  load: ServerLoad | null;
  /** `null` while the first checks run, and if the host has none. */
  checks: () => Promise<readonly ServerCheck[] | null>;
  /** The last 30 days of the whole server; `null` while the first one is made. */
  report: () => Promise<ServerReport | null>;
  /** Limits password guesses, on pages and in management calls together. */
  signIns: SignInThrottle;
  /** Limits the pages of the payment provider that an account opens. Attack: each is a request to the provider. */
  paymentPages: SharedAttempts;
}
