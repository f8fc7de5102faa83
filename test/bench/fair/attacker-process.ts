// The attacking client, in a process of its own. It prepares the attack, says "ready", and attacks from "go"
// on for the ordered time. Then it sends the tally and ends with all its connections.
import { setTimeout as sleep } from "node:timers/promises";
import type { Target } from "./attack.ts";
import { createAttacker } from "./attacker.ts";
import { fairAttacks } from "./attacks/table.ts";

/** Orders for an attacking process. */
export interface Orders {
  attack: string;
  target: Target;
  seconds: number;
}

// A server that is slow to refuse is waited for, because the size of its answer counts.
const graceMs = 6000;

process.once("message", async (orders: Orders) => {
  const attack = fairAttacks.find(({ name }) => name === orders.attack);
  if (!attack) throw new Error(`There is no attack ${orders.attack}.`);
  const run = await attack.prepare(orders.target);
  process.once("message", async () => {
    const { attacker, tally } = createAttacker(orders.target, orders.seconds);
    await Promise.race([run(attacker), sleep(orders.seconds * 1000 + graceMs)]);
    process.send?.(tally, () => process.exit());
  });
  process.send?.("ready");
});
