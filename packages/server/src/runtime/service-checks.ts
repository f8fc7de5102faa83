import { createRequire } from "node:module";
import { connect } from "node:net";
import process from "node:process";
import { introspectionAuthenticator } from "@tools-api/adapters/auth/introspection";
import { ToolsError } from "@tools-api/core";
import type { Stores } from "@tools-api/core/accounts";
import { withTimeout } from "@tools-api/core/internal/time";
import { discoverProvider } from "../session/identity-provider.ts";
import type { ServerCheck } from "../session/server-checks.ts";
import type { Config } from "./config.ts";
import { errorText, rootCause } from "./stores/error-text.ts";
import { openPayments } from "./payments.ts";
import { type Collector, collectors } from "./telemetry.ts";

/** The time that a service has for each request of a check. */
export const waitMs = 5_000;

/** Runs a check of a service. `ask` returns what it found, or throws the reason for a fault. */
async function checkService(
  { check, advice }: { check: string; advice: string },
  ask: () => Promise<string>,
): Promise<ServerCheck> {
  try {
    return { check, level: "ok", message: await ask() };
  } catch (error) {
    return { check, level: "fault", message: errorText(error), advice };
  }
}

/** Throws the reason of a failed request, after the setting or the URL that it concerns. */
async function reaching<Result>(subject: string, request: () => Promise<Result>): Promise<Result> {
  try {
    const late = new Error(`no response within ${waitMs / 1000} s`);
    return await withTimeout(waitMs, request(), () => late);
  } catch (error) {
    // oxlint-disable-next-line preserve-caught-error -- the message has the cause
    throw new Error(`${subject}: ${rootCause(error)}`);
  }
}

/** Reads the JSON object at a URL. */
async function readObject(url: string): Promise<object> {
  const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(waitMs) });
  if (response.status !== 200) throw new Error(`expected status 200, received ${response.status}`);
  const text = await response.text();
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null) throw new Error("expected a JSON object");
  return value;
}

/** Returns the number of keys that an issuer publishes. */
async function countKeys(setting: string, url: string): Promise<number> {
  return reaching(`${setting}: ${url}`, async () => {
    const set = await readObject(url);
    if (!("keys" in set) || !Array.isArray(set.keys) || set.keys.length === 0)
      throw new Error("expected a JWK set with at least one key");
    return set.keys.length;
  });
}

/** Checks that the identity provider of the owners answers with its endpoints and its keys. */
export async function checkIdentityProvider({ identityProvider }: Config): Promise<ServerCheck[]> {
  if (!identityProvider) return [];
  const { issuer } = identityProvider;
  const advice = "Check OIDC_ISSUER. It is the exact issuer, without /.well-known/openid-configuration.";
  const found = await checkService({ check: "sign-in", advice }, async () => {
    const setting = `OIDC_ISSUER: ${issuer}`;
    const { authorization_endpoint, token_endpoint, jwks_uri } = await reaching(setting, () =>
      discoverProvider(identityProvider),
    );
    if (authorization_endpoint === undefined || token_endpoint === undefined || jwks_uri === undefined)
      throw new Error(
        `${setting}: expected authorization_endpoint, token_endpoint and jwks_uri in its metadata`,
      );
    const keys = await countKeys("OIDC_ISSUER", jwks_uri);
    return `The identity provider ${issuer} answers, with ${keys} keys.`;
  });
  return [found];
}

/** Checks that the issuers of accepted tokens publish their keys. */
export function checkTokenIssuers({ jwtIssuers }: Config): Promise<ServerCheck[]> {
  const advice =
    "Check jwks_uri, and that this server can reach it. Without the keys, tokens of the issuer get 503.";
  return Promise.all(
    jwtIssuers.flatMap(({ issuer, jwks_uri: url }) =>
      url === undefined
        ? []
        : checkService({ check: "tokens", advice }, async () => {
            const keys = await countKeys("JWT_ISSUERS", url);
            return `JWT_ISSUERS: ${issuer} publishes ${keys} keys.`;
          }),
    ),
  );
}

/** Checks that the introspection server accepts our credentials, with a random token. */
export async function checkIntrospection(
  { tokenIntrospection: server }: Config,
  { documents }: Stores,
): Promise<ServerCheck[]> {
  if (!server) return [];
  const advice =
    "Check introspection_endpoint, client_id and client_secret. Without the server, its tokens get 503.";
  const found = await checkService({ check: "tokens", advice }, async () => {
    let answer: unknown;
    const authenticator = introspectionAuthenticator({
      documents,
      // A server that calls every token active must not open an account.
      server: { ...server, provision: false },
      async fetch(url, init) {
        const response = await fetch(url, init);
        answer = await response
          .clone()
          .json()
          .catch(() => null);
        return response;
      },
    });
    await reaching(`TOKEN_INTROSPECTION: ${server.introspection_endpoint}`, async () => {
      await authenticator.authenticate(crypto.randomUUID()).catch((error: unknown) => {
        // Every other error is a refusal of the token.
        if (error instanceof ToolsError && error.code === "storage_unavailable") throw error;
      });
      // RFC 7662 §2.2: `active` is required.
      const isInactive =
        typeof answer === "object" && answer !== null && "active" in answer && answer.active === false;
      if (!isInactive) throw new Error('expected "active": false for an unknown token');
    });
    return `The introspection server ${server.introspection_endpoint} accepts the credentials.`;
  });
  return [found];
}

/** Checks that Stripe accepts the secret key. */
export async function checkPayments(config: Config): Promise<ServerCheck[]> {
  if (!config.stripe) return [];
  const advice = "Set the secret key of the account in the dashboard of Stripe. Payments fail with this one.";
  const found = await checkService({ check: "payments", advice }, async () => {
    const payments = await openPayments(config);
    await reaching("STRIPE_SECRET_KEY", async () => payments?.check(waitMs));
    return "Stripe accepts STRIPE_SECRET_KEY.";
  });
  return [found];
}

/** Resolves when a port accepts a connection. */
function connectTo({ hostname, port }: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    const host = hostname.replaceAll(/^\[|\]$/g, "");
    const socket = connect({ host, port: Number(port), timeout: waitMs }, () => {
      socket.destroy();
      resolve();
    });
    socket.once("error", reject);
    socket.once("timeout", () => socket.destroy(new Error(`no response within ${waitMs / 1000} s`)));
  });
}

/** Sends an empty export, which a collector accepts, or only connects if the protocol is gRPC. */
async function exportNothing({ url, protocol, headers }: Collector): Promise<void> {
  if (protocol === "grpc") return connectTo(new URL(url));
  const isJson = protocol === "http/json";
  const { status } = await fetch(url, {
    method: "POST",
    headers: { ...headers, "Content-Type": isJson ? "application/json" : "application/x-protobuf" },
    // No bytes are an empty message of protobuf.
    body: isJson ? "{}" : new Uint8Array(),
    redirect: "manual",
    signal: AbortSignal.timeout(waitMs),
  });
  if (status !== 200 && status !== 202 && status !== 204)
    throw new Error(`expected status 200, received ${status}`);
}

const require = createRequire(import.meta.url);

/** Checks that the collector accepts traces and metrics, and that the SDK is installed. */
export async function checkTelemetry({ telemetry }: Config): Promise<ServerCheck[]> {
  if (telemetry === "off") return [];
  const check = "telemetry";
  const sdk = "@opentelemetry/sdk-node";
  const installed = checkService({ check, advice: `Run: npm install ${sdk}` }, async () => {
    if (telemetry === "sdk") require.resolve(sdk);
    return "The SDK of OpenTelemetry is available.";
  });
  const asked = collectors(process.env).map((collector) => {
    const { setting, url, protocol } = collector;
    const advice = `Check ${setting}, OTEL_EXPORTER_OTLP_HEADERS, and that the collector accepts ${protocol}.`;
    return checkService({ check, advice }, async () => {
      await reaching(`${setting}: ${url}`, () => exportNothing(collector));
      return `The collector at ${url} ${protocol === "grpc" ? "accepts connections" : "answers"}.`;
    });
  });
  return Promise.all([installed, ...asked]);
}
