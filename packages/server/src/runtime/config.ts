import { availableParallelism } from "node:os";
import { defaultPlans, type Plan, type PlanName, type Plans } from "@tools-api/core";
import { parameter, validate } from "@tools-api/core/internal";
import { type JwtIssuer, JwtIssuers, TokenIntrospection } from "@tools-api/core/oauth";
import { z } from "zod";
import { jsonSetting } from "./json-setting.ts";
import { documentsUrlFault, usageUrlFault } from "./stores/url-faults.ts";

const defaultDatabaseUrl = "sqlite:./data/tools-api.db";
const logLevels = ["debug", "info", "warn", "error", "silent"] as const;

function wholeNumber(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum));
}

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

// The default message would quote the value, and a secret that is too short is still a secret.
const shortestSecret = 32;

function secret() {
  return z.string().min(shortestSecret, `expected a secret of at least ${shortestSecret} characters`);
}

function planFields() {
  const limit = parameter("an integer from 1 to 1000000000000", wholeNumber(1, 1e12).optional());
  const price = parameter("an integer from 0 to 100000000, in cents", wholeNumber(0, 1e8).optional());
  return {
    PLAN_FREE_DAILY_LIMIT: limit,
    PLAN_PRO_DAILY_LIMIT: limit,
    PLAN_ENTERPRISE_DAILY_LIMIT: limit,
    PLAN_FREE_PER_MINUTE: limit,
    PLAN_PRO_PER_MINUTE: limit,
    PLAN_ENTERPRISE_PER_MINUTE: limit,
    PLAN_FREE_PER_SECOND: limit,
    PLAN_PRO_PER_SECOND: limit,
    PLAN_ENTERPRISE_PER_SECOND: limit,
    PLAN_PRO_PRICE: price,
    PLAN_ENTERPRISE_PRICE: price,
  };
}

const Environment = z.object({
  PORT: parameter("an integer from 0 to 65535", wholeNumber(0, 65_535).default(3000)),
  HOST: parameter("a host name or an address", z.string().min(1).default("127.0.0.1")),
  DATABASE_URL: storeUrl(documentsUrlFault).default(defaultDatabaseUrl),
  PUBLIC_URL: parameter("an http or https URL", z.string().refine(isPublicUrl).optional()),
  SESSION_SECRET: secret().optional(),
  KEY_PEPPER: z
    .string()
    .transform((peppers) => peppers.split(",").map((pepper) => pepper.trim()))
    .pipe(
      z.array(
        z
          .string()
          .min(shortestSecret, `expected comma-separated secrets of at least ${shortestSecret} characters`),
      ),
    )
    .default([]),
  JWT_ISSUERS: jsonSetting(JwtIssuers).default([]),
  TOKEN_INTROSPECTION: jsonSetting(TokenIntrospection).optional(),
  METRICS: parameter("on or off", z.enum(["on", "off"]).default("on")),
  LOG_LEVEL: parameter(`one of ${logLevels.join(", ")}`, z.enum(logLevels).default("info")),
  TRUST_PROXY: parameter("the number of trusted proxy hops from 0 to 10", wholeNumber(0, 10).default(0)),
  REQUEST_TIMEOUT: parameter("a number of seconds from 1 to 3600", wholeNumber(1, 3600).default(120)),
  AUTH_FAILURES_PER_MINUTE: parameter("an integer from 1 to 1000000", wholeNumber(1, 1_000_000).default(20)),
  TEXT_WORKERS: parameter("an integer from 1 to 256", wholeNumber(1, 256).optional()),
  TEXT_TIMEOUT: parameter("a number of seconds from 1 to 3600", wholeNumber(1, 3600).default(30)),
  IMAGE_WORKERS: parameter("an integer from 1 to 256", wholeNumber(1, 256).optional()),
  IMAGE_TIMEOUT: parameter("a number of seconds from 1 to 3600", wholeNumber(1, 3600).default(30)),
  IMAGE_MEMORY: parameter("a number of megabytes from 128 to 65536", wholeNumber(128, 65_536).default(1024)),
  IMAGE_QUEUE_MEMORY: parameter(
    "a number of megabytes from 36 to 65536",
    wholeNumber(36, 65_536).default(256),
  ),
  ...planFields(),
});

/** Returns the schema with `USAGE_URL`, whose validity depends on the database URL. */
function environmentWith(databaseUrl: string) {
  return Environment.extend({ USAGE_URL: storeUrl((url) => usageUrlFault(url, databaseUrl)).optional() });
}

type Environment = z.output<typeof Environment>;

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
  /** Whether `/metrics` is served. */
  metrics: boolean;
  /** The number of trusted proxies whose X-Forwarded-For entries count. */
  trustProxy: number;
  /** The time within which a whole request must arrive. */
  requestTimeoutMs: number;
  authFailuresPerMinute: number;
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
  plans: Plans;
}

function plansOf(environment: Environment): Plans {
  const settings: Record<PlanName, Partial<Omit<Plan, "name" | "price">> & { price?: number }> = {
    free: {
      dailyLimit: environment.PLAN_FREE_DAILY_LIMIT,
      perMinute: environment.PLAN_FREE_PER_MINUTE,
      perSecond: environment.PLAN_FREE_PER_SECOND,
    },
    pro: {
      dailyLimit: environment.PLAN_PRO_DAILY_LIMIT,
      perMinute: environment.PLAN_PRO_PER_MINUTE,
      perSecond: environment.PLAN_PRO_PER_SECOND,
      price: environment.PLAN_PRO_PRICE,
    },
    enterprise: {
      dailyLimit: environment.PLAN_ENTERPRISE_DAILY_LIMIT,
      perMinute: environment.PLAN_ENTERPRISE_PER_MINUTE,
      perSecond: environment.PLAN_ENTERPRISE_PER_SECOND,
      price: environment.PLAN_ENTERPRISE_PRICE,
    },
  };
  const plan = (name: PlanName): Plan => {
    const standard = defaultPlans[name];
    const set = settings[name];
    return {
      name,
      dailyLimit: set.dailyLimit ?? standard.dailyLimit,
      perMinute: set.perMinute ?? standard.perMinute,
      perSecond: set.perSecond ?? standard.perSecond,
      price: { ...standard.price, amount: set.price ?? standard.price.amount },
    };
  };
  return { free: plan("free"), pro: plan("pro"), enterprise: plan("enterprise") };
}

/**
 * Reads the settings from the environment. An empty variable counts as absent.
 *
 * @throws ToolsError `invalid_parameter` with one entry for each invalid setting.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const schema = environmentWith(environment["DATABASE_URL"] || defaultDatabaseUrl);
  const known = Object.keys(schema.shape);
  const set = known.filter((name) => environment[name] !== undefined && environment[name] !== "");
  const values = validate(schema, Object.fromEntries(set.map((name) => [name, environment[name]])));
  return {
    port: values.PORT,
    host: values.HOST,
    databaseUrl: values.DATABASE_URL,
    usageUrl: values.USAGE_URL ?? values.DATABASE_URL,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ""),
    sessionSecret: values.SESSION_SECRET,
    keyPeppers: values.KEY_PEPPER,
    jwtIssuers: values.JWT_ISSUERS,
    tokenIntrospection: values.TOKEN_INTROSPECTION,
    logLevel: values.LOG_LEVEL,
    metrics: values.METRICS === "on",
    trustProxy: values.TRUST_PROXY,
    requestTimeoutMs: values.REQUEST_TIMEOUT * 1000,
    authFailuresPerMinute: values.AUTH_FAILURES_PER_MINUTE,
    // One core stays free for the server itself.
    textWorkers: values.TEXT_WORKERS ?? Math.max(1, availableParallelism() - 1),
    textTimeoutMs: values.TEXT_TIMEOUT * 1000,
    // At least two, so one slow image does not delay all others.
    imageWorkers: values.IMAGE_WORKERS ?? Math.max(2, availableParallelism()),
    imageTimeoutMs: values.IMAGE_TIMEOUT * 1000,
    imageMemoryMb: values.IMAGE_MEMORY,
    imageQueueBytes: values.IMAGE_QUEUE_MEMORY * 1e6,
    plans: plansOf(values),
  };
}
