import { availableParallelism } from "node:os";
import type { Plans } from "@tools-api/core";
import type { SignUpPolicy } from "@tools-api/core/accounts";
import type { TokenIntrospection } from "@tools-api/core/accounts/light";
import type { BillingTerms } from "@tools-api/core/billing";
import { openingPlan } from "@tools-api/core/billing/light";
import type { JwtIssuer } from "@tools-api/core/oauth";
import { invalidParameters, validate } from "@tools-api/core/internal/schema";
import { dayMs } from "@tools-api/core/internal/time";
import type { Brand } from "../http/brand.ts";
import type { FetchPolicy } from "../http/fetch-policy.ts";
import { isLoopback } from "../http/loopback.ts";
import type { CorsOrigins } from "../http/origins.ts";
import type { ScopeCatalog } from "../http/scope-catalog.ts";
import type { IdentityProviderSettings } from "../session/identity-provider.ts";
import { readBillingTerms } from "./settings/billing.ts";
import { readBrand } from "./settings/brand.ts";
import { readFileSettings } from "./settings/files.ts";
import { configuredPlans } from "./settings/plans.ts";
import { defaultDatabaseUrl, type logLevels, settingsOn, type Settings } from "./settings/table.ts";
import { findUnknownSettings } from "./settings/unknown.ts";
import type { FileSettings } from "./stores/open-blobs.ts";
import { schemeName, storeScheme } from "./stores/schemes.ts";
import { type TelemetrySource, telemetrySource } from "./telemetry.ts";

/** Settings that the operator may not have intended. */
interface SettingWarning {
  check: "settings" | "plans";
  message: string;
  /** The next step of the operator. */
  advice: string;
}

/** The server's settings. */
export interface Config {
  port: number;
  host: string;
  databaseUrl: string;
  usageUrl: string;
  /** Without a trailing slash. Absent: the address that the server listens on. */
  publicUrl: string | undefined;
  /** The secret that signs cookies and quotes. Absent: generated once and stored. */
  sessionSecret: string | undefined;
  /** Peppers of stored API keys. The first one is for new keys. */
  keyPeppers: readonly string[];
  /** The issuers whose JWTs are accepted. */
  jwtIssuers: readonly JwtIssuer[];
  /** The introspection endpoint for tokens that no other authenticator recognizes. */
  tokenIntrospection: TokenIntrospection | undefined;
  logLevel: (typeof logLevels)[number];
  /** The origins whose pages can call the API from a browser. */
  corsOrigins: CorsOrigins;
  /** The names under which clients reach the server, in addition to the host of the public URL. */
  allowedHosts: readonly string[];
  /** Whether `/metrics` is served. */
  metrics: boolean;
  /** The origin of the providers of OpenTelemetry. */
  telemetry: TelemetrySource;
  /** The number of trusted proxies whose X-Forwarded-For entries count. */
  trustProxy: number;
  /** The time within which a whole request must arrive. */
  requestTimeoutMs: number;
  /** The time for which an idle connection is kept. */
  keepAliveMs: number;
  /** The time for which a stopping server still accepts requests. */
  stopDelayMs: number;
  authFailuresPerMinute: number;
  /** The time for which requests are kept; 0 for no request log. */
  requestLogMs: number;
  /** The number of days for which usage is kept by quarter hours. */
  usageRetentionDays: number;
  /** Whether the log has a line for each entry of the audit log. */
  logsAudit: boolean;
  /** The time for which entries of the audit log are kept. */
  auditRetentionMs: number;
  /** The number of processes that answer requests. */
  processes: number;
  /** Maximum number of processes that analyze long texts. */
  textWorkers: number;
  /** The time limit for the analysis of a long text. */
  textTimeoutMs: number;
  /** Maximum number of processes that convert images. */
  imageWorkers: number;
  /** Upper bound on the time of any conversion. Most formats have lower limits. */
  imageTimeoutMs: number;
  /** Upper bound in MiB on the memory of a conversion process. Most formats have lower limits. */
  imageMemoryMb: number;
  /** Bytes of image bodies and of unsent answers. */
  imageQueueBytes: number;
  /** The hosts from which callers can have files fetched. */
  fetchUrls: FetchPolicy;
  /** The store and the limits of files. */
  files: FileSettings;
  /** Whether the server sends webhooks. */
  webhooks: boolean;
  /** Whether OAuth clients can register themselves. */
  selfRegistration: boolean;
  /** The time after its first use for which a refresh token gives further tokens. */
  refreshOverlapMs: number;
  /** The mail server and the sender. Absent: no mail is sent. */
  smtp: { url: string; from: string } | undefined;
  /** The rules for new accounts. */
  signUp: SignUpPolicy;
  /** Why `signUp` has its mode. */
  signUpReason: string;
  /** The identity provider that signs owners in. Absent: none. */
  identityProvider: IdentityProviderSettings | undefined;
  /** The terms for invoices, payments and upgrades. */
  billingTerms: BillingTerms;
  /** The name and the look of the pages. */
  brand: Brand;
  /** The Stripe account that collects payments. Absent: none. */
  stripe: { secretKey: string; webhookSecret: string; apiUrl: string | undefined } | undefined;
  /** The niceness of the processes of tools. */
  toolNiceness: number;
  /** The folder with the operator's own tools. */
  tools: string | undefined;
  plans: Plans;
  warnings: readonly SettingWarning[];
}

/** Returns the settings of the identity provider. Throws unless all or none of those that it needs are set. */
function readIdentityProvider({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_NAME: name,
  OIDC_SCOPE: scope,
}: Settings): IdentityProviderSettings | undefined {
  if (issuer !== undefined && clientId !== undefined && clientSecret !== undefined)
    return { issuer, clientId, clientSecret, name, scope };
  const needed = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret };
  const missing = Object.entries(needed).filter(([, value]) => value === undefined);
  if (missing.length === 3 && name === undefined && scope === undefined) return undefined;
  const detail = "expected a value, because another setting of the identity provider is set";
  throw invalidParameters(missing.map(([variable]) => ({ name: variable, detail })));
}

/** Returns the settings of Stripe. Throws if only one of the two secrets is set. */
function readStripe({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_URL: apiUrl,
}: Settings): Config["stripe"] {
  if (secretKey !== undefined && webhookSecret !== undefined) return { secretKey, webhookSecret, apiUrl };
  const needed = { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret };
  const missing = Object.entries(needed).filter(([, value]) => value === undefined);
  if (missing.length === 2) return undefined;
  const detail = "expected a value, because the other secret of Stripe is set";
  throw invalidParameters(missing.map(([name]) => ({ name, detail })));
}

/** Returns whether other machines can reach the server. */
export function isReachable(host: string, publicUrl: string | undefined): boolean {
  return !isLoopback(host) || !isLoopback(new URL(publicUrl ?? "http://localhost").hostname);
}

/** Returns why sign-up has its mode, for the output of the start. */
function signUpReason(isSet: boolean, isPublic: boolean): string {
  if (isSet) return "set by SIGN_UP";
  return isPublic
    ? "the server can be reached from other machines; set SIGN_UP=open to let anyone create an account"
    : "the server can be reached from this machine only";
}

/** Returns a warning for each variable that looks like a setting and is none. */
function unknownWarnings(
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): SettingWarning[] {
  return findUnknownSettings(environment, known).map(({ name, nearest }) => ({
    check: "settings",
    message: `${name} is not a setting of this server, which ignores it.`,
    advice: `The nearest setting is ${nearest}. Rename the variable, or remove it.`,
  }));
}

/** Returns a warning if strangers can take a plan that costs money and never pay. */
function upgradeWarnings(
  { signUp, billingTerms, plans }: Pick<Config, "signUp" | "billingTerms" | "plans">,
  { isSet, isPublic }: { isSet: boolean; isPublic: boolean },
): SettingWarning[] {
  const costsMoney = Object.values(plans).some(({ price }) => price.amount > 0);
  if (isSet || !isPublic || signUp.mode !== "open" || billingTerms.upgrades !== "immediate" || !costsMoney)
    return [];
  return [
    {
      check: "plans",
      message:
        "Everyone can create an account and use the most expensive plan before paying for it: sign-up is open, " +
        "and without a payment provider UPGRADES is immediate.",
      advice:
        "Set UPGRADES=approved or UPGRADES=paid, or the secrets of Stripe. UPGRADES=immediate confirms the default.",
    },
  ];
}

/**
 * Reads the settings from the environment. An empty variable counts as absent.
 *
 * @throws ToolsError `invalid_parameter` with one entry for each invalid setting.
 *
 * @example
 * ```ts
 * import { readConfig } from "@tools-api/server/node";
 *
 * const { port, databaseUrl } = readConfig({ PORT: "8080", DATABASE_URL: "sqlite:tools.db" });
 * console.log(port, databaseUrl); // 8080 sqlite:tools.db
 * ```
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const schema = settingsOn(environment["DATABASE_URL"] || defaultDatabaseUrl);
  const known = Object.keys(schema.shape);
  const set = known.filter((name) => environment[name] !== undefined && environment[name] !== "");
  const values = validate(schema, Object.fromEntries(set.map((name) => [name, environment[name]])));
  const publicUrl = values.PUBLIC_URL?.replace(/\/+$/, "");
  const { SMTP_URL: smtpUrlSet, MAIL_FROM: from } = values;
  if ((smtpUrlSet === undefined) !== (from === undefined))
    throw invalidParameters([
      from === undefined
        ? { name: "MAIL_FROM", detail: "expected the sender of mail, because SMTP_URL is set" }
        : { name: "SMTP_URL", detail: "expected the mail server, because MAIL_FROM is set" },
    ]);
  const isPublic = isReachable(values.HOST, publicUrl);
  const unverifiedDailyLimit = values.UNVERIFIED_DAILY_LIMIT;
  if (unverifiedDailyLimit !== undefined && from === undefined && !isLoopback(values.HOST))
    throw invalidParameters([
      {
        name: "UNVERIFIED_DAILY_LIMIT",
        detail: "expected SMTP_URL as well, because owners confirm their address by mail",
      },
    ]);
  const usageUrl = values.USAGE_URL ?? values.DATABASE_URL;
  const ofOneProcess = [values.DATABASE_URL, usageUrl].find((url) => storeScheme(url).reach === "process");
  if (values.PROCESSES > 1 && ofOneProcess !== undefined)
    throw invalidParameters([
      {
        name: "PROCESSES",
        detail: `expected 1, received ${values.PROCESSES}: a store of ${schemeName(ofOneProcess)} serves one process`,
      },
    ]);
  const plans = configuredPlans(values);
  const stripe = readStripe(values);
  // With a provider, the payment is part of the upgrade, which takes effect as soon as the provider has it.
  const billingTerms = readBillingTerms(values, stripe ? "paid" : "immediate");
  const signUp: SignUpPolicy = {
    mode: values.SIGN_UP ?? (isPublic ? "invite" : "open"),
    domains: values.SIGN_UP_DOMAINS,
    opens: openingPlan(plans),
  };
  return {
    port: values.PORT,
    host: values.HOST,
    databaseUrl: values.DATABASE_URL,
    usageUrl,
    publicUrl,
    sessionSecret: values.SESSION_SECRET,
    keyPeppers: values.KEY_PEPPER,
    jwtIssuers: values.JWT_ISSUERS,
    tokenIntrospection: values.TOKEN_INTROSPECTION,
    corsOrigins: values.CORS_ORIGINS,
    allowedHosts: values.ALLOWED_HOSTS,
    logLevel: values.LOG_LEVEL,
    metrics: values.METRICS === "on",
    telemetry: telemetrySource(environment),
    trustProxy: values.TRUST_PROXY,
    requestTimeoutMs: values.REQUEST_TIMEOUT * 1000,
    keepAliveMs: values.KEEP_ALIVE_TIMEOUT * 1000,
    stopDelayMs: values.STOP_DELAY * 1000,
    authFailuresPerMinute: values.AUTH_FAILURES_PER_MINUTE,
    requestLogMs: values.REQUEST_LOG_DAYS * dayMs,
    usageRetentionDays: values.USAGE_RETENTION_DAYS,
    logsAudit: values.LOG_AUDIT === "on",
    auditRetentionMs: values.AUDIT_LOG_DAYS * dayMs,
    processes: values.PROCESSES,
    // One core stays free for the server itself.
    textWorkers: values.TEXT_WORKERS ?? Math.max(1, availableParallelism() - 1),
    textTimeoutMs: values.TEXT_TIMEOUT * 1000,
    // At least two, so one slow image does not delay all others.
    imageWorkers: values.IMAGE_WORKERS ?? Math.max(2, availableParallelism()),
    imageTimeoutMs: values.IMAGE_TIMEOUT * 1000,
    imageMemoryMb: values.IMAGE_MEMORY,
    imageQueueBytes: values.IMAGE_QUEUE_MEMORY * 1e6,
    fetchUrls: values.FETCH_URLS,
    files: readFileSettings(values),
    webhooks: values.WEBHOOKS === "on",
    selfRegistration: values.OAUTH_REGISTRATION === "on",
    refreshOverlapMs: values.OAUTH_REFRESH_OVERLAP * 1000,
    smtp: smtpUrlSet !== undefined && from !== undefined ? { url: smtpUrlSet, from } : undefined,
    signUp,
    signUpReason: signUpReason(values.SIGN_UP !== undefined, isPublic),
    identityProvider: readIdentityProvider(values),
    billingTerms,
    brand: readBrand(values),
    stripe,
    toolNiceness: values.TOOL_NICENESS,
    tools: values.TOOLS,
    plans,
    warnings: [
      ...unknownWarnings(environment, known),
      ...upgradeWarnings({ signUp, billingTerms, plans }, { isSet: values.UPGRADES !== undefined, isPublic }),
    ],
  };
}

/**
 * Checks that the settings of token issuers name only scopes of the server.
 *
 * @throws ToolsError `invalid_parameter` with an entry for every other scope.
 */
export function requireKnownScopes(
  { jwtIssuers, tokenIntrospection }: Config,
  { all }: Pick<ScopeCatalog, "all">,
): void {
  const mappings = [
    ...jwtIssuers.map((issuer, index) => ({ name: "JWT_ISSUERS", path: `#/${index}`, mapping: issuer })),
    ...(tokenIntrospection ? [{ name: "TOKEN_INTROSPECTION", path: "#", mapping: tokenIntrospection }] : []),
  ];
  const faults = mappings.flatMap(({ name, path, mapping }) =>
    (["scopes", "allowed_scopes"] as const)
      .filter((field) => mapping[field]?.some((scope) => !all.includes(scope)))
      .map((field) => ({ name, detail: `${path}/${field}: expected a list of ${all.join(", ")}` })),
  );
  if (faults.length > 0) throw invalidParameters(faults);
}
