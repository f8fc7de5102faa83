import {
  accessTokenAuthenticator,
  jwtAccessTokens,
  rotateSigningKeys,
} from "@tools-api/adapters/auth/access-token";
import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { introspectionAuthenticator } from "@tools-api/adapters/auth/introspection";
import { jwtAuthenticator } from "@tools-api/adapters/auth/jwt";
import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
import { type Authenticator, firstAuthenticator, systemClock } from "@tools-api/core";
import { apiKeyDigests, sessionSecret, type Stores } from "@tools-api/core/accounts";
import { withTimeout } from "@tools-api/core/internal/time";
import type { Deliver } from "@tools-api/core/outbox";
import { requestRecorder } from "@tools-api/core/request-log";
import type { Tool } from "@tools-api/core/tools";
import { eventChannel, webhookDispatcher } from "@tools-api/core/webhooks";
import type { Context, Hono } from "hono";
import { accountBilling } from "../apps/account-services.ts";
import { buildApi } from "../apps/create-api.ts";
import type * as siteModule from "../apps/site.ts";
import { allowanceReports } from "../mail/allowance-reports.ts";
import { auditLog, auditLogChannel } from "../mail/audit-log.ts";
import { changeReports } from "../mail/change-reports.ts";
import type { MailChannelOptions } from "../mail/mail-channel.ts";
import { webhookQueue } from "../account/webhooks/webhook-queue.ts";
import { startBillingSweeper } from "./billing-sweeper.ts";
import { clientAddressBehind } from "./client-address.ts";
import { type Config, requireKnownScopes } from "./config.ts";
import { configuredTools, loadingModels } from "./configured-tools.ts";
import type { ApiEnv, Services } from "../http/context.ts";
import { type FailedAttempts, failedAttempts } from "../http/failed-attempts.ts";
import type { RequestRecord } from "../http/request-log.ts";
import { type Metrics, watched } from "../http/metrics.ts";
import { onFirstUse } from "../http/first-use.ts";
import { recordRequests } from "../http/record-requests.ts";
import { createMcp } from "../mcp/create-mcp.ts";
import { isLoopback } from "../http/loopback.ts";
import { scopeCatalog } from "../http/scope-catalog.ts";
import { basePath } from "../session/page-owner.ts";
import { sessionTokenAuthenticator } from "../session/session-token-authenticator.ts";
import { configuredMailer } from "./mailer.ts";
import { openPayments, type Payments, stripeWebhookPath } from "./payments.ts";
import { startFileSweeper } from "./file-sweeper.ts";
import { startOutboxWorker } from "./outbox-worker.ts";
import { ownPrefix } from "./own-prefix.ts";
import { markRunning } from "./running-servers.ts";
import { serverLog } from "./server-log.ts";
import { type ServerTelemetry, startTelemetry } from "./telemetry.ts";
import { openFiles, type OpenFiles } from "./stores/open-blobs.ts";
import { type OpenStores, openStores } from "./stores/open-stores.ts";
import { serverLoad } from "../session/server-load.ts";
import { toolProcesses } from "./tool-processes.ts";

/** Milliseconds that the last writes and exports of a stopping server have. */
const endingMs = 2_000;

/** The parts of a server that exist before it listens. */
interface OpenParts {
  tools: readonly Tool[];
  payments: Payments | undefined;
  telemetry: ServerTelemetry;
  stores: OpenStores;
  /** `null`: the server stores no files. */
  files: OpenFiles | null;
  metrics: Metrics | undefined;
  /** The module of the site. Absent if it is loaded with its first request. */
  site: typeof siteModule | undefined;
}

/**
 * Loads the tools and opens the stores of a server.
 *
 * @throws ToolsError `invalid_parameter` for a setting, a tool or a store that the server cannot use.
 */
export async function openParts(config: Config): Promise<OpenParts> {
  const tools = loadingModels(await configuredTools(config));
  requireKnownScopes(config, scopeCatalog(tools));
  const payments = await openPayments(config);
  const telemetry = await startTelemetry(config.telemetry);
  const stores = await openStores(config);
  const files = await openFiles(config.files, config.databaseUrl, stores.documents);
  // The prefix of a public URL with a path depends on all routes.
  const site = basePath(config.publicUrl ?? "") === "" ? undefined : await import("../apps/site.ts");
  return { tools, payments, telemetry, stores, files, metrics: await openMetrics(config), site };
}

/** Returns the metrics for `/metrics`, or `undefined` if the settings disable them. */
async function openMetrics({ metrics, processes }: Config): Promise<Metrics | undefined> {
  if (!metrics) return undefined;
  if (processes > 1) return (await import("./cluster-metrics.ts")).clusterMetrics();
  // Loading the module takes 50 ms, and commands do not need it.
  const { prometheusMetrics } = await import("./prometheus.ts");
  return prometheusMetrics();
}

/** The values of the listener. */
interface Listening {
  /** The URL that the server listens on. */
  url: string;
  /** Returns the address of the peer of the connection. */
  peerAddress: (context: Context) => string;
}

/** The server's complete API, and the values that its runtime needs. */
export interface Composition {
  api: Hono<ApiEnv>;
  /** The path of the public URL that a proxy may leave in requests, as `ownPrefix` returns it. */
  prefix: string;
  /** The services with which calls are answered. */
  services: Services;
  attempts: FailedAttempts;
  publicUrl: string;
  /**
   * Ends the child processes, the billing sweeper and the delivery of mail and webhooks. Writes the request log, reports of
   * allowances and telemetry. All this needs the stores: the caller closes them afterwards.
   */
  close(): Promise<void>;
}

/**
 * Returns the authenticators for tokens of other issuers. Introspection is the last in the chain, because it accepts
 * every token that no other authenticator recognizes.
 */
function foreignAuthenticators(
  { jwtIssuers: issuers, tokenIntrospection: server, signUp }: Config,
  { documents }: Stores,
): Authenticator[] {
  return [
    ...(issuers.length > 0 ? [jwtAuthenticator({ documents, issuers, signUp })] : []),
    ...(server ? [introspectionAuthenticator({ documents, server, signUp })] : []),
  ];
}

/** Creates a new access token key ahead of schedule; see `rotateSigningKeys`. */
export function rotateAccessTokenKeys(
  config: Config,
  { documents }: Stores,
  options: { atOnce: boolean },
): ReturnType<typeof rotateSigningKeys> {
  const secret = () => sessionSecret(documents, config.sessionSecret);
  return rotateSigningKeys({ documents, secret }, options);
}

/** Returns the channel of the outbox that sends mails. The first mail loads it. */
function mailDelivery(options: MailChannelOptions): Deliver {
  const channel = onFirstUse(async () => (await import("../mail/mail-channel.ts")).mailChannel(options));
  return async (...delivery) => (await channel())(...delivery);
}

/** Assembles the server from its settings and stores. */
export function compose(
  config: Config,
  { stores, files, metrics, telemetry, tools, payments, site: loadedSite }: OpenParts,
  { url, peerAddress }: Listening,
): Composition {
  const publicUrl = config.publicUrl ?? url;
  const { selfRegistration, refreshOverlapMs, fetchUrls, allowedHosts } = config;
  const { documents } = stores;
  const attempts = failedAttempts(config.authFailuresPerMinute, systemClock, stores);
  const executor = toolProcesses({ priority: config.toolNiceness });
  const log = serverLog(config);
  const load = serverLoad();
  const logRequest = (record: RequestRecord) => {
    load.count(record);
    log.request(record);
  };
  const digests = apiKeyDigests(config.keyPeppers);
  const secret = () => sessionSecret(documents, config.sessionSecret);
  const accessTokens = jwtAccessTokens({ documents, issuer: publicUrl, secret });
  const { requestLogMs } = config;
  const requests =
    requestLogMs > 0
      ? requestRecorder({ documents, retentionMs: requestLogMs, onFailure: log.requestLogFailure })
      : undefined;
  if (requests) metrics?.watchRequestLog(requests);
  const shared = {
    ...stores,
    tools,
    authenticator: firstAuthenticator(
      apiKeyAuthenticator({ documents, digests }),
      accessTokenAuthenticator({ documents, accessTokens }),
      sessionTokenAuthenticator({ documents, publicUrl, secret }),
      ...foreignAuthenticators(config, stores),
    ),
    plans: config.plans,
    publicUrl,
    brand: config.brand,
    files: files?.files,
    attempts,
    log: requests ? recordRequests(requests, logRequest) : logRequest,
    clientAddress: clientAddressBehind(config.trustProxy, peerAddress),
  };
  const mail = configuredMailer(config);
  const mailFailure = (error: unknown) => log.deliveryFailure({ message: null, error, isFinal: false });
  const reports = allowanceReports({
    documents,
    sendsMail: mail !== undefined,
    sendsWebhooks: config.webhooks,
    onFailure: mailFailure,
  });
  const built = buildApi({
    ...shared,
    served: ["management", "oauth", ...(config.selfRegistration ? (["registration"] as const) : [])],
    corsOrigins: config.corsOrigins,
    executor,
    fetchUrls,
    onLostRefunds: log.lostRefunds,
    onAllowanceReached: reports,
    metrics,
    telemetry: telemetry.isOn,
  });
  const { app: api, services, queues } = built;
  load.watchQueues(queues);
  api.route("/", createMcp({ api, allowedHosts, ...(isLoopback(config.host) && { isLocal: true }) }));
  const provider = payments?.provider(documents);
  const withAccounts = {
    ...shared,
    ...watched(shared, metrics),
    digests,
    passwords: scryptHasher(),
    load,
    // Most processes never show the overview.
    checks: async () => (await import("./doctor.ts")).examineOpen(config, stores),
    sessionSecret: config.sessionSecret,
    auditRetentionMs: config.auditRetentionMs,
    logsAudit: config.logsAudit,
    requestLogMs,
    signUp: config.signUp,
    identityProvider: config.identityProvider,
    mail,
    payments: provider,
    billingTerms: config.billingTerms,
    webhooks: config.webhooks ? { fetchUrls } : undefined,
  };
  const billing = accountBilling(withAccounts);
  if (payments) {
    const webhook = payments.webhook(billing);
    // Mounted before the pages, whose checks concern browsers.
    api.post(stripeWebhookPath, (c) => webhook(c.req.raw));
  }
  const withOAuth = { ...withAccounts, accessTokens, selfRegistration, refreshOverlapMs, fetchUrls };
  const existing = loadedSite?.createSite(withOAuth, built);
  // The site is 200 modules. A process that answers only calls of the API starts without them, and keeps their memory.
  const site = onFirstUse(
    async () => existing ?? (await import("../apps/site.ts")).createSite(withOAuth, built),
  );
  // Mounted after the API, so API calls skip the middleware of the pages.
  api.all("*", async (c) => (await site()).fetch(c.req.raw, c.env));
  const running = markRunning(documents, publicUrl);
  const fileSweeper = files && startFileSweeper(files.files, log.fileFailure);
  const sweeper = startBillingSweeper(billing, systemClock.now, log.billingFailure);
  const report = changeReports({
    mail: mail !== undefined,
    webhooks: config.webhooks,
    log: config.logsAudit,
  });
  const outbox = startOutboxWorker({
    documents,
    channels: {
      ...(mail && {
        mail: mailDelivery({ documents, mailer: mail.mailer, publicUrl, secret, brand: config.brand }),
      }),
      ...(config.logsAudit && { [auditLogChannel]: auditLog(log.audit) }),
      ...(config.webhooks && { [eventChannel]: webhookDispatcher({ documents }) }),
    },
    queues: config.webhooks ? [webhookQueue({ documents, secret, fetchUrls, report })] : [],
    onFailure: log.deliveryFailure,
  });
  return {
    api,
    prefix: ownPrefix(publicUrl, [...api.routes, ...(existing?.routes ?? [])]),
    services,
    attempts,
    publicUrl,
    async close() {
      const writers = [
        sweeper.stop(),
        fileSweeper?.stop(),
        outbox.stop(),
        running.stop(),
        requests?.flush(),
        reports.flush(),
        telemetry.close(),
      ];
      // A store or a collector that does not respond does not delay the end.
      await withTimeout(
        endingMs,
        Promise.all([executor.close(), ...writers]),
        () => new Error("No response in time."),
      ).catch(() => {});
      await files?.close();
      log.flush();
    },
  };
}
