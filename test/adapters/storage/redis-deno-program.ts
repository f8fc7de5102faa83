import { redisUsage } from "@tools-api/adapters/storage/redis";
import { Redis } from "ioredis";

// Declares only the part of Deno's global that this program uses.
declare const Deno: { args: string[] };

const [port, prefix = ""] = Deno.args;
const client = new Redis({ host: "127.0.0.1", port: Number(port) });
const start = Date.UTC(2026, 10, 21);
let time = start;
const usage = redisUsage({ client, prefix, clock: { now: () => time } });

const windows = [{ id: "day", limit: 2, ends: start + 86_400_000 }];
const call = { account: "acct_1", endpoint: "ä", at: start, windows, fences: [] };
const admissions = await usage.consume({ id: crypto.randomUUID(), at: start, items: [call, call, call] });
const key = `${prefix}{acct_1}:days`;
time += 3 * 86_400_000;
while ((await client.hlen(key)) === 0) await usage.read({ account: "acct_1", boundaries: [], windows: [] });
const { used, buckets } = await usage.read({
  account: "acct_1",
  boundaries: [start, start + 86_400_000],
  windows: ["day"],
});
await usage.ping();
console.log(JSON.stringify({ admissions, used, buckets, capabilities: usage.capabilities }));
await usage.close();
await client.quit();
