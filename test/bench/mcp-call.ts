// Compares a call through MCP with the same call over HTTP: the CPU time of the server, which runs on SQLite. The ways take
// turns, round after round. Prints the medians. Run `npm run setup` first:
// pnpm --filter @tools-api/bench mcp-call [rounds] [seconds a run]
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { computingTime } from "./computing-time.ts";
import { median } from "./median.ts";
import { call } from "./metered-call/load.ts";
import { startProcess } from "./metered-call/process.ts";

const [rounds = "9", seconds = "1"] = process.argv.slice(2);
const cli = resolve(import.meta.dirname, "../../packages/server/dist/cli.js");
const folder = await mkdtemp(join(tmpdir(), "mcp-call-"));
const clients = 8;

/** Returns the message of a call, as a client of a revision sends it. */
function message(revision: string, name: string, args: object) {
  const isModern = revision === "2026-07-28";
  const meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { ...(isModern && { _meta: meta }), name, arguments: args };
  return {
    path: "/mcp",
    headers: {
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": revision,
      ...(isModern && { "Mcp-Method": "tools/call", "Mcp-Name": name }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  };
}

const text = { text: "The room was clean and the staff were kind. We paid $120 on Monday." };
const calls = [
  { name: "short text", http: { path: "/v1/tools/text-analyzer", body: JSON.stringify(text) }, args: text },
  { name: "profile", http: { path: "/v1/user/profile" }, args: {} },
];
const ways = calls.flatMap(({ name, http, args }) => {
  const tool = name === "profile" ? name : "text-analyzer";
  return [
    { name: `${name}, HTTP`, load: http, costs: [] as number[] },
    { name: `${name}, MCP 2026-07-28`, load: message("2026-07-28", tool, args), costs: [] as number[] },
    { name: `${name}, MCP 2025-11-25`, load: message("2025-11-25", tool, args), costs: [] as number[] },
  ];
});

const server = await startProcess({
  command: process.execPath,
  words: ["--max-semi-space-size=32", cli, "serve"],
  environment: {
    DATABASE_URL: `sqlite:${join(folder, "a.db")}`,
    PLAN_FREE_DAILY_LIMIT: "1000000000",
    PORT: "0",
  },
  ready: /ready at \S+:(\d+)/,
});
const keys = [/tk_live_[0-9A-Za-z]{38}/.exec(server.output())?.[0] ?? ""];
for (let round = 0; round <= Number(rounds); round++)
  for (const { load, costs } of ways) {
    // The first round compiles the code.
    const before = computingTime(server.pid);
    const { requests } = await call({ port: server.port, keys, clients, seconds: Number(seconds), ...load });
    if (round > 0) costs.push((computingTime(server.pid) - before) / requests);
  }
await server.stop();
rmSync(folder, { recursive: true });
for (const { name, costs } of ways)
  console.log(`${name.padEnd(28)} ${median(costs).toFixed(0)} µs of CPU a call`);
