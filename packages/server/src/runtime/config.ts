import { availableParallelism } from "node:os";
import { ToolsError } from "@tools-api/core/errors";
import {
  comparedEmail,
  dayMs,
  describeValue,
  EmailAddress,
  invalidParameters,
  nameExpected,
  nameSchema,
  parameter,
  parseSender,
  readSettings,
  validate,
} from "@tools-api/core/internal/base";
import {
  defaultRefreshOverlapMs,
  JwtIssuers,
  openingPlan,
  signUpModes,
  TokenIntrospection,
} from "@tools-api/core/internal/commands";
import type { Plans } from "@tools-api/core";
import type { JwtIssuer } from "@tools-api/core/oauth";
import type { SignUpPolicy } from "@tools-api/core/accounts";
import { z } from "zod";
import { brandFields, readBrand } from "./brand-settings.ts";
import { billingFields, readBillingTerms } from "./billing-settings.ts";
import { fileFields, type FileSettings, readFileSettings } from "./file-settings.ts";
import type { BillingTerms } from "@tools-api/core/billing";
import type { Brand } from "../http/brand.ts";
import type { IdentityProviderSettings } from "../session/identity-provider.ts";
import { type CorsOrigins, invalidOrigin, originsExpected } from "../http/origins.ts";
import { defaultAttemptsPerMinute } from "../http/failed-attempts.ts";
import { type FetchPolicy, fetchPolicyFault, hostsExpected, invalidHost } from "../http/fetch-policy.ts";
import { isLoopback } from "../http/loopback.ts";
import type { ScopeCatalog } from "../http/scope-catalog.ts";
import { configuredPlans, limitSetting, planFields, planFile } from "./plan-settings.ts";
import { minSecretLength, parseJson, secretList, wholeNumber } from "./setting-schemas.ts";
import { type TelemetrySource, telemetrySource } from "./telemetry.ts";
import { defaultQuarterDays } from "@tools-api/core/storage";
import { schemeName, storeScheme } from "./stores/schemes.ts";
import { documentsUrlFault, usageUrlFault } from "./stores/url-faults.ts";
import { findUnknownSettings } from "./unknown-settings.ts";

/** The store of a server without settings, in the current folder. */
export const defaultDatabaseUrl = "sqlite:./data/tools-api.db";
/** The values of LOG_LEVEL, from all records to none. */
export const logLevels = ["debug", "info", "warn", "error", "silent"] as const;

function isPublicUrl(value: string): boolean {
  return /^https?:\/\//.test(value) && URL.canParse(value);
}

/** Returns the schema of a store URL. Its error does not quote the URL, which may contain a password. */
function storeUrl(faultOf: (url: string) => string | null) {
  return z.string().superRefine((url, context) => {
    const fault = faultOf(url);
    if (fault !== null) context.addIssue({ code: "custom", message: fault });
  });
}

/** Returns the schema of a JSON setting. Its errors give the location of a value and never quote the value. */
function jsonSetting<Schema extends z.ZodType>(schema: Schema) {
  return z.string().transform((text, context): z.output<Schema> => {
    try {
      return readSettings(schema, parseJson(text));
    } catch (error) {
      if (!(error instanceof ToolsError)) throw error;
      context.addIssue({ code: "custom", message: error.message });
      return z.NEVER;
    }
  });
}

// The default message would quote the value, and a secret that is too short is still a secret.
function secret() {
  return z.string().min(minSecretLength, `expected a secret of at least ${minSecretLength} characters`);
}

/** Reads `off`, `public`, or a list of hosts. */
const fetchSetting = z.string().transform((text, context): FetchPolicy => {
  const policy = text === "off" || text === "public" ? text : text.split(",").map((host) => host.trim());
  const fault = fetchPolicyFault(policy);
  if (fault !== null) context.addIssue({ code: "custom", message: fault });
  return policy;
});

/** A list of names of the server. */
const allowedHosts = z.string().transform((text, context): string[] => {
  const hosts = text.split(",").map((host) => host.trim());
  const invalid = invalidHost(hosts);
  if (invalid === undefined) return hosts;
  const message = `${hostsExpected}, separated by commas, received ${describeValue(invalid)}`;
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

/** A list of origins, or `*`. */
const corsOrigins = z.string().transform((text, context): CorsOrigins => {
  if (text.trim() === "*") return "*";
  const origins = text.split(",").map((origin) => origin.trim());
  const invalid = invalidOrigin(origins);
  if (invalid === undefined) return origins;
  const message = `expected * or comma-separated ${originsExpected}, received ${describeValue(invalid)}`;
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

/** Returns whether a text is the URL of a mail server. It may contain a password, so no error quotes it. */
function isSmtpUrl(value: string): boolean {
  return /^smtps?:\/\/./.test(value) && URL.canParse(value) && new URL(value).hostname !== "";
}

const smtpUrl = z
  .string()
  .refine(isSmtpUrl, "expected a URL such as smtps://user:password@smtp.example.com:465");

/** Returns whether a text is the issuer of an identity provider. Its answers sign owners in, so it needs TLS. */
function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(value);
  const isSafe = protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
  return isSafe && username + password + search + hash === "";
}

function isOpenIdScope(value: string): boolean {
  return value.length <= 500 && value.split(" ").includes("openid");
}

/** A list of domains of email addresses. */
const domains = z.string().transform((text, context): string[] => {
  const names = text
    .split(",")
    .map((name) => comparedEmail(`user@${name.trim().replace(/^@/, "")}`).slice(5));
  const invalid = names.find((name) => !EmailAddress.safeParse(`user@${name}`).success);
  if (invalid === undefined) return names;
  const message = `expected comma-separated domains such as example.com, received ${describeValue(invalid)}`;
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

const Environment = z.object({
  PORT: parameter("an integer from 0 to 65535", wholeNumber(0, 65_535).default(3000), {
    purpose: "The port to listen on; `0` takes a free one.",
  }),
  HOST: parameter("a host name or an address", z.string().min(1).default("127.0.0.1"), {
    purpose: "The address to listen on: `0.0.0.0` lets other machines reach the server.",
  }),
  DATABASE_URL: storeUrl(documentsUrlFault)
    .default(defaultDatabaseUrl)
    .describe("The store of accounts and keys: a URL of `sqlite:`, `postgres:`, `unstorage:` or `memory:`."),
  PUBLIC_URL: parameter("an http or https URL", z.string().refine(isPublicUrl).optional(), {
    purpose:
      "The URL under which callers reach the server, such as `https://api.example.com`. It begins links and names " +
      "the issuer of access tokens. Default: the address that it listens on.",
  }),
  SESSION_SECRET: secret()
    .optional()
    .describe(
      "The secret that signs cookies and quotes, the same on all servers of a store. Default: created once and stored.",
    ),
  KEY_PEPPER: secretList()
    .default([])
    .describe(
      "The secret under which API keys are stored; several separated by commas, the newest first. Default: none.",
    ),
  JWT_ISSUERS: jsonSetting(JwtIssuers).default([]).describe("The issuers whose JWTs are accepted, as JSON."),
  TOKEN_INTROSPECTION: jsonSetting(TokenIntrospection)
    .optional()
    .describe("The endpoint that tells the state of tokens of another server, as JSON."),
  CORS_ORIGINS: corsOrigins
    .default([])
    .describe(
      "The origins whose pages can call the API from a browser, separated by commas, or `*`. Default: none.",
    ),
  ALLOWED_HOSTS: allowedHosts
    .default([])
    .describe(
      "Further names of the server at `/mcp`, separated by commas, such as `tools-api,host.docker.internal`. Default: none.",
    ),
  METRICS: parameter("on or off", z.enum(["on", "off"]).default("on"), {
    purpose: "Whether `/metrics` is served.",
  }),
  LOG_LEVEL: parameter(`one of ${logLevels.join(", ")}`, z.enum(logLevels).default("info"), {
    purpose: "How much the log tells, one JSON line for each request, without credentials or content.",
  }),
  TRUST_PROXY: parameter("the number of trusted proxy hops from 0 to 10", wholeNumber(0, 10).default(0), {
    purpose: "The number of proxies in front of the server whose `X-Forwarded-For` it trusts.",
  }),
  REQUEST_TIMEOUT: parameter("a number of seconds from 1 to 3600", wholeNumber(1, 3600).default(120), {
    purpose: "The seconds within which a whole request must arrive (Node).",
  }),
  KEEP_ALIVE_TIMEOUT: parameter("a number of seconds from 1 to 3600", wholeNumber(1, 3600).default(75), {
    purpose:
      "The seconds for which an idle connection is kept (Node). Set more than the proxy keeps its connections to the server.",
  }),
  STOP_DELAY: parameter("a number of seconds from 0 to 300", wholeNumber(0, 300).default(0), {
    purpose:
      "The seconds for which a server that gets SIGTERM still answers, while `/readyz` is 503, so that a proxy sends requests to others.",
  }),
  REQUEST_LOG_DAYS: parameter("a number of days from 0 to 30", wholeNumber(0, 30).default(3), {
    purpose: "The days for which the request log keeps a request; `0` turns it off.",
  }),
  USAGE_RETENTION_DAYS: parameter(
    "a number of days from 32 to 3650",
    wholeNumber(32, 3650).default(defaultQuarterDays),
    {
      purpose: "The days for which usage is kept by quarter hours. Older usage is kept as sums of UTC days.",
    },
  ),
  LOG_AUDIT: parameter("on or off", z.enum(["on", "off"]).default("off"), {
    purpose: "Whether the log has a line for each entry of the audit log.",
  }),
  AUDIT_LOG_DAYS: parameter("a number of days from 1 to 3650", wholeNumber(1, 3650).default(400), {
    purpose: "The days for which the audit log keeps an entry.",
  }),
  AUTH_FAILURES_PER_MINUTE: parameter(
    "an integer from 1 to 1000000",
    wholeNumber(1, 1_000_000).default(defaultAttemptsPerMinute),
    { purpose: "How many failed authentications each client address may have in a minute." },
  ),
  PROCESSES: parameter(
    "auto, or an integer from 1 to 64",
    z
      .literal("auto")
      .transform(() => Math.min(64, availableParallelism()))
      .or(wholeNumber(1, 64))
      .default(1),
    { purpose: "How many processes answer requests on the same port, `auto` for one per core. Node only." },
  ),
  TEXT_WORKERS: parameter("an integer from 1 to 256", wholeNumber(1, 256).optional(), {
    purpose: "How many processes analyze long texts. Default: the cores less one, at least 1.",
  }),
  TEXT_TIMEOUT: parameter("a number of seconds from 1 to 3600", wholeNumber(1, 3600).default(30), {
    purpose: "The maximum seconds for the analysis of a long text.",
  }),
  IMAGE_WORKERS: parameter("an integer from 1 to 256", wholeNumber(1, 256).optional(), {
    purpose: "How many processes convert images. Default: the cores, at least 2.",
  }),
  IMAGE_TIMEOUT: parameter("a number of seconds from 1 to 3600", wholeNumber(1, 3600).default(30), {
    purpose: "The maximum seconds for any conversion. Most formats have 8.",
  }),
  IMAGE_MEMORY: parameter("a number of megabytes from 128 to 65536", wholeNumber(128, 65_536).default(1024), {
    purpose: "The maximum megabytes of a process that converts. Most formats have 512.",
  }),
  IMAGE_QUEUE_MEMORY: parameter(
    "a number of megabytes from 36 to 65536",
    wholeNumber(36, 65_536).default(256),
    { purpose: "The megabytes of images that arrive, wait or are being sent." },
  ),
  OAUTH_REGISTRATION: parameter("on or off", z.enum(["on", "off"]).default("on"), {
    purpose: "Whether OAuth clients can register themselves.",
  }),
  OAUTH_REFRESH_OVERLAP: parameter(
    "a number of seconds from 0 to 60",
    wholeNumber(0, 60).default(defaultRefreshOverlapMs / 1000),
    { purpose: "The seconds for which a used refresh token gives further tokens." },
  ),
  FETCH_URLS: fetchSetting
    .default("off")
    .describe(
      "Whether callers can send a file as a URL: `off`, `public`, or the allowed hosts separated by commas.",
    ),
  WEBHOOKS: parameter("on or off", z.enum(["on", "off"]).default("on"), {
    purpose: "Whether the server sends webhooks.",
  }),
  SIGN_UP: parameter(signUpModes.join(", "), z.enum(signUpModes).optional(), {
    purpose:
      "The rule for new accounts: `open` to everyone, `invite` by the operator, `closed` to all. Default: `open` " +
      "if only this machine reaches the server, otherwise `invite`.",
  }),
  SIGN_UP_DOMAINS: domains
    .default([])
    .describe(
      "The domains of email addresses that can create an account, separated by commas. Default: all.",
    ),
  UNVERIFIED_DAILY_LIMIT: limitSetting(
    "The calls of a UTC day on plans that cost nothing, until the owner confirms the email address. Default: " +
      "those of the plan.",
  ),
  SMTP_URL: smtpUrl
    .optional()
    .describe(
      "The mail server, such as `smtps://user:password@smtp.example.com:465`. Default: no mail is sent.",
    ),
  MAIL_FROM: parameter(
    'an address such as no-reply@example.com, or "Tools API" <no-reply@example.com>',
    z
      .string()
      .refine((value) => parseSender(value) !== null)
      .optional(),
    { purpose: "The sender of mail, such as `Tools API <no-reply@example.com>`. Needs `SMTP_URL`." },
  ),
  OIDC_ISSUER: parameter(
    "an https URL without a password and a query (http for loopback only)",
    z.string().refine(isIssuer).optional(),
    {
      purpose: "The URL of the identity provider that signs owners in, such as `https://login.example.com`.",
    },
  ),
  OIDC_CLIENT_ID: z.string().optional().describe("The id that the identity provider gave this server."),
  OIDC_CLIENT_SECRET: z
    .string()
    .optional()
    .describe("The secret that the identity provider gave this server."),
  OIDC_NAME: parameter(nameExpected(1, 50), nameSchema(50).optional(), {
    purpose: "The name of the identity provider on its button. Default: its host.",
  }),
  OIDC_SCOPE: parameter("scopes with openid among them", z.string().refine(isOpenIdScope).optional(), {
    purpose: "The scopes of a sign-in at the identity provider. Default: `openid email profile`.",
  }),
  ...fileFields,
  ...billingFields,
  ...brandFields,
  // Without the value in errors: a part of a secret is still secret.
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_\S+$/, "expected a secret key of Stripe, sk_… or rk_…")
    .optional()
    .describe("The secret key of the Stripe account that collects payments."),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, "expected the secret of a webhook, whsec_…")
    .optional()
    .describe("The secret with which Stripe signs its webhooks."),
  STRIPE_API_URL: parameter("an http or https URL", z.string().refine(isPublicUrl).optional(), {
    purpose: "The address of a substitute for Stripe, for tests. Default: `https://api.stripe.com`.",
  }),
  TOOL_NICENESS: parameter("a whole number from 0 to 19", wholeNumber(0, 19).default(10), {
    purpose:
      "The niceness of the processes for images and long texts. A lower one gives them more time next to other " +
      "busy programs.",
  }),
  TOOLS: parameter("the path of a folder with modules of tools", z.string().optional(), {
    purpose: "The folder whose modules export tools of your own, such as `./tools`.",
  }),
  PLANS: planFile
    .optional()
    .describe("The JSON file with plans of your own, which replace the three, such as `plans.json`."),
  ...planFields,
});

/** Returns the schema with `USAGE_URL`, whose validity depends on the database URL. */
function environmentWith(databaseUrl: string) {
  return Environment.extend({
    USAGE_URL: storeUrl((url) => usageUrlFault(url, databaseUrl))
      .optional()
      .describe(
        "The store of counters and usage; also `redis:` and `rediss:`. Default: that of `DATABASE_URL`.",
      ),
  });
}

/** Returns the description of each setting, by its name. */
export function settingDescriptions(): Record<string, string> {
  const { shape } = environmentWith(defaultDatabaseUrl);
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, (schema as z.ZodType).description ?? ""]),
  );
}

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
}: z.output<typeof Environment>): IdentityProviderSettings | undefined {
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
}: z.output<typeof Environment>): Config["stripe"] {
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
  const schema = environmentWith(environment["DATABASE_URL"] || defaultDatabaseUrl);
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
