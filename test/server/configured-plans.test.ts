import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { defaultPlans, type Plans } from "@tools-api/core";
import { readPlans } from "@tools-api/core/billing";
import { readConfig } from "@tools-api/server/node";
import { afterAll, describe, expect, it } from "vitest";
import { openOwnerPages, wordsOf } from "./account/dashboard/owner-pages.ts";
import { openBrowser } from "./account-server.ts";
import { runCommand, toolsApiHere } from "./command.ts";
import { getRequest } from "./contract.ts";
import { answerOf, expectRefusal, managementServer } from "./management-server.ts";
import { startServer, startServerHere, temporaryFolder } from "./server-process.ts";

const price = (amount: number) => ({ amount, currency: "eur" });
const hobby = {
  name: "hobby",
  description: "For your own projects.",
  price: price(0),
  daily_limit: 100,
};
const team = { name: "team", title: "For teams", price: price(4900), daily_limit: 50_000, per_minute: 600 };
const two = { plans: [hobby, team] };
const five = {
  plans: [
    { ...team, name: "scale", title: "Scale", price: price(19_900), daily_limit: 500_000 },
    team,
    hobby,
    { ...hobby, name: "trial", is_default: true, daily_limit: 10 },
    { ...team, name: "partner", is_offered: false, price: price(100) },
  ],
};

const folder = temporaryFolder();
afterAll(() => folder.remove());
let files = 0;

/** Writes a file of plans, and returns its path. */
function planFile(content: unknown): string {
  files += 1;
  const path = join(folder.path, `plans-${files}.json`);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const newStore = () => `sqlite:${join(folder.path, `state-${(files += 1)}.db`)}`;

interface PlanBody {
  plan: string;
  title: string;
  daily_limit: number;
  plans: { name: string; title: string; description: string | null; per_minute: number | null }[];
}

describe.each([
  ["two plans", two, "hobby", ["hobby", "team"]],
  ["five plans", five, "trial", ["scale", "team", "hobby", "trial"]],
])("an API with %s", (_, file, ofNewAccounts, offered) => {
  const plans = readPlans(file);

  it("opens accounts on the default plan, offers the plans in order, and changes to each of them", async () => {
    const server = managementServer({ plans });
    const owner = await server.owner();
    const state = await answerOf<PlanBody>(await server.call("GET /account/plan", { as: owner }));
    expect(state.plan).toBe(ofNewAccounts);
    expect(state.plans.map(({ name }) => name)).toEqual(offered);
    expect(state.plans.find(({ name }) => name === "team")).toMatchObject({
      title: "For teams",
      description: null,
      per_minute: 600,
    });
    for (const plan of offered.filter((name) => name !== ofNewAccounts)) {
      const other = await server.owner();
      const body = { plan, effective: "now" };
      expect(await answerOf(await server.call("POST /account/plan", { as: other, body }))).toMatchObject({
        plan,
      });
    }
  });

  it("refuses an unknown plan, and one that is not offered, with the offered ones", async () => {
    const server = managementServer({ plans });
    const owner = await server.owner();
    for (const plan of ["pro", "partner", "constructor"]) {
      const response = await server.call("POST /account/plan/preview", { as: owner, body: { plan } });
      const { message } = await expectRefusal(response, 422, "invalid_parameter");
      expect(message).toBe(`plan: expected ${offered.join(", ")}, received "${plan}"`);
    }
  });

  it("lets operators assign every plan with an agreed price, search by it and invite to it", async () => {
    const server = managementServer({ plans });
    const [operator, customer] = [await server.operator(), await server.owner()];
    const path = `/operator/accounts/${customer.account.id}`;
    const last = Object.keys(plans).at(-1) ?? "";
    const order = { plan: last, price: 50, daily_limit: 7 };
    await answerOf(await server.call(`POST ${path}/plan`, { as: operator, body: order }));
    expect(await answerOf(await server.call(`GET ${path}`, { as: operator }))).toMatchObject({
      plan: { name: last, version: 1, daily_limit: 7, agreed_limit: 7, agreed_price: 50 },
    });
    const found = await server.call(`GET /operator/accounts?plan=${last}`, { as: operator });
    expect(await answerOf(found)).toMatchObject({ items: [{ id: customer.account.id }], next: null });
    const unknown = await server.call("GET /operator/accounts?plan=pro", { as: operator });
    const { message } = await expectRefusal(unknown, 422, "invalid_parameter");
    expect(message).toBe(`plan: expected ${Object.keys(plans).join(", ")}, received "pro"`);
    const invite = (body: object) => server.call("POST /operator/invitations", { as: operator, body });
    expect(await answerOf(await invite({}), 201)).toMatchObject({ plan: ofNewAccounts });
    expect(await answerOf(await invite({ plan: last }), 201)).toMatchObject({ plan: last });
    await expectRefusal(await invite({ plan: "pro" }), 422, "invalid_parameter");
  });

  it("shows titles and descriptions on the landing page and the plan page, and all plans to operators", async () => {
    const server = managementServer({ plans });
    const landing = wordsOf(await (await server.call("GET /")).text());
    expect(landing).toContain("Hobby No charge 100 calls a day For your own projects. Start with Hobby");
    expect(landing).not.toContain("Partner");
    const owner = await openOwnerPages(server);
    const page = wordsOf(await (await owner.get("/plan")).text());
    expect(page).toContain("For teams €49.00 a month 50,000 calls a day 600 calls a minute Preview change");
    expect(page).not.toContain("Partner");
    const preview = await owner.get("/plan/change?plan=team");
    expect(wordsOf(await preview.text())).toContain("Change to the team plan");
    const operator = await server.operator();
    for (const path of ["/operator/console", "/operator/invite", `/operator/console/${owner.account}`]) {
      const shown = await (
        await server.call(`GET ${path}`, { as: operator, headers: { Accept: "text/html" } })
      ).text();
      for (const name of Object.keys(plans)) expect(shown, path).toContain(`value="${name}"`);
      expect(shown).not.toContain('value="pro"');
    }
  });
});

describe("the operator's form", () => {
  it("agrees on a price typed as money, and restores the price of the plan with an empty field", async () => {
    const server = managementServer();
    const [operator, customer] = [await server.operator(), await server.owner()];
    const path = `/operator/console/${customer.account.id}`;
    const submit = async (fields: Record<string, string>) => {
      const response = await server.call(`POST ${path}`, {
        as: operator,
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({
          action: "plan",
          plan: "pro",
          daily_limit: "",
          currency: "usd",
          ...fields,
        }).toString(),
      });
      expect(response.status, await response.text()).toBe(303);
      return (await answerOf<{ price: unknown }>(await server.call("GET /account/plan", { as: customer })))
        .price;
    };
    expect(await submit({ price: "15.00" })).toEqual({ amount: 1500, currency: "usd" });
    const page = await server.call(`GET ${path}`, { as: operator, headers: { Accept: "text/html" } });
    expect(wordsOf(await page.text())).toContain("Agreed price per month $15.00");
    expect(await submit({ price: "" })).toEqual({ amount: 2900, currency: "usd" });
  });
});

describe("PLANS", () => {
  const settingsOf = (path: string) => ({ DATABASE_URL: newStore(), PLANS: path, PORT: "0" });

  it("opens the first account, accounts by sign-up and those of keys create on the plans of the file", async () => {
    const settings = settingsOf(planFile(five));
    const server = await startServer(settings);
    const profile = await fetch(`${server.url}/v1/user/profile`, getRequest(server.key));
    expect(await profile.json()).toMatchObject({ plan: { name: "trial", daily_limit: 10, price: price(0) } });
    expect(server.output()).toContain("on the trial plan");
    const browser = openBrowser(server.url);
    const fields = { email: "ada@example.com", name: "Ada", password: "correct horse battery" };
    await browser.post("/sign-up", fields, { Origin: server.url });
    await server.stop();
    await runCommand(["keys", "create", "--email", "bob@example.com", "--plan", "scale"], settings);
    const listed: unknown = JSON.parse(await runCommand(["accounts", "list", "--json"], settings));
    expect(listed).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ email: "ada@example.com", plan: "trial" }),
        expect.objectContaining({ email: "bob@example.com", plan: "scale" }),
      ]),
    );
    const set = ["accounts", "set-plan", "--email", "ada@example.com", "--plan"];
    await runCommand([...set, "partner", "--price", "42"], settings);
    const invoices = ["invoices", "list", "--email", "ada@example.com", "--json"];
    expect(JSON.parse(await runCommand(invoices, settings))).toMatchObject([{ currency: "eur" }]);
    await expect(runCommand([...set, "pro"], settings)).rejects.toThrow(
      '--plan: expected scale, team, hobby, trial, partner, received "pro".',
    );
    await expect(runCommand([...set, "team", "--price", "much"], settings)).rejects.toThrow(
      "price: expected",
    );
  });

  it("warns at the start about plans and versions that the file no longer lists and accounts are on", async () => {
    const settings = settingsOf(planFile(five));
    await runCommand(["keys", "create", "--email", "ada@example.com", "--plan", "partner"], settings);
    await runCommand(["keys", "create", "--email", "bob@example.com", "--plan", "team"], settings);
    const changed = { plans: [hobby, { ...team, version: 2 }] };
    const server = await startServerHere({ ...settings, PLANS: planFile(changed) });
    await server.stop();
    const warnings = server.warnings.join("\n");
    expect(warnings).toContain("Accounts are on the plan partner, which PLANS does not list.");
    expect(warnings).toContain("Accounts are on version 1 of the plan team, which PLANS does not list.");
  });

  it.each([
    ["no-such-file.json", /^tools-api: PLANS: no-such-file\.json: expected the path of a JSON file/],
    [planFile("{"), /^tools-api: PLANS: \S+: expected JSON, received other text\n$/],
    [planFile([hobby]), /^tools-api: PLANS: \S+: options: expected an object, received an array\n$/],
    [
      planFile({ plans: [{ ...hobby, daily_limit: 0 }] }),
      /^tools-api: PLANS: \S+: plans\.0\.daily_limit: expected an integer from 1 to \d+, received 0\n$/,
    ],
    [
      planFile({ plans: [team] }),
      /^tools-api: PLANS: \S+: plans: expected a plan with the price 0 for new accounts, received none\n$/,
    ],
    [folder.path, /^tools-api: PLANS: \S+: expected the path of a JSON file/],
  ])("stops the start with one clear line: %s", async (path, line) => {
    const { code, stderr } = await toolsApiHere(["serve"], settingsOf(path));
    expect(stderr).toMatch(line);
    expect(code).toBe(1);
  });

  it("excludes the variables of the standard plans, and applies UNVERIFIED_DAILY_LIMIT to plans that cost nothing", () => {
    const path = planFile(five);
    expect(() => readConfig({ PLANS: path, PLAN_PRO_PRICE: "1" })).toThrow(
      "PLAN_PRO_PRICE: expected nothing, because PLANS is set.",
    );
    const limits = (plans: Plans) =>
      Object.values(plans).map(({ name, unverifiedDailyLimit }) => [name, unverifiedDailyLimit]);
    expect(limits(readConfig({ PLANS: path, UNVERIFIED_DAILY_LIMIT: "5" }).plans)).toEqual([
      ["scale", undefined],
      ["team", undefined],
      ["hobby", 5],
      ["trial", 5],
      ["partner", undefined],
    ]);
    expect(readConfig({}).plans).toEqual(defaultPlans);
  });
});
