import { memoryUsage } from "@tools-api/adapters/storage/memory";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { type AdmissionContest, dailyLimit, meterOn } from "./system.ts";

const daySeconds = 86_400;

/** Creates the systems in the memory of this process, which has no bare statement for comparison. */
export async function memoryContest(accounts: readonly string[]): Promise<AdmissionContest> {
  const { system, miscounted } = await meterOn(memoryUsage(), accounts);
  const limiter = new RateLimiterMemory({ points: dailyLimit, duration: daySeconds });
  return {
    systems: [system, { name: "RateLimiterMemory", admit: (account) => limiter.consume(account) }],
    floor: null,
    miscounted,
    async close() {
      await Promise.all(accounts.map((account) => limiter.delete(account)));
    },
  };
}
