import { availableParallelism } from "node:os";
import {
  defaultRefreshOverlapMs,
  JwtIssuers,
  signUpModes,
  TokenIntrospection,
} from "@tools-api/core/accounts/light";
import {
  expectationOf,
  nameExpected,
  nameSchema,
  parameter,
  parseSender,
} from "@tools-api/core/internal/schema";
import { defaultQuarterDays } from "@tools-api/core/storage";
import { z } from "zod";
import { defaultAttemptsPerMinute } from "../../http/failed-attempts.ts";
import { documentsUrlFault, usageUrlFault } from "../stores/url-faults.ts";
import { billingFields } from "./billing.ts";
import { brandFields } from "./brand.ts";
import { fileFields } from "./files.ts";
import { limitSetting, planFields, planFile } from "./plans.ts";
import {
  allowedHosts,
  corsOrigins,
  domains,
  fetchSetting,
  isIssuer,
  isOpenIdScope,
  isPublicUrl,
  jsonSetting,
  secret,
  secretList,
  smtpUrl,
  storeUrl,
  wholeNumber,
} from "./values.ts";

/** The store of a server without settings, in the current folder. */
export const defaultDatabaseUrl = "sqlite:./data/tools-api.db";
/** The values of LOG_LEVEL, from all records to none. */
export const logLevels = ["debug", "info", "warn", "error", "silent"] as const;

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
      "the issuer of access tokens. Set it if `HOST` is not only this machine. Default: the address that it listens on.",
  }),
  SESSION_SECRET: secret()
    .optional()
    .describe(
      "The secret that signs cookies and quotes, the same on all servers of a store, of at least 32 characters. Default: created once and stored.",
    ),
  KEY_PEPPER: secretList()
    .default([])
    .describe(
      "The secret under which API keys are stored; several separated by commas, the newest first, each of at least 32 characters. Default: none.",
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
    purpose:
      "How many processes analyze long texts. These have more than 1,000 characters, or 500 with `syntax` or in Chinese. " +
      "Under load there are up to two more. Default: the cores less one, at least 1.",
  }),
  TEXT_TIMEOUT: parameter("a number of seconds from 1 to 3600", wholeNumber(1, 3600).default(30), {
    purpose: "The maximum seconds of CPU time for the analysis of a long text.",
  }),
  IMAGE_WORKERS: parameter("an integer from 1 to 256", wholeNumber(1, 256).optional(), {
    purpose:
      "How many processes convert images. Under load there are up to two more. Default: the cores, at least 2.",
  }),
  IMAGE_TIMEOUT: parameter("a number of seconds from 1 to 3600", wholeNumber(1, 3600).default(30), {
    purpose: "The maximum seconds of CPU time for any conversion. Most formats have 8.",
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
      "Whether callers can send a file as a URL: `off`, `public`, or the allowed hosts separated by commas, such as `cdn.example.com,localhost:8080`.",
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
    .describe("The secret key of the Stripe account that collects payments. Needs the package `stripe`."),
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
    purpose:
      "The folder whose modules export tools of your own, such as `./tools`: every `*.js` and `*.mjs`, and with Node " +
      "22.18 or Deno every `*.ts` and `*.mts`, in alphabetical order. The option `--tools` of `serve` replaces it.",
  }),
  PLANS: planFile
    .optional()
    .describe("The JSON file with plans of your own, which replace the three, such as `plans.json`."),
  ...planFields,
});

/** Returns the schema of all settings. The validity of `USAGE_URL` depends on the database URL. */
export function settingsOn(databaseUrl: string) {
  return Environment.extend({
    USAGE_URL: storeUrl((url) => usageUrlFault(url, databaseUrl))
      .optional()
      .describe(
        "The store of counters and usage; also `redis:` and `rediss:`. Default: that of `DATABASE_URL`.",
      ),
  });
}

/** The valid values of all settings. */
export type Settings = z.output<ReturnType<typeof settingsOn>>;

/** A setting of the server: an environment variable. */
interface Setting {
  name: string;
  /** Markdown. Its last sentence is the default, unless `defaultValue` has it. */
  description: string;
  /** The expected value. Absent: the description says it. */
  expected: string | undefined;
  /** The value without the setting. Absent: the description says it, or there is none. */
  defaultValue: string | number | undefined;
}

/** Returns all settings, for the help of the command `serve` and for documents. */
export function listSettings(): Setting[] {
  return Object.entries(settingsOn(defaultDatabaseUrl).shape).map(([name, schema]: [string, z.ZodType]) => {
    const standard = schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
    return {
      name,
      description: schema.description ?? "",
      expected: expectationOf(schema),
      defaultValue: typeof standard === "string" || typeof standard === "number" ? standard : undefined,
    };
  });
}
