import { redisUsage } from "@tools-api/adapters/storage/redis";
import { Redis } from "ioredis";
import { startRedis } from "../../../servers/redis.ts";
import { dailyLimit, meterOn } from "./system.ts";
import { readFileSync } from "node:fs";
const accounts = Array.from({ length: 1000 }, (_, index) => `acct_${String(index).padStart(22, "0")}`);
const server = await startRedis(process.argv[2]==="nofsync"?{appendfsync:"no"}:{});
const pid = Number(/process_id:(\d+)/.exec(await server.admin.info("server"))![1]);
const connect = () => new Redis({ host: server.host, port: server.port, enableAutoPipelining: true });
const incrementBelow = `
local used = tonumber(redis.call("GET", KEYS[1]) or "0")
if used >= tonumber(ARGV[1]) then return -1 end
return redis.call("INCR", KEYS[1])`;
const ours = connect(), bare = connect();
const usage = redisUsage({ client: ours });
const { system, miscounted } = await meterOn(usage, accounts);
const digest = String(await bare.script("LOAD", incrementBelow));
const systems = { ours: system.admit, bare: (a: string) => bare.evalsha(digest, 1, `bare:${a}`, dailyLimit) };
const cpu = (p: number|string) => { const f = readFileSync(`/proc/${p}/stat`, "utf8").split(") ")[1]!.split(" "); return (Number(f[11]) + Number(f[12])) * 10000; };
for (const [callers, among] of [[1,1],[1,1000],[32,1000],[256,1000],[256,1]] as const)
 for (const round of [0,1])
  for (const [name, admit] of Object.entries(systems)) {
    await server.admin.config("RESETSTAT");
    const c0 = cpu("self"), r0 = cpu(pid); const t0 = performance.now(); const end = t0 + Number(process.argv[3]??800); let n = 0; const times:number[]=[];
    await Promise.all(Array.from({length: callers}, async (_, i) => { for (let k = i; performance.now() < end; k += callers) { const s=performance.now(); await admit(accounts[k % among]!); n++; times.push(performance.now()-s) } }));
    const t = performance.now() - t0;
    const c1 = cpu("self"), r1 = cpu(pid);
    times.sort((a,b)=>a-b);
    const stats = (await server.admin.info("commandstats")).split("\n").filter(l=>/evalsha|hset|:set|hmget|mget|hlen|hget:/i.test(l)).map(l=>l.replace(/cmdstat_|usec=\d+,|,rejected.*|usec_per_call=/g,"").trim()).join(" ");
    if (round) console.log(`${callers}/${among} ${name}: ${(n/t*1000).toFixed(0)}/s p50 ${(times[n>>1]!*1000).toFixed(0)} µs; client ${((c1-c0)/n).toFixed(1)} redis ${((r1-r0)/n).toFixed(1)} wall ${(t*1000/n).toFixed(1)}; ${stats}`);
  }
console.log(await miscounted());
await usage.close(); ours.disconnect(); bare.disconnect(); await server.remove();
