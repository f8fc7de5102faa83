import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { format, promisify } from "node:util";
import { stripePayments } from "@tools-api/adapters/payments/stripe";
import { openSqlite, sqliteDocuments, sqliteUsage } from "@tools-api/adapters/storage/sqlite";
import { defaultPlans } from "@tools-api/core";
import { createAccount, createApiKey } from "@tools-api/core/accounts";
import { changePlan } from "@tools-api/core/billing";
import sharp from "sharp";
import { describe, expect, it, vi } from "vitest";
import { keepErrors } from "./child-errors.ts";
import { agree, openBrowser, signUp } from "./engines/cookie-browser.ts";
import { StripeStandIn } from "./engines/stripe-stand-in.ts";
import { startIdentityProvider } from "./engines/issuers/oidc-provider.ts";
import { startServerHere, temporaryFolder } from "./server/server-process.ts";
import { canStartPostgres, startPostgres } from "./engines/postgres.ts";
import { canStartRedis, startRedis, until } from "./engines/redis.ts";

const run = promisify(execFile);
const examples = dirname(createRequire(import.meta.url).resolve("@tools-api/examples/package.json"));
const tsx = createRequire(join(examples, "package.json")).resolve("tsx");

/** Runs an example in this process, which loads the packages once, until it has printed some lines. Returns them. */
async function printedBy(
  stream: "log" | "error",
  run: () => Promise<unknown>,
  { count, words }: { count: number; words: string[] },
): Promise<string[]> {
  const lines: string[] = [];
  const print = vi.spyOn(console, stream).mockImplementation((...values: unknown[]) => {
    lines.push(format(...values));
  });
  const { argv } = process;
  process.argv = [...argv.slice(0, 1), "example", ...words];
  try {
    await run();
    await until(() => lines.length >= count);
  } finally {
    process.argv = argv;
    print.mockRestore();
  }
  return lines;
}

/** Returns the first lines of an example. */
function linesOf(name: string, count: number, ...words: string[]): Promise<string[]> {
  return printedBy("log", () => import(join(examples, name)), { count, words });
}

async function picture(folder: string): Promise<string> {
  const path = join(folder, "picture.png");
  await sharp({ create: { width: 64, height: 48, channels: 3, background: "olive" } }).toFile(path);
  return path;
}

function startStripeServer(path: string, { port, secret }: StripeStandIn) {
  const environment = {
    STRIPE_API_URL: `http://127.0.0.1:${port}`,
    STRIPE_SECRET_KEY: "sk_test",
    STRIPE_WEBHOOK_SECRET: secret,
    PORT: "0",
    PUBLIC_URL: "https://tools.example",
  };
  return keepErrors(
    spawn(process.execPath, ["--import", tsx, join(examples, "stripe-server.ts"), path], {
      cwd: examples,
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
}

describe("the examples", () => {
  it("analyze a text in a program", async () => {
    const [sentiment] = await linesOf("analyze-text.ts", 4);
    expect(sentiment).toMatch(/^positive /);
  });

  it("convert an image in a program", async () => {
    const folder = temporaryFolder();
    const output = join(folder.path, "out.webp");
    await linesOf("convert-image.ts", 1, await picture(folder.path), output);
    expect(await sharp(readFileSync(output)).metadata()).toMatchObject({ format: "webp", width: 64 });
    folder.remove();
  });

  it("analyze the lines of a file with eight calls in flight, and print them in order", async () => {
    const folder = temporaryFolder();
    const server = await startServerHere({ DATABASE_URL: "memory:" });
    vi.stubEnv("TOOLS_API_URL", server.url).stubEnv("TOOLS_API_KEY", server.key);
    const lines = Array.from(
      { length: 20 },
      (_, index) => `Room ${index} was ${index % 2 ? "dirty" : "lovely"}.`,
    );
    const path = join(folder.path, "reviews.txt");
    writeFileSync(path, lines.join("\n"));
    const printed = await linesOf("many-texts.ts", lines.length, path);
    vi.unstubAllEnvs();
    expect(printed).toEqual(lines.map((line, index) => `${index % 2 ? "negative" : "positive"} ${line}`));
    await server.stop();
    folder.remove();
  });

  it("mount the router in a Hono app by route and by mount", async () => {
    expect(await linesOf("mount-in-hono.ts", 2)).toEqual([
      "/ ada@example.com 999",
      "/tools ada@example.com 998",
    ]);
  });

  it("serve the tools of a Hono app to agents under a prefix", async () => {
    const [names, called] = await linesOf("mcp-in-hono.ts", 2);
    expect(names).toBe("text-analyzer, qr-code, usage, profile");
    expect(called).toMatch(/^\[ 'svg' \] \{ limit: 1000, remaining: 999, reset: \d+ \}$/);
  });

  it("sign an agent in that knows only the URL of a server, call a tool and show the quota", async () => {
    const server = await startServerHere({ DATABASE_URL: "memory:" });
    const browser = openBrowser(server.url);
    await signUp(browser, "ada@example.com");
    const agent = keepErrors(
      spawn(process.execPath, ["--import", tsx, join(examples, "agent.ts"), `${server.url}/mcp`], {
        cwd: examples,
        stdio: ["ignore", "pipe", "pipe"],
      }),
    );
    const exited = once(agent, "exit");
    const lines = createInterface({ input: agent.stdout })[Symbol.asyncIterator]();
    const { value: asked } = await lines.next();
    const page = new URL(/https?:\S+/.exec(asked)?.[0] ?? "");
    const landed = await agree(browser, page);
    // A page of another site cannot finish the sign-in.
    expect((await fetch(`${landed.origin}/callback?code=other&state=other`)).status).toBe(404);
    expect((await fetch(landed)).status).toBe(200);
    const printed: string[] = [];
    for await (const line of lines) printed.push(line);
    expect(await exited).toEqual([0, null]);
    expect(printed[0]).toMatch(/^Tools: text-analyzer, image-converter, .*usage, profile$/);
    expect(printed.join(" ")).toContain("label: 'positive'");
    expect(printed.at(-1)).toMatch(/^Quota: \{ limit: 1000, remaining: 999, reset: \d+ \}$/);
    await server.stop();
  });

  it("mount the dashboard next to the API under a prefix, and its pages call the API with the user's session", async () => {
    expect(await linesOf("dashboard-in-hono.ts", 3)).toEqual([
      "sign-up 303 /tools/",
      "playground 200 text/html; charset=utf-8",
      expect.stringMatching(/^call 200 "daily";r=999;t=\d+$/),
    ]);
  });

  it("accept callers that a gateway names in a signed header, in addition to API keys", async () => {
    expect(await linesOf("custom-authenticator.ts", 3)).toEqual([
      'through the gateway 200 "daily";q=10000;w=86400',
      'with another signature 401 "unauthenticated";q=20;w=60',
      'with an API key 200 "daily";q=10000;w=86400',
    ]);
  });

  it("accept the tokens of an identity provider's users", async () => {
    const provider = await startIdentityProvider();
    const audience = "https://tools.example.com/";
    const [good, other] = await Promise.all([
      provider.token(audience, "profile:read"),
      provider.token("https://other.example.com/"),
    ]);
    const [first, second] = await linesOf("external-issuer.ts", 2, provider.issuer, audience, good, other);
    provider.stop();
    expect(first).toMatch(/^200 .*"method":"jwt".*"name":"batch","scopes":\["profile:read"\]/);
    expect(second).toMatch(/^401 .*"code":"invalid_credentials"/);
  });

  it("call the four endpoints with curl", async () => {
    const folder = temporaryFolder();
    const server = await startServerHere({ DATABASE_URL: "memory:" });
    const output = join(folder.path, "image.webp");
    const { stdout } = await run("sh", [join(examples, "curl.sh"), await picture(folder.path), output], {
      env: { ...process.env, TOOLS_API_URL: server.url, TOOLS_API_KEY: server.key },
    });
    expect(stdout).toContain('"sentiment"');
    expect(stdout).toContain('"text-analyzer"');
    expect(stdout).toContain('"owner@example.com"');
    expect(await sharp(readFileSync(output)).metadata()).toMatchObject({ format: "webp", width: 64 });
    await server.stop();
    folder.remove();
  });

  it.skipIf(!canStartPostgres() || !canStartRedis())(
    "run two servers on PostgreSQL and Redis that keep exact counts when one is killed",
    async () => {
      const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
      const example = keepErrors(
        spawn(process.execPath, ["--import", tsx, join(examples, "many-servers.ts"), "2", "1200"], {
          cwd: examples,
          env: {
            ...process.env,
            DATABASE_URL: await postgres.newLocation(),
            USAGE_URL: `redis://127.0.0.1:${redis.port}`,
          },
          stdio: ["ignore", "pipe", "pipe"],
        }),
      );
      const printed = createInterface({ input: example.stdout })[Symbol.asyncIterator]();
      const lineOf = async () => String((await printed.next()).value);
      const [first = ""] = /\d+/.exec(await lineOf()) ?? [];
      expect(await lineOf()).toMatch(/^process \d+ serves http/);
      // The second line appears when both servers are ready. Calls begin after the key has been created.
      const since = await redis.admin.dbsize();
      await until(async () => (await redis.admin.dbsize()) > since);
      process.kill(Number(first), "SIGKILL");

      // The example prints both values as JSON.
      const endings = JSON.parse(await lineOf()) as Record<string, number>;
      const { quota, totals } = JSON.parse(await lineOf()) as {
        quota: { used: number };
        totals: { calls: number; rejected: number };
      };
      const { answered = 0, unanswered = 0 } = endings;
      expect(answered).toBeLessThanOrEqual(1000);
      // The daily limit, and the call that reads the profile.
      expect(quota.used).toBe(1001);
      expect(totals.calls).toBe(1001);
      expect(answered + unanswered).toBeGreaterThanOrEqual(1000);
      expect((await printed.next()).done).toBe(true);
      await Promise.all([postgres.remove(), redis.remove()]);
    },
  );

  it("take one payment by Stripe if the server is killed after Stripe's response and before the ledger entry", async () => {
    const folder = temporaryFolder();
    const path = join(folder.path, "tools.db");
    const stripe = new StripeStandIn();
    await stripe.start();
    const database = await openSqlite(path);
    const usageDatabase = await openSqlite(path);
    const stores = {
      documents: sqliteDocuments({ database }),
      usage: sqliteUsage({ database: usageDatabase }),
    };
    const { id } = await createAccount(stores.documents, { email: "ada@example.com" }, { at: Date.now() });
    stripe.addCustomer(id);
    const payments = stripePayments({ stripe: stripe.client(), documents: stores.documents });
    const billing = { ...stores, plans: defaultPlans, payments };
    await changePlan(billing, id, { plan: "pro", dailyLimit: null }, { now: Date.now(), by: "operator" });
    const { secret: key } = await createApiKey(
      stores.documents,
      id,
      { scopes: ["account:read"] },
      { at: Date.now() },
    );

    stripe.answers = "are withheld";
    const dying = startStripeServer(path, stripe);
    await until(async () => stripe.intents.length > 0);
    dying.kill("SIGKILL");
    await once(dying, "exit");

    stripe.answers = "arrive";
    const server = startStripeServer(path, stripe);
    const [line] = (await once(createInterface({ input: server.stdout }), "line")) as [string];
    const url = /ready at (\S+)/.exec(line)?.[1] ?? "";
    const missing = await fetch(`${url}/v1/missing`);
    expect(missing.headers.get("Strict-Transport-Security")).not.toBeNull();
    const read = async (list: string) => {
      const response = await fetch(url + list, { headers: { Authorization: `Bearer ${key}` } });
      expect(response.status).toBe(200);
      return JSON.stringify(await response.json());
    };
    await until(async () => (await read("/account/invoices")).includes('"status":"paid"'));
    const [intent] = stripe.intents;
    if (!intent) throw new Error("No payment was asked for.");
    const told = await fetch(`${url}/stripe/webhook`, stripe.event("payment_intent.succeeded", intent));
    expect(told.status).toBe(204);
    expect(stripe.intents).toHaveLength(1);
    expect((await read("/account/ledger")).match(/"kind":"payment"/g)).toHaveLength(1);

    server.kill();
    await once(server, "exit");
    stripe.stop();
    await Promise.all([stores.documents.close(), stores.usage.close()]);
    for (const connection of [database, usageDatabase]) connection.close();
    folder.remove();
  });

  it.each([
    ["agent.ts", ["http://127.0.0.1:1/mcp"], "No server answers at http://127.0.0.1:1/mcp: "],
    ["external-issuer.ts", [], "Usage: npx tsx external-issuer.ts ISSUER AUDIENCE TOKEN"],
    ["many-servers.ts", [], "Set DATABASE_URL to a PostgreSQL and USAGE_URL to a Redis"],
    ["many-texts.ts", [], "Usage: TOOLS_API_KEY=tk_live_… npx tsx many-texts.ts FILE"],
    ["stripe-server.ts", [], "Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET"],
  ])("say in a sentence what they lack: %s", async (name, words, sentence) => {
    for (const variable of ["DATABASE_URL", "USAGE_URL", "TOOLS_API_KEY"]) vi.stubEnv(variable, undefined);
    const exit = vi.spyOn(process, "exit").mockImplementation(() => {
      throw new Error("The example ended.");
    });
    // The query makes it a module of its own, which is evaluated again.
    const run = () => expect(import(`${join(examples, name)}?lacking`)).rejects.toThrow("The example ended.");
    const lines = await printedBy("error", run, { count: 1, words });
    exit.mockRestore();
    vi.unstubAllEnvs();
    expect(lines).toEqual([expect.stringContaining(sentence)]);
    expect(lines.join()).not.toContain("\n");
  });

  it("are all run by these tests", () => {
    const files = readdirSync(examples).filter((name) => /\.(?:ts|sh)$/.test(name));
    expect(files.toSorted()).toEqual([
      "agent.ts",
      "analyze-text.ts",
      "convert-image.ts",
      "curl.sh",
      "custom-authenticator.ts",
      "dashboard-in-hono.ts",
      "external-issuer.ts",
      "many-servers.ts",
      "many-texts.ts",
      "mcp-in-hono.ts",
      "mount-in-hono.ts",
      "stripe-server.ts",
    ]);
  });
});
