import { statfs } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { connect as connectTls } from "node:tls";
import type { DocumentStore, UsageStore } from "@tools-api/core";
import { findUnreadableFile } from "@tools-api/core/files";
import { dayMs, withTimeout } from "@tools-api/core/internal/time";
import { isLoopback } from "../http/loopback.ts";
import type { ServerCheck } from "../session/server-checks.ts";
import { type Config, isReachable } from "./config.ts";
import { errorText } from "./stores/error-text.ts";
import { mailTransport } from "./mailer.ts";
import { planWarnings } from "./plan-warnings.ts";
import { acceptSecrets, compareSecrets } from "./secret-fingerprints.ts";
import {
  checkIdentityProvider,
  checkIntrospection,
  checkPayments,
  checkTelemetry,
  checkTokenIssuers,
  waitMs,
} from "./service-checks.ts";
import { openFiles } from "./stores/open-blobs.ts";
import { type OpenStores, openStores } from "./stores/open-stores.ts";
import { parseRedisUrl } from "./stores/redis-url.ts";

/** The open stores, and the warnings about their settings. */
type CheckedStores = Omit<OpenStores, "close">;

type StoreCheck = (config: Config, stores: CheckedStores) => Promise<ServerCheck[]>;

/** A check that runs also while the stores cannot be opened: then they are `null`. */
type Check = (config: Config, stores: CheckedStores | null) => Promise<ServerCheck[]>;

/** Returns a check that finds nothing without the stores. */
function withStores(check: StoreCheck): Check {
  return async (config, stores) => (stores ? check(config, stores) : []);
}

/** Above this, tokens and windows of different hosts disagree. */
const maxSkewMs = 1_000;
const lowDiskBytes = 1e9;
const fullDiskBytes = 100e6;
/** An answer of a store that takes longer slows every call. */
const slowStoreMs = 50;
const minCharacters = 10;
const certificateDays = 14;
/** The time for all requests of a check. */
const maxCheckMs = 15_000;

async function pingStore(name: string, store: DocumentStore | UsageStore): Promise<ServerCheck> {
  const started = performance.now();
  try {
    await store.ping();
  } catch (error) {
    return {
      check: "stores",
      level: "fault",
      message: `${name} does not accept a write: ${errorText(error)}`,
      advice: "Check the disk, the permissions and the engine.",
    };
  }
  const ms = Math.round(performance.now() - started);
  const isSlow = ms > slowStoreMs;
  return {
    check: "stores",
    level: isSlow ? "warning" : "ok",
    message: `${name} accepted a write in ${ms} ms.`,
    ...(isSlow && { advice: "Run the engine close to the server, on a fast disk." }),
  };
}

const checkStores: StoreCheck = async ({ databaseUrl, usageUrl }, { documents, usage, warnings }) => [
  await pingStore("DATABASE_URL", documents),
  ...(usageUrl === databaseUrl ? [] : [await pingStore("USAGE_URL", usage)]),
  ...(databaseUrl === "memory:"
    ? [
        {
          check: "stores",
          level: "warning",
          message: "DATABASE_URL: accounts, keys and counts are lost when the process ends.",
          advice: "Set sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE.",
        } as const,
      ]
    : []),
  ...warnings.map((message) => ({ check: "stores", level: "warning", message }) as const),
];

/** Returns the time of an engine in epoch milliseconds; `null` for an engine on this host. */
async function engineTime(url: string): Promise<number | null> {
  if (/^postgres(?:ql)?:/.test(url)) {
    const { Client } = await import("pg");
    const client = new Client({ connectionString: url, connectionTimeoutMillis: waitMs });
    await client.connect();
    try {
      const { rows } = await client.query<{ ms: string }>(
        "SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms",
      );
      return Number(rows[0]?.ms);
    } finally {
      await client.end();
    }
  }
  const address = parseRedisUrl(url);
  const [node] = address?.nodes ?? [];
  if (!address || !node || address.cluster) return null;
  const { Redis } = await import("ioredis");
  const { username, password, tls } = address;
  const client = new Redis({
    ...node,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(tls && { tls: {} }),
    connectTimeout: waitMs,
    maxRetriesPerRequest: 1,
    lazyConnect: true,
  });
  try {
    const [seconds = 0, micros = 0] = (await client.time()).map(Number);
    return seconds * 1000 + micros / 1000;
  } finally {
    client.disconnect();
  }
}

const checkClocks: StoreCheck = async ({ databaseUrl, usageUrl }) => {
  const findings: ServerCheck[] = [];
  for (const [name, url] of Object.entries({ DATABASE_URL: databaseUrl, USAGE_URL: usageUrl })) {
    if (name === "USAGE_URL" && url === databaseUrl) continue;
    const before = Date.now();
    const time = await engineTime(url).catch(() => null);
    if (time === null || Number.isNaN(time)) continue;
    // The engine read its clock between the request and the response.
    const skew = Math.round(Math.max(0, before - time, time - Date.now()));
    findings.push({
      check: "clock",
      level: skew > maxSkewMs ? "warning" : "ok",
      message: `The clocks of this host and of ${name} differ by ${skew < 1 ? "less than a millisecond" : `${skew} ms`}.`,
      ...(skew > maxSkewMs && { advice: "Synchronize the clocks of all hosts, for instance with chrony." }),
    });
  }
  return findings;
};

const checkDisk: Check = async ({ databaseUrl }) => {
  if (!databaseUrl.startsWith("sqlite:")) return [];
  const folder = dirname(resolve(databaseUrl.slice("sqlite:".length)));
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const message = `${folder} has ${(free / 1e9).toFixed(1)} GB free.`;
  if (free >= lowDiskBytes) return [{ check: "disk", level: "ok", message }];
  const advice = "Free space, or move the file. On a full disk every call fails.";
  return [{ check: "disk", level: free < fullDiskBytes ? "fault" : "warning", message, advice }];
};

/** Compares the secrets with those under which the store was written. */
const checkFingerprints: StoreCheck = async (config, { documents }) => {
  const changed = await compareSecrets(documents, config);
  if (changed === null)
    return [
      {
        check: "secrets",
        level: "ok",
        message: "The next start of a server saves fingerprints of the secrets.",
      },
    ];
  if (changed.length === 0)
    return [
      { check: "secrets", level: "ok", message: "The secrets are those under which the store was written." },
    ];
  return changed.map((found) => ({ check: "secrets", level: "fault", ...found }));
};

const checkSettings: Check = async ({ warnings }) =>
  warnings.map((warning) => ({ level: "warning", ...warning }));

const checkSecrets: Check = async ({ sessionSecret, keyPeppers }) => {
  const named: [string, string | undefined][] = [
    ["SESSION_SECRET", sessionSecret],
    ...keyPeppers.map((pepper): [string, string] => ["KEY_PEPPER", pepper]),
  ];
  const findings = named.flatMap(([name, secret]): ServerCheck[] => {
    if (secret === undefined) return [];
    const isWeak = new Set(secret).size < minCharacters;
    return [
      {
        check: "secrets",
        level: isWeak ? "warning" : "ok",
        message: `${name} has ${secret.length} characters, ${new Set(secret).size} of them different.`,
        ...(isWeak && { advice: "Set the output of: openssl rand -base64 32" }),
      },
    ];
  });
  if (keyPeppers.length === 0)
    findings.push({
      check: "secrets",
      level: "ok",
      message:
        "KEY_PEPPER is not set. Keys have 190 random bits, so a copy of the store does not reveal them.",
    });
  return findings;
};

/** Returns the days for which the certificate of a host is valid. */
function certificateLife(hostname: string, port: number): Promise<number> {
  return new Promise((fulfill, reject) => {
    const socket = connectTls({ host: hostname, port, servername: hostname, timeout: waitMs }, () => {
      const { valid_to: end } = socket.getPeerCertificate();
      socket.end();
      fulfill((Date.parse(end) - Date.now()) / dayMs);
    });
    socket.once("timeout", () => socket.destroy(new Error(`no response within ${waitMs / 1000} s`)));
    socket.once("error", reject);
  });
}

async function checkCertificate({ hostname, port }: URL): Promise<ServerCheck> {
  const host = hostname.replaceAll(/^\[|\]$/g, "");
  const days = await certificateLife(host, port === "" ? 443 : Number(port));
  const isShort = days < certificateDays;
  return {
    check: "public url",
    level: isShort ? "warning" : "ok",
    message: `The certificate of ${hostname} is valid for ${Math.floor(days)} days.`,
    ...(isShort && { advice: "Renew it." }),
  };
}

const checkPublicUrl: Check = async ({ publicUrl, host, trustProxy, allowedHosts }) => {
  if (publicUrl === undefined)
    return isLoopback(host)
      ? [{ check: "public url", level: "ok", message: "The server can be reached from this machine only." }]
      : [
          {
            check: "public url",
            level: "warning",
            message: "PUBLIC_URL is not set, and other machines can reach the server.",
            advice: "Set it to the URL that callers use. Links in mail and OAuth need it.",
          },
        ];
  const url = new URL(publicUrl);
  const findings: ServerCheck[] = [];
  if (url.protocol === "http:" && !isLoopback(url.hostname))
    findings.push({
      check: "public url",
      level: "warning",
      message: "PUBLIC_URL is not https: keys and passwords travel as plain text.",
      advice: "Put a proxy with TLS in front of the server, such as Caddy.",
    });
  if (isLoopback(url.hostname) && !isLoopback(host) && allowedHosts.length === 0)
    findings.push({
      check: "public url",
      level: "warning",
      message:
        "Other machines can reach the server, but agents on them are refused at /mcp: PUBLIC_URL is this machine.",
      advice: "Set ALLOWED_HOSTS to the names that they use, such as tools-api or host.docker.internal.",
    });
  if (url.protocol === "https:" && trustProxy === 0)
    findings.push({
      check: "public url",
      level: "warning",
      message: "PUBLIC_URL is https, so a proxy is in front of the server, but TRUST_PROXY is 0.",
      advice:
        "Set TRUST_PROXY to the number of proxies. Otherwise all clients share the limits of one address.",
    });
  try {
    const response = await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(waitMs) });
    const isOurs = response.ok && (await response.text()).includes('"ok"');
    findings.push({
      check: "public url",
      level: isOurs ? "ok" : "warning",
      message: `${publicUrl}/healthz answered with ${response.status}${isOurs ? "" : ", not as this server does"}.`,
      ...(!isOurs && { advice: "Check the path that the proxy forwards." }),
    });
    if (url.protocol === "https:") findings.push(await checkCertificate(url));
  } catch (error) {
    findings.push({
      check: "public url",
      level: "warning",
      message: `${publicUrl}/healthz did not answer: ${errorText(error)}`,
      advice: "Start the server, and check the proxy, DNS and the firewall.",
    });
  }
  return findings;
};

const checkSignUp: Check = async ({ signUp: { mode }, signUpReason, host, publicUrl, smtp }) => {
  const isPublic = isReachable(host, publicUrl);
  const isOpen = mode === "open" && isPublic;
  return [
    {
      check: "sign-up",
      level: isOpen ? "warning" : "ok",
      message: `Sign-up is ${mode} (${signUpReason}).`,
      ...(isOpen && {
        advice: "Everyone can create an account. Set SIGN_UP=invite if that is not intended.",
      }),
    },
    ...(mode === "invite" && isPublic && !smtp
      ? [
          {
            check: "sign-up",
            level: "warning",
            message: "Invitations need mail, and SMTP_URL is not set.",
            advice: "Set SMTP_URL and MAIL_FROM, or pass the links of invitations on yourself.",
          } as const,
        ]
      : []),
  ];
};

const checkMail: Check = async ({ smtp }) => {
  if (!smtp)
    return [{ check: "mail", level: "ok", message: "SMTP_URL is not set. The server sends no mail." }];
  const transport = await mailTransport(smtp.url);
  try {
    const late = new Error(`no response within ${waitMs / 1000} s`);
    await withTimeout(waitMs, transport.verify(), () => late);
    return [
      {
        check: "mail",
        level: "ok",
        message: `The mail server accepts the connection. Mail is from ${smtp.from}.`,
      },
    ];
  } catch (error) {
    return [
      {
        check: "mail",
        level: "fault",
        message: `The mail server refuses the connection: ${errorText(error)}`,
        advice: "Check SMTP_URL: host, port, user and password.",
      },
    ];
  } finally {
    transport.close();
  }
};

const require = createRequire(import.meta.url);

const checkCodecs: Check = async () => {
  const { default: sharp } = await import("sharp");
  const findings: ServerCheck[] = [
    {
      check: "codecs",
      level: "ok",
      message: `sharp ${sharp.versions.sharp ?? ""} with libvips ${sharp.versions.vips}.`,
    },
  ];
  for (const name of ["@imagemagick/magick-wasm", "@hyzyla/pdfium"])
    try {
      require.resolve(name);
      findings.push({ check: "codecs", level: "ok", message: `${name} is installed.` });
    } catch {
      findings.push({
        check: "codecs",
        level: "fault",
        message: `${name} is not installed.`,
        advice: `Run: npm install ${name}`,
      });
    }
  return findings;
};

const checkPlans: StoreCheck = async ({ plans }, { documents }) => {
  const warnings = await planWarnings(documents, plans);
  if (warnings.length === 0)
    return [{ check: "plans", level: "ok", message: `The plans are ${Object.keys(plans).join(", ")}.` }];
  return warnings.map((message) => ({ check: "plans", level: "warning", message }));
};

const checkFiles: StoreCheck = async ({ files: settings, databaseUrl }, { documents }) => {
  if (!settings.isOn) return [{ check: "files", level: "ok", message: "FILES is off." }];
  const opened = await openFiles(settings, databaseUrl, documents);
  if (!opened)
    return [
      {
        check: "files",
        level: "warning",
        message:
          "Files are off, because BLOBS_URL does not say where all servers of the store can keep them.",
        advice: "Set BLOBS_URL to a folder or a bucket that all servers reach, or FILES=off.",
      },
    ];
  try {
    const error = await findUnreadableFile(opened.files, opened.files.clock.now());
    return error
      ? [
          {
            check: "files",
            level: "fault",
            message: `A stored file cannot be read: ${errorText(error)}`,
            advice: "Set the BLOBS_URL and the CONTENT_KEYS under which it was stored.",
          },
        ]
      : [{ check: "files", level: "ok", message: "The stored files can be read." }];
  } finally {
    await opened.close();
  }
};

/** They run before all others, whose work would add to the time of a write. */
const firstChecks = { stores: checkStores, clock: checkClocks };

const otherChecks = {
  settings: checkSettings,
  disk: checkDisk,
  secrets: checkSecrets,
  fingerprints: withStores(checkFingerprints),
  "public url": checkPublicUrl,
  "sign-up": checkSignUp,
  "sign-in": checkIdentityProvider,
  tokens: checkTokenIssuers,
  introspection: withStores(checkIntrospection),
  payments: checkPayments,
  mail: checkMail,
  telemetry: checkTelemetry,
  codecs: checkCodecs,
  plans: withStores(checkPlans),
  files: withStores(checkFiles),
};

async function run(check: string, examineOne: () => Promise<ServerCheck[]>): Promise<ServerCheck[]> {
  const late = new Error(`no result within ${maxCheckMs / 1000} s`);
  return withTimeout(maxCheckMs, examineOne(), () => late).catch((error: unknown) => [
    { check, level: "fault", message: `The check failed: ${errorText(error)}`, advice: "Run it again." },
  ]);
}

async function runOthers(config: Config, stores: CheckedStores | null): Promise<ServerCheck[]> {
  const others = Object.entries<Check>(otherChecks).map(([check, examineOne]) =>
    run(check, () => examineOne(config, stores)),
  );
  return (await Promise.all(others)).flat();
}

/** Checks a server's settings and what they refer to, with the open stores. Changes nothing. */
export async function examineOpen(config: Config, stores: CheckedStores): Promise<ServerCheck[]> {
  const findings: ServerCheck[] = [];
  for (const [check, examineOne] of Object.entries<StoreCheck>(firstChecks))
    findings.push(...(await run(check, () => examineOne(config, stores))));
  return [...findings, ...(await runOthers(config, stores))];
}

/**
 * Opens the stores of the settings for {@link examineOpen}. If they cannot be opened, checks everything else.
 *
 * @param options.acceptSecrets Whether the store first accepts the secrets of the settings. Default: false.
 */
export async function examine(
  config: Config,
  { acceptSecrets: isAccepting = false }: { acceptSecrets?: boolean } = {},
): Promise<ServerCheck[]> {
  let stores: OpenStores;
  try {
    stores = await openStores(config);
  } catch (error) {
    const advice = "Check the URL, and that the engine runs and accepts the user.";
    const others = await runOthers(config, null);
    return [{ check: "stores", level: "fault", message: errorText(error), advice }, ...others];
  }
  try {
    if (isAccepting) await acceptSecrets(stores.documents, config);
    return await examineOpen(config, stores);
  } finally {
    await stores.close();
  }
}
