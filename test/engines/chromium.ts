import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { AxeResults } from "axe-core";
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from "playwright-core";
import { expect } from "vitest";
import { type StartedServer, startServerHere, temporaryFolder } from "../server/server-process.ts";

// Without windows, Chromium takes a quarter of the CPU time for a page.
const installed = ["/usr/lib/chromium/chromium-headless-shell", "/usr/bin/chromium"] as const;
const chromiumPath =
  process.env["CHROMIUM_PATH"] ?? installed.find((path) => existsSync(path)) ?? installed[0];
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The time that a page has to show the expected content, on a busy machine. */
const timeoutMs = 60_000;

/** The screens of the tests. */
export const screens = {
  desktop: { viewport: { width: 1100, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

/** The options of a visitor's browser. By default it is a desktop browser in light mode with scripts. */
export interface VisitOptions {
  screen?: keyof typeof screens;
  colorScheme?: "light" | "dark";
  javaScriptEnabled?: boolean;
  reducedMotion?: "reduce" | "no-preference";
  userAgent?: string;
}

/** A visitor with separate cookies on a page, with the errors that the browser reported. */
export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** The origins of all requests. */
  origins: ReadonlySet<string>;
  /** Errors on the console, uncaught exceptions and violations of the content security policy, in order. */
  complaints: readonly string[];
  /** Goes to a path of the server and resolves to the response's status. */
  goTo: (path: string) => Promise<number>;
  /** Creates an account with the form, which signs in. */
  signUp: (fields?: Partial<Credentials> & { name?: string }) => Promise<Credentials>;
  /** Signs in with the form. */
  signIn: (credentials: Credentials) => Promise<void>;
  /** Returns the cookie header of the session, for requests outside the browser. */
  cookie: () => Promise<string>;
  /**
   * Fails if there was a request to another origin, or an error.
   *
   * @param expected Errors that the test provokes, such as `/status of 422/`. Browsers report every failed response.
   */
  expectQuiet: (...expected: RegExp[]) => void;
  close: () => Promise<void>;
}

/** The email and password of an owner. */
export interface Credentials {
  email: string;
  password: string;
}

/**
 * Returns whether Chromium is installed. Prints how to install it if it is missing. In CI that is an error, because
 * no page would be tested.
 */
export function hasChromium(): boolean {
  if (existsSync(chromiumPath)) return true;
  const reason = `the pages in a browser need ${chromiumPath}: apt-get install -y chromium-headless-shell, or set CHROMIUM_PATH`;
  if (process.env["CI"]) throw new Error(reason);
  console.log(`skipped: ${reason}`);
  return false;
}

/** A Chromium in which each visitor has a separate context. */
export interface TestBrowser {
  /** Opens a page of a server for a visitor, at its root unless a path is given. */
  visit: (url: string, options?: VisitOptions) => Promise<Visitor>;
  close: () => Promise<void>;
}

let shared: Browser | undefined;

/**
 * Returns the Chromium that the test files of this process share. Starting it takes seconds of CPU time. Playwright ends
 * it with the process.
 */
async function sharedBrowser(): Promise<Browser> {
  // Chromium does not run as root in its sandbox.
  const chromiumSandbox = process.getuid?.() !== 0;
  if (!shared?.isConnected())
    shared = await chromium.launch({ executablePath: chromiumPath, chromiumSandbox });
  return shared;
}

/** Ends the shared Chromium before the process ends. */
export async function endBrowser(): Promise<void> {
  await shared?.close();
}

/** Starts Chromium, if no test file has. Call it once per test file. */
export async function startBrowser(): Promise<TestBrowser> {
  const browser = await sharedBrowser();
  const visitors: Visitor[] = [];
  return {
    async visit(url, options = {}) {
      const visitor = await visit(browser, url, options);
      visitors.push(visitor);
      return visitor;
    },
    async close() {
      for (const visitor of visitors) await visitor.close();
    },
  };
}

let visitors = 0;

async function visit(browser: Browser, url: string, options: VisitOptions): Promise<Visitor> {
  const { screen = "desktop", ...others } = options;
  const context = await browser.newContext({ ...screens[screen], reducedMotion: "reduce", ...others });
  context.setDefaultTimeout(timeoutMs);
  const origins = new Set<string>();
  const complaints: string[] = [];
  context.on("request", (request) => {
    // `data:` and `blob:` URLs cause no request.
    const { protocol, origin } = new URL(request.url());
    if (protocol !== "data:" && protocol !== "blob:") origins.add(origin);
  });
  context.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  context.on("weberror", (error) => complaints.push(String(error.error())));
  await context.exposeFunction("complain", (violation: string) => complaints.push(violation));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      const { complain } = globalThis as unknown as { complain: (violation: string) => void };
      complain(`Content security policy, ${violatedDirective}: ${blockedURI}`);
    });
  });
  const page = await context.newPage();
  const { origin } = new URL(url);
  const fill = async (path: string, fields: Record<string, string>) => {
    await page.goto(url + path);
    for (const [name, value] of Object.entries(fields)) await page.fill(`main [name="${name}"]`, value);
    await page.click("main form button");
    expect(new URL(page.url()).pathname, await page.title()).not.toContain(path);
  };

  return {
    page,
    context,
    origins,
    complaints,
    async goTo(path) {
      const response = await page.goto(url + path);
      return response?.status() ?? 0;
    },
    async signUp({ email, password = "correct horse battery", name = "" } = {}) {
      visitors += 1;
      const credentials = { email: email ?? `visitor${visitors}-${process.pid}@example.com`, password };
      await fill("/sign-up", { ...credentials, name });
      return credentials;
    },
    signIn: ({ email, password }) => fill("/sign-in", { email, password }),
    async cookie() {
      const cookies = await context.cookies(url);
      return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    },
    expectQuiet(...expected) {
      const unexpected = complaints.filter((complaint) => !expected.some((words) => words.test(complaint)));
      expect(unexpected).toEqual([]);
      expect([...origins].filter((other) => other !== origin)).toEqual([]);
    },
    close: () => context.close(),
  };
}

/**
 * Returns the violations that axe-core finds on the whole page, one per line. It runs in the page, so it needs
 * JavaScript.
 *
 * @param rules Their names; all rules except the experimental ones unless given.
 */
export async function runAxe(page: Page, rules?: readonly string[]): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  // The debugger evaluates it, which the page's content security policy does not prevent.
  const found = await session.send("Runtime.evaluate", { expression: "typeof axe" });
  if (found.result.value === "undefined") await session.send("Runtime.evaluate", { expression: axeSource });
  const options = {
    resultTypes: ["violations"],
    // axe-core disables the target size rule of WCAG 2.2 by default.
    ...(rules ? { runOnly: rules } : { rules: { "target-size": { enabled: true } } }),
  };
  const { result } = await session.send("Runtime.evaluate", {
    expression: `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => JSON.stringify(violations))`,
    awaitPromise: true,
  });
  await session.detach();
  // The result of axe.run.
  return violationsIn(JSON.parse(String(result.value)) as AxeResults["violations"]);
}

function violationsIn(violations: AxeResults["violations"]): string[] {
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary = "" }) => `${id}: ${help}: ${html.slice(0, 200)}: ${failureSummary}`),
  );
}

/** Returns the violations of the document in a frame, as {@link runAxe} does. */
export async function runAxeInFrame(frame: Frame): Promise<string[]> {
  await frame.evaluate(axeSource);
  // A frame is below a heading of the page around it.
  const rules = { "target-size": { enabled: true }, "page-has-heading-one": { enabled: false } };
  const options = { resultTypes: ["violations"], rules };
  const { violations } = await frame.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return violationsIn(violations);
}

/** The built server on SQLite, and Chromium. A test file starts it once. */
export interface Dashboard {
  url: string;
  server: StartedServer;
  /** The environment with which commands open the same stores. */
  environment: Record<string, string>;
  visit: (options?: VisitOptions) => Promise<Visitor>;
  close: () => Promise<void>;
}

/** Starts the built server and the browser. */
export async function startDashboard(settings: Record<string, string> = {}): Promise<Dashboard> {
  const folder = temporaryFolder();
  const environment = { DATABASE_URL: `sqlite:${join(folder.path, "tools-api.db")}`, ...settings };
  const [server, browser] = await Promise.all([startServerHere(environment), startBrowser()]);
  return {
    url: server.url,
    server,
    environment,
    visit: (options) => browser.visit(server.url, options),
    async close() {
      await Promise.all([browser.close(), server.stop()]);
      folder.remove();
    },
  };
}
