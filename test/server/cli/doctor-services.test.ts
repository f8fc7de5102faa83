import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../engines/free-port.ts";
import { startOtherServer, withJson } from "../../engines/issuers/key-server.ts";
import { startIdentityProvider } from "../../engines/issuers/oidc-provider.ts";
import { StripeStandIn } from "../../engines/stripe-stand-in.ts";
import { runCommandHere } from "../command.ts";

interface Found {
  check: string;
  level: string;
  message: string;
  advice?: string;
}

/** Runs the doctor, and returns its findings of some checks. */
async function examine(settings: Record<string, string>, ...checks: string[]): Promise<Found[]> {
  const environment = { DATABASE_URL: "memory:", ...settings };
  const { stdout } = await runCommandHere(["doctor", "--json"], environment);
  return (JSON.parse(stdout) as Found[]).filter(({ check }) => checks.includes(check));
}

const levels = (found: readonly Found[]) => found.map(({ level }) => level);

const client = { OIDC_CLIENT_ID: "tools-api", OIDC_CLIENT_SECRET: "hunter2" };
const stripeSecrets = { STRIPE_SECRET_KEY: "sk_test_hunter2", STRIPE_WEBHOOK_SECRET: "whsec_hunter2" };
const audience = "https://tools.example.com";

const introspection = (url: string) => ({
  TOKEN_INTROSPECTION: JSON.stringify({
    issuer: "https://login.example.com",
    audience,
    introspection_endpoint: url,
    client_id: "tools-api",
    client_secret: "hunter2",
    provision: true,
  }),
});
const issuers = (...urls: string[]) => ({
  JWT_ISSUERS: JSON.stringify(
    urls.map((url, index) => ({ issuer: `https://${index}.example.com`, audience, jwks_uri: url })),
  ),
});

describe("tools-api doctor", () => {
  it("faults every service that a setting names and nothing answers, with the setting and the next step", async () => {
    const dead = `http://127.0.0.1:${await freePort()}`;
    const environment = {
      DATABASE_URL: "memory:",
      ...client,
      OIDC_ISSUER: dead,
      ...issuers(`${dead}/jwks`),
      ...introspection(`${dead}/introspect`),
      ...stripeSecrets,
      STRIPE_API_URL: dead,
      SMTP_URL: dead.replace("http", "smtp"),
      MAIL_FROM: "no-reply@example.com",
      OTEL_EXPORTER_OTLP_ENDPOINT: dead,
    };
    const { stdout, code } = await runCommandHere(["doctor", "--json"], environment);
    expect(code).toBe(1);
    const faults = (JSON.parse(stdout) as Found[]).filter(({ level }) => level === "fault");
    const named = faults.map(({ check, message, advice = "" }) => [
      check,
      /[A-Z]+_[A-Z_]+/.exec(message)?.[0] ?? /[A-Z]+_[A-Z_]+/.exec(advice)?.[0],
    ]);
    expect(named).toEqual([
      ["sign-in", "OIDC_ISSUER"],
      ["tokens", "JWT_ISSUERS"],
      ["tokens", "TOKEN_INTROSPECTION"],
      ["payments", "STRIPE_SECRET_KEY"],
      ["mail", "SMTP_URL"],
      ["telemetry", "OTEL_EXPORTER_OTLP_ENDPOINT"],
      ["telemetry", "OTEL_EXPORTER_OTLP_ENDPOINT"],
    ]);
    expect(faults.every(({ advice }) => advice !== undefined)).toBe(true);
    expect(stdout).not.toContain("hunter2");
  });

  it("finds that a real identity provider answers, and faults an issuer that is not its own name", async () => {
    const provider = await startIdentityProvider();
    onTestFinished(() => provider.stop());
    expect(await examine({ ...client, OIDC_ISSUER: provider.issuer }, "sign-in")).toMatchObject([
      { level: "ok", message: expect.stringContaining(provider.issuer) },
    ]);
    const other = provider.issuer.replace("localhost", "127.0.0.1").replace(/\/?$/, "/other");
    expect(await examine({ ...client, OIDC_ISSUER: other }, "sign-in")).toMatchObject([
      { level: "fault", message: expect.stringContaining(`OIDC_ISSUER: ${other}`) },
    ]);
  });

  it("asks each issuer of tokens for its keys, and faults the one whose answer has none", async () => {
    const [good, empty] = [await startOtherServer(), await startOtherServer()];
    good.answer(withJson({ keys: [{ kty: "EC" }] }));
    empty.answer(withJson({ keys: [] }));
    const found = await examine(issuers(`${good.url}/jwks`, `${empty.url}/jwks`), "tokens");
    expect(levels(found)).toEqual(["ok", "fault"]);
    expect(found[1]?.message).toBe(
      `JWT_ISSUERS: ${empty.url}/jwks: expected a JWK set with at least one key`,
    );
  });

  it("asks the introspection server, and faults refused credentials and an answer for any token", async () => {
    const server = await startOtherServer();
    const settings = introspection(`${server.url}/introspect`);
    server.answer(withJson({ active: false }));
    expect(levels(await examine(settings, "tokens"))).toEqual(["ok"]);
    server.answer(withJson({ error: "invalid_client" }, 401));
    expect(await examine(settings, "tokens")).toMatchObject([
      { level: "fault", message: expect.stringContaining("expected status 200, received 401") },
    ]);
    server.answer(withJson({ active: true, sub: "ada", aud: audience, client_id: "batch" }));
    expect(levels(await examine(settings, "tokens"))).toEqual(["fault"]);
  });

  it("asks Stripe whether it accepts the key", async () => {
    const stripe = new StripeStandIn();
    await stripe.start();
    onTestFinished(() => stripe.stop());
    const settings = { ...stripeSecrets, STRIPE_API_URL: `http://127.0.0.1:${stripe.port}` };
    expect(levels(await examine(settings, "payments"))).toEqual(["ok"]);
    stripe.fails = 401;
    expect(await examine(settings, "payments")).toMatchObject([
      { level: "fault", message: expect.stringContaining("STRIPE_SECRET_KEY: ") },
    ]);
    expect(stripe.requests.every((request) => request.startsWith("GET "))).toBe(true);
  });

  it("sends an empty export to the collector of each signal, with the headers, and faults a wrong path", async () => {
    const received: string[] = [];
    const collector = createServer((request, response) => {
      const { "api-key": key, "content-length": length } = request.headers;
      received.push([request.url, key, length].join(" "));
      response.writeHead(request.url === "/v1/traces" ? 200 : 404).end();
    });
    collector.listen(0, "127.0.0.1");
    await once(collector, "listening");
    onTestFinished(() => {
      collector.closeAllConnections();
      collector.close();
    });
    // It listens on TCP.
    const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: "api-key=hunter%202" };
    const found = await examine(settings, "telemetry");
    expect(levels(found)).toEqual(["ok", "ok", "fault"]);
    expect(received.toSorted()).toEqual(["/v1/metrics hunter 2 0", "/v1/traces hunter 2 0"]);
    expect(found[2]?.message).toBe(
      `OTEL_EXPORTER_OTLP_ENDPOINT: ${url}/v1/metrics: expected status 200, received 404`,
    );
    expect(JSON.stringify(found)).not.toContain("hunter");
    const traces = { OTEL_TRACES_EXPORTER: "otlp", OTEL_METRICS_EXPORTER: "none" };
    const own = { ...traces, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/v1/traces` };
    expect(levels(await examine(own, "telemetry"))).toEqual(["ok", "ok"]);
    const grpc = { ...traces, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc", OTEL_EXPORTER_OTLP_ENDPOINT: url };
    expect(levels(await examine(grpc, "telemetry"))).toEqual(["ok", "ok"]);
    expect(await examine({ ...own, OTEL_SDK_DISABLED: "true" }, "telemetry")).toEqual([]);
  });

  it("ends although services accept connections and never answer", async () => {
    const silent = createTcpServer();
    silent.listen(0, "127.0.0.1");
    await once(silent, "listening");
    const sockets = new Set<{ destroy(): void }>();
    silent.on("connection", (socket) => sockets.add(socket));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    // It listens on TCP.
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const found = await examine(
      {
        ...client,
        OIDC_ISSUER: url,
        ...issuers(url),
        ...stripeSecrets,
        STRIPE_API_URL: url,
        SMTP_URL: url.replace("http", "smtp"),
        MAIL_FROM: "no-reply@example.com",
      },
      "sign-in",
      "tokens",
      "payments",
      "mail",
    );
    expect(levels(found)).toEqual(["fault", "fault", "fault", "fault"]);
  });

  it("states that keys have 190 random bits", async () => {
    const found = await examine({}, "secrets");
    expect(found.map(({ message }) => message).join()).toContain("Keys have 190 random bits");
  });
});
