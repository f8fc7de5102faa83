import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createSession, type Stores } from "@tools-api/core/accounts";
import { createOAuthClient } from "@tools-api/core/oauth";
import { endpoints } from "../../endpoints.ts";
import { callScopes } from "../../scopes.ts";
import { cli, type Runtime, type ServerProcess, startServer } from "../../server/server-process.ts";
import { type Call, sendAll } from "../image-load/client.ts";
import { recordYear, setClock } from "../metering/busy-year.ts";
import type { Engine } from "../metering/engine.ts";
import { startSqlite } from "../metering/engines/sqlite.ts";
import { bearer, json, type Target, victimAddress } from "./attack.ts";
import type { Victim } from "./probes.ts";

/** The server, the account that attacks it, and a second account with normal traffic. */
export interface FairServer {
  process: ServerProcess;
  attacker: Omit<Target, "address">;
  victim: Victim;
}

const keysOfAttacker = 10_000;
const keysInCommit = 500;
const warmUpRounds = 6;
const unlimited = "1000000000";

interface CreatedKey {
  account_id: string;
  key_id: string;
  key: string;
}

async function createKey(
  environment: Record<string, string>,
  email: string,
  options: readonly string[] = [],
): Promise<CreatedKey> {
  const words = [cli, "keys", "create", "--email", email, "--plan", "enterprise", "--json", ...options];
  const { stdout } = await promisify(execFile)(process.execPath, words, {
    env: { ...process.env, ...environment },
  });
  // The form of api.md §9.
  return JSON.parse(stdout) as CreatedKey;
}

/** Copies a key, because an account cannot create as many through the API. */
async function addKeys(
  { documents }: Stores,
  { account_id: account, key_id: id }: CreatedKey,
): Promise<void> {
  const found = await documents.get(`keys/${account}/${id}`);
  if (!found || typeof found.value !== "object") throw new Error(`There is no key ${id}.`);
  const { value } = found;
  for (let first = 0; first < keysOfAttacker; first += keysInCommit)
    await documents.commit(
      Array.from({ length: keysInCommit }, (_, index) => {
        const copy = `key_${String(first + index).padStart(22, "0")}`;
        return {
          key: `keys/${account}/${copy}`,
          value: { ...value, id: copy, name: `Key ${first + index}` },
        };
      }),
    );
}

/** Sends requests that make the server start its processes and load its models. */
async function warmUp({ url, key }: Victim): Promise<void> {
  const words = "The new engine of Ada Lovelace was not bad at all. ";
  const text = (length: number): Call => ({
    url: `${url}/v1/tools/text-analyzer`,
    method: "POST",
    headers: json(key),
    body: Buffer.from(JSON.stringify({ text: words.repeat(Math.ceil(length / words.length)) })),
  });
  const image: Call = {
    url: `${url}/v1/tools/image-converter?format=webp`,
    method: "POST",
    headers: { ...bearer(key), "Content-Type": "image/svg+xml" },
    body: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"/>'),
  };
  const profile: Call = { url: `${url}/v1/user/profile`, method: "GET", headers: bearer(key) };
  const times = (count: number, calls: readonly Call[]) => Array.from({ length: count }, () => calls).flat();
  const round = [text(30), text(1900), text(100_000), ...times(4, [image]), ...times(100, [profile])];
  await sendAll(times(warmUpRounds, round), 16);
}

/** Starts a server on the accounts in a store, and warms it up. */
export async function startFairServer(
  engine: Engine,
  accounts: Accounts,
  runtime: Runtime,
): Promise<FairServer> {
  const process = await startServer({ ...accounts.environment, ...engine.environment }, runtime);
  const { url } = process;
  const victim = { url, key: accounts.victimKey, address: victimAddress };
  await warmUp(victim);
  return { process, attacker: { ...accounts.attacker, url }, victim };
}

/** The two accounts. The attacker's has many keys and a year of calls. */
export interface Accounts {
  environment: Record<string, string>;
  attacker: Omit<Target, "address" | "url">;
  victimKey: string;
}

/** Creates both accounts in a new store. */
export async function createAccounts(): Promise<{ engine: Engine; accounts: Accounts }> {
  const engine = await startSqlite();
  const environment = { ...engine.environment, LOG_LEVEL: "error", PLAN_ENTERPRISE_DAILY_LIMIT: unlimited };
  const victim = await createKey(environment, "victim@example.com");
  const caller = await createKey(environment, "attacker@example.com");
  const owner = await createKey(environment, "attacker@example.com", [
    "--scopes",
    [...callScopes, "account:read", "account:write"].join(","),
  ]);
  const account = owner.account_id;
  const now = Date.now();
  const clock = setClock(now);
  const stores = await engine.open({ clock });
  try {
    const created = await createOAuthClient(
      stores.documents,
      account,
      { name: "Attacker", type: "confidential", grantTypes: ["client_credentials"], scopes: callScopes },
      { at: now },
    );
    const session = await createSession(stores.documents, { account, method: "link" }, now);
    await addKeys(stores, owner);
    await recordYear(stores.usage, clock, account, endpoints, now);
    return {
      engine,
      accounts: {
        environment: { ...environment, PLAN_PRO_DAILY_LIMIT: unlimited, PLAN_FREE_DAILY_LIMIT: unlimited },
        attacker: {
          account,
          key: caller.key,
          ownerKey: owner.key,
          session: session?.token ?? "",
          client: { id: created.client.id, secret: created.secret ?? "" },
        },
        victimKey: victim.key,
      },
    };
  } finally {
    await stores.close();
  }
}
