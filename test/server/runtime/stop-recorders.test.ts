import { openSqlite, sqliteDocuments } from "@tools-api/adapters/storage/sqlite";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { testedRuntimes } from "../../engines/runtimes.ts";
import { openBrowser } from "../account-server.ts";
import { startServer, startServerHere, temporaryFolder } from "../server-process.ts";
import { availableEngines, engineHall } from "./engines.ts";

const hall = engineHall();
afterAll(() => hall.remove());

const calls = 5;

async function call({ url, key }: { url: string; key: string }): Promise<void> {
  const response = await fetch(`${url}/v1/user/profile`, { headers: { Authorization: `Bearer ${key}` } });
  expect(response.status).toBe(200);
  await response.arrayBuffer();
}

/** Returns the requests in the log of the first account, as its owner sees them after a restart. */
async function loggedRequests(settings: Record<string, string>, token: string): Promise<unknown[]> {
  const server = await startServerHere(settings);
  onTestFinished(async () => void (await server.stop()));
  const owner = openBrowser(server.url);
  await owner.post("/sign-in/link", { token });
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const log = await fetch(`${server.url}/account/requests`, { headers: { Cookie: cookie } });
  expect(log.status).toBe(200);
  return (await log.json()).items;
}

describe.each(availableEngines())("SIGTERM with %s", (engine) => {
  it.each(testedRuntimes)(
    "keeps every request of the log, without an error while the server ends, on %s",
    async (runtime) => {
      const { settings } = await hall.newStores(engine);
      const server = await startServer(settings, runtime);
      const token = /link\?token=([\w-]+)/.exec(server.output())?.[1] ?? "";
      for (let made = 0; made < calls; made++) await call(server);
      const before = server.output().length;
      expect(await server.stop()).toBe(0);
      expect(server.output().slice(before)).not.toMatch(/"level":"error"|is closed/);
      expect(await loggedRequests(settings, token)).toHaveLength(calls);
    },
  );
});

it("SIGTERM keeps the mail and the webhook event about an allowance that the last call used up", async () => {
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  const settings = {
    DATABASE_URL: `sqlite:${folder.path}/tools-api.db`,
    PLAN_FREE_DAILY_LIMIT: String(calls),
    // No server listens on the discard port, so the mail stays in the outbox.
    SMTP_URL: "smtp://127.0.0.1:9",
    MAIL_FROM: "tools@example.com",
    PUBLIC_URL: "http://localhost:3000",
  };
  const server = await startServer(settings);
  for (let made = 0; made < calls; made++) await call(server);
  expect(await server.stop()).toBe(0);
  const database = await openSqlite(`${folder.path}/tools-api.db`);
  const queued = await sqliteDocuments({ database }).list("outbox/due/", { limit: 100 });
  database.close();
  expect(JSON.stringify(queued)).toMatch(/"percent":100/);
});
