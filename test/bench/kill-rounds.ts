// Rounds of kill -9 under load, on each engine that processes share. A round kills one server or all servers.
// On an engine with a process of its own, a round may also kill the engine, or lose its answers in a
// partition. The rounds alternate these, with one, two and four servers, and with an allowance that every
// third round uses up. After each round every server must report for the account what its clients were told.
// No acknowledged call is lost, no call is counted that was not sent, none is counted twice, and none exceeds
// the limit. Counter, headers and analytics are equal. Prints a line per round and the sums, and fails on any
// violation. Default: 100 rounds on SQLite, 20 on the others. The argument sets the number for each:
// pnpm --filter @tools-api/bench kill-rounds [engine,…] [rounds]
import { setTimeout as sleep } from "node:timers/promises";
import type { Stores } from "@tools-api/core/accounts";
import { call, isReply } from "./metering/call.ts";
import { newCustomer, onceAvailable } from "./metering/customer.ts";
import { type Engine, type EngineName, enginesAmong, startEngine } from "./metering/engine.ts";
import { clearOfMidnight, type Fleet, startFleet } from "./metering/fleet.ts";
import { addToTally, emptyTally, type Tally } from "./metering/kill/tally.ts";
import { verify, type Violations } from "./metering/kill/verify.ts";

const [names = "sqlite,postgres,redis", roundsWanted] = process.argv.slice(2);
const defaultRounds: Partial<Record<EngineName, number>> = { sqlite: 100 };
const otherRounds = 20;
const fleetSizes = [1, 2, 4];
const clients = 48;
/** Daily calls in the rounds that use them up, and in the others. */
const [smallLimit, largeLimit] = [400, 1_000_000];
const callsBeforeStrike = 100;
const timeoutMs = 10_000;
const pauseMs = 20;

/** Calls that count: one succeeds, the other has no body. */
const calls = [
  { path: "/v1/user/profile", method: "GET" },
  { path: "/v1/tools/text-analyzer", method: "POST" },
] as const;

/** A failure that a round injects. */
interface Strike {
  /** The process or connection that is lost. */
  name: string;
  /** Causes the failure, and repairs it. */
  hit(engine: Engine, fleet: Fleet, round: number): Promise<void>;
  isPossible(engine: Engine): boolean;
}

const strikes: Strike[] = [
  {
    name: "one server",
    isPossible: () => true,
    async hit(_, { servers }, round) {
      const victim = servers[round % servers.length];
      await victim?.kill();
      await victim?.start();
    },
  },
  {
    name: "the engine",
    isPossible: ({ crash }) => crash !== undefined,
    hit: async ({ crash }) => crash?.(),
  },
  {
    name: "all servers",
    isPossible: () => true,
    async hit(_, { servers }) {
      await Promise.all(servers.map((server) => server.kill()));
      await Promise.all(servers.map((server) => server.start()));
    },
  },
  {
    name: "the engine's answers",
    isPossible: ({ loseAnswers }) => loseAnswers !== undefined,
    hit: async ({ loseAnswers }) => loseAnswers?.(),
  },
];

/** Sends calls from clients that never pause while they are answered, each call to the next server. */
async function load({ servers }: Fleet, key: string, tally: Tally, over: () => boolean): Promise<void> {
  const client = async (first: number) => {
    for (let next = first; !over(); next++) {
      const url = servers[next % servers.length]?.url;
      if (!url) {
        await sleep(pauseMs / 2);
        continue;
      }
      const { path, method } = calls[next % calls.length] ?? calls[0];
      const result = await call(url + path, key, method);
      addToTally(tally, result);
      // A client that received an error waits, which leaves the processors to the restarting process.
      if (!isReply(result) || result.status === 503 || result.status === 429) await sleep(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
}

/** Waits for a condition of the load. The round continues without it after a timeout. */
async function until(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!holds() && performance.now() < deadline) await sleep(5);
}

interface RoundResult {
  tally: Tally;
  violations: Violations;
  exhausted: boolean;
}

async function playRound(
  engine: Engine,
  stores: Stores,
  fleet: Fleet,
  strike: Strike,
  round: number,
): Promise<RoundResult> {
  await clearOfMidnight(30);
  const limit = round % 3 === 2 ? smallLimit : largeLimit;
  const customer = await onceAvailable(() => newCustomer(stores, limit));
  const tally = emptyTally();
  let over = false;
  const loading = load(fleet, customer.key, tally, () => over);
  // Some rounds with a small allowance are hit before it is used up. All of them use it up in the end.
  await until(() => tally.acknowledged >= callsBeforeStrike);
  await sleep(Math.random() * (limit === smallLimit ? 50 : 300));
  await strike.hit(engine, fleet, round);
  await sleep(200);
  await until(() => limit !== smallLimit || tally.refused > 0);
  over = true;
  await loading;
  const violations = await verify(stores, fleet, customer, limit, tally);
  return { tally, violations, exhausted: tally.refused > 0 };
}

async function playOn(name: EngineName): Promise<boolean> {
  const rounds = Number(roundsWanted ?? defaultRounds[name] ?? otherRounds);
  const engine = await startEngine(name);
  const stores = await engine.open();
  const sums = { sent: 0, acknowledged: 0, refused: 0, unknown: 0, exhausted: 0 };
  const wrong: Violations = { lost: 0, countedTwice: 0, overAdmitted: 0, disagreements: 0, unexpected: 0 };
  const isWrong = (violations: Violations) => Object.values(violations).some((count) => count !== 0);
  const written = (violations: Violations) =>
    `acknowledged but lost ${violations.lost}, counted twice ${violations.countedTwice}, over-admitted ${violations.overAdmitted}, ` +
    `disagreements ${violations.disagreements}, unexpected answers ${violations.unexpected}`;
  try {
    const possible = strikes.filter(({ isPossible }) => isPossible(engine));
    let round = 0;
    for (const [phase, size] of fleetSizes.entries()) {
      const fleet = await startFleet(engine.environment, size);
      try {
        for (; round < Math.round((rounds * (phase + 1)) / fleetSizes.length); round++) {
          const strike = possible[round % possible.length];
          if (!strike) break;
          const { tally, violations, exhausted } = await playRound(engine, stores, fleet, strike, round);
          sums.sent += tally.sent;
          sums.acknowledged += tally.acknowledged;
          sums.refused += tally.refused;
          sums.unknown += tally.unknown;
          sums.exhausted += exhausted ? 1 : 0;
          for (const kind of ["lost", "countedTwice", "overAdmitted", "disagreements", "unexpected"] as const)
            wrong[kind] += violations[kind];
          console.log(
            `${name} ${round + 1}, ${size} ${size === 1 ? "server" : "servers"}, lost ${strike.name}: ${tally.sent} sent, ${tally.acknowledged} acknowledged, ` +
              `${tally.refused} refused, ${tally.unknown} unknown; ${isWrong(violations) ? `WRONG: ${written(violations)}` : "right"}`,
          );
          for (const [status, count] of tally.others) console.log(`  ${count} answers with ${status}`);
        }
      } finally {
        await fleet.stop();
      }
    }
    console.log(
      `${name}: ${round} rounds, ${sums.sent} calls sent, ${sums.acknowledged} acknowledged, ${sums.refused} refused, ` +
        `${sums.unknown} unknown; the allowance was used up in ${sums.exhausted} rounds; ${written(wrong)}`,
    );
    return !isWrong(wrong) && sums.acknowledged > 0;
  } finally {
    await stores.close();
    await engine.stop();
  }
}

let failed = false;
for (const name of enginesAmong(names)) failed = !(await playOn(name)) || failed;
console.log(failed ? "failed" : "passed");
process.exitCode = failed ? 1 : 0;
