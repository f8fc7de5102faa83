import {
  type Authenticator,
  type Clock,
  defaultPlans,
  type DocumentStore,
  type Plans,
  systemClock,
  type UsageStore,
} from "@tools-api/core";
import {
  type ApiKeyDigests,
  type PasswordHasher,
  type SignUpPolicy,
  plainDigests,
  sessionSecret,
} from "@tools-api/core/accounts";
import type { Source } from "@tools-api/core/audit";
import { type Billing, type BillingTerms, openingPlan, type PaymentProvider } from "@tools-api/core/billing";
import { hourMs } from "@tools-api/core/internal/time";
import { getServerReport } from "@tools-api/core/usage";
import type { Tool } from "@tools-api/core/tools";
import type { Context } from "hono";
import { defaultTools } from "../http/default-tools.ts";
import { defaultAttemptsPerMinute, type FailedAttempts, failedAttempts } from "../http/failed-attempts.ts";
import { onFirstUse } from "../http/first-use.ts";
import { isLoopback } from "../http/loopback.ts";
import type { FileStorage } from "../http/file-storage.ts";
import type { RequestLog } from "../http/request-log.ts";
import { scopeCatalog } from "../http/scope-catalog.ts";
import { identityProvider, type IdentityProviderSettings } from "../session/identity-provider.ts";
import { recentResult } from "../session/recent-result.ts";
import type { ServerCheck } from "../session/server-checks.ts";
import type { ServerLoad } from "../session/server-load.ts";
import { changeReports } from "../mail/change-reports.ts";
import { type Brand, servedBrand } from "../http/brand.ts";
import { quoteSigner } from "../session/quote-signer.ts";
import { sharedAttempts } from "../http/shared-attempts.ts";
import { signInThrottle } from "../session/sign-in-throttle.ts";
import type { AccountServices, MailUse, WebhookUse } from "../session/services.ts";

/** Returns the rules for new accounts unless the operator sets others. */
function defaultSignUp(isLocal: boolean): SignUpPolicy {
  return { mode: isLocal ? "open" : "invite", domains: [] };
}

/** The dependencies that `createApi`, `createAccountApp` and `createAuthorizationServer` share. Pass the same to each. */
export interface CommonDependencies {
  documents: DocumentStore;
  usage: UsageStore;
  /**
   * Resolves bearer credentials. Combine several authenticators with `firstAuthenticator`. The scripts of the pages need
   * `sessionTokenAuthenticator` among them.
   */
  authenticator: Authenticator;
  /** Default: free, pro and enterprise with 1,000, 10,000 and 100,000 calls per day. */
  plans?: Plans;
  clock?: Clock;
  /**
   * The functions that the API serves, which the pages show and whose scopes credentials can have. Default: the built-in
   * ones, without codecs.
   */
  tools?: readonly Tool[];
  /** The name and the look of the reference and the pages. Default: Tools API in its own colors. */
  brand?: Brand | undefined;
  /** Stores files under `/v1/files`, which tools accept by their handles; see `fileStorage`. Default: none are stored. */
  files?: FileStorage | undefined;
  /** Receives the record of every request; for `createApi`, of every request under /v1. Default: no records are written. */
  log?: RequestLog;
  /** Returns the address of the client that sent a request, for the limits on failed attempts. */
  clientAddress?: (context: Context) => string;
  /**
   * Counts failed bearer credentials. Apps without the same counter each allow an address its own 20. Default: a counter
   * of 20 per minute and address.
   */
  attempts?: FailedAttempts;
}

/** Creates the services that all apps have from the dependencies, with defaults. */
export function commonServices(dependencies: CommonDependencies) {
  const { documents, usage, authenticator } = dependencies;
  const { plans = defaultPlans, clock = systemClock, tools = defaultTools() } = dependencies;
  return {
    documents,
    usage,
    authenticator,
    plans,
    clock,
    tools,
    scopes: scopeCatalog(tools),
    brand: servedBrand(dependencies.brand ?? {}),
    files: dependencies.files,
    log: dependencies.log ?? (() => {}),
    clientAddress: dependencies.clientAddress ?? (() => ""),
    attempts: dependencies.attempts ?? failedAttempts(defaultAttemptsPerMinute, clock, { usage }),
  };
}

/** The dependencies of the pages, the management calls and the authorization server. */
export interface AccountDependencies extends CommonDependencies {
  /** Computes the stored digests of new keys; must match the authenticator. Default: digests without a pepper. */
  digests?: ApiKeyDigests;
  /** Hashes passwords, for instance `scryptHasher()`. */
  passwords: PasswordHasher;
  /**
   * The URL under which browsers reach the server, without a trailing slash. An https URL makes cookies secure. The
   * path of the URL is the prefix of all links.
   */
  publicUrl: string;
  /** The secret that signs cookies and quotes. Default: generated once and stored in `documents`. */
  sessionSecret?: string | undefined;
  /**
   * Collects payments for plans; needs a running `startBillingSweeper`. Default: none, and operators record payments.
   */
  payments?: PaymentProvider | undefined;
  /** The terms for invoices, payments and upgrades. Default: those of `Billing`. */
  billingTerms?: BillingTerms | undefined;
  /**
   * Queues mails in the outbox, which `startOutboxWorker` delivers. With `provesAddresses`, an account opens only when its
   * owner follows the link in a mail, so sign-up does not tell whether an address has an account. Default: no mail.
   */
  mail?: MailUse | undefined;
  /**
   * Queues events for webhook endpoints in the outbox, which `startOutboxWorker` delivers with `webhookDispatcher` and
   * `webhookQueue`. Default: no webhooks.
   */
  webhooks?: WebhookUse | undefined;
  /**
   * The rules for new accounts. Default: open to everyone if `publicUrl` is on loopback, otherwise by invitation, because a
   * host should decide that strangers can open accounts.
   */
  signUp?: SignUpPolicy | undefined;
  /** Signs owners in by OpenID Connect, in addition to passwords and passkeys. Default: none. */
  identityProvider?: IdentityProviderSettings | undefined;
  /** Whether the outbox gets each entry of the audit log for the log of the server. Default: false. */
  logsAudit?: boolean | undefined;
  /** Milliseconds for which the entries of the audit log are kept. Default: 400 days. */
  auditRetentionMs?: number | undefined;
  /**
   * Milliseconds for which the requests in the log of `requestRecorder` are shown. `recordRequests` fills it. Default: 0, no
   * log.
   */
  requestLogMs?: number | undefined;
  /** Counts the calls of this process for the overview of operators. Default: the overview has no load. */
  load?: ServerLoad | undefined;
  /** Checks the settings of the server for the overview of operators. Default: the overview has no checks. */
  checks?: (() => Promise<readonly ServerCheck[]>) | undefined;
}

/** Returns the billing of the accounts. Its changes are those of the system. */
export function accountBilling(
  dependencies: Omit<AccountDependencies, "authenticator" | "passwords" | "publicUrl">,
): Billing & { by: Source } {
  const { documents, usage, plans = defaultPlans, payments, auditRetentionMs: retentionMs } = dependencies;
  const report = changeReports({
    mail: !!dependencies.mail,
    webhooks: !!dependencies.webhooks,
    log: dependencies.logsAudit,
  });
  const by: Source = { actor: { kind: "system" }, retentionMs, report };
  return { documents, usage, by, plans, payments, ...dependencies.billingTerms };
}

/** Creates the services from the dependencies, with defaults. */
export function accountServices(dependencies: AccountDependencies): AccountServices {
  const { documents, usage, passwords, publicUrl } = dependencies;
  const common = commonServices(dependencies);
  const { plans, clock } = common;
  const billing = accountBilling({ ...dependencies, plans });
  const secret = onFirstUse(() => sessionSecret(documents, dependencies.sessionSecret));
  return {
    ...common,
    digests: dependencies.digests ?? plainDigests,
    passwords,
    publicUrl,
    basePath: new URL(publicUrl).pathname.replace(/\/+$/, ""),
    secret,
    billing: { ...billing, quotes: quoteSigner(secret) },
    by: billing.by,
    mail: dependencies.mail ?? null,
    webhooks: dependencies.webhooks ?? null,
    signUp: {
      opens: openingPlan(plans),
      ...(dependencies.signUp ?? defaultSignUp(isLoopback(new URL(publicUrl).hostname))),
    },
    identityProvider: dependencies.identityProvider
      ? identityProvider(dependencies.identityProvider, clock)
      : null,
    requestLogMs: dependencies.requestLogMs ?? 0,
    load: dependencies.load ?? null,
    checks: recentResult(dependencies.checks),
    report: recentResult(() => getServerReport({ documents, usage }, clock.now())),
    signIns: signInThrottle({ usage, clock }),
    paymentPages: sharedAttempts("payment-page", { attempts: 20, windowMs: hourMs }, { usage, clock }),
  };
}
