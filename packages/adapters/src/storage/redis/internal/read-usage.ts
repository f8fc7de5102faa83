import type { Buffer } from "node:buffer";
import { dayMs } from "@tools-api/core/internal/time";
import type { UsageBucket, UsageQuery, UsageReading } from "@tools-api/core/storage";
import { sumRangesInSlices } from "../../lib/sum-ranges.ts";
import { type AccountKeys, bucketFields, parseBucket } from "../schema.ts";
import type { RedisClient } from "../connection.ts";
import { bucketsOfDay, extrasField, quartersField, sumsField } from "./packed-days.ts";

/** A day to read. It has no 15-minute buckets if no boundary divides the day. */
interface WantedDay {
  day: number;
  fields: string[];
}

function wantedDays(boundaries: readonly number[], now: number): WantedDay[] {
  const first = boundaries[0];
  const last = boundaries.at(-1);
  if (first === undefined || last === undefined) return [];
  const cut = new Set(
    boundaries.filter((instant) => instant % dayMs !== 0).map((instant) => Math.floor(instant / dayMs)),
  );
  const days: WantedDay[] = [];
  // No day is packed before it has closed.
  const end = Math.min(last, now + dayMs);
  for (let day = Math.max(0, Math.floor(first / dayMs)); day * dayMs < end; day++) {
    const fields = [sumsField(day), extrasField(day)];
    days.push({ day, fields: cut.has(day) ? [...fields, quartersField(day)] : fields });
  }
  return days;
}

function* packedBuckets(
  days: readonly WantedDay[],
  values: readonly (Buffer | null)[],
): Generator<UsageBucket> {
  let position = 0;
  for (const { day, fields } of days) {
    const [sums = null, extras = null, quarters = null] = values.slice(position, position + fields.length);
    position += fields.length;
    yield* bucketsOfDay({ sums, quarters, extras }, day);
  }
}

/** Reads usage for a query. Also returns the day before which the account is packed. */
export async function readUsage(
  client: RedisClient,
  names: AccountKeys,
  { boundaries, windows }: UsageQuery,
  now: number,
): Promise<{ reading: UsageReading; packed: number | null }> {
  const days = wantedDays(boundaries, now);
  const fields = days.flatMap((day) => day.fields);
  const asked = client.multi().hmget(names.account, "calls", "first", "last", "packed");
  if (windows.length > 0) asked.mget(windows.map((id) => names.window(id)));
  if (boundaries.length > 1) asked.hgetall(names.account);
  if (fields.length > 0) asked.hmgetBuffer(names.days, ...fields);

  const answers = (await asked.exec()) ?? [];
  for (const [error] of answers) if (error) throw error;
  // The replies are in the order of the commands above.
  const results = answers.map(([, result]) => result);
  const [calls, first, last, packed] = results.shift() as (string | null)[];
  const counters = windows.length > 0 ? (results.shift() as (string | null)[]) : [];
  const open = boundaries.length > 1 ? (results.shift() as Record<string, string>) : {};
  const values = fields.length > 0 ? (results.shift() as (Buffer | null)[]) : [];

  function* buckets() {
    yield* packedBuckets(days, values);
    for (const [field, record] of bucketFields(open)) yield parseBucket(field, record);
  }
  return {
    reading: {
      buckets: await sumRangesInSlices(buckets(), boundaries),
      used: counters.map((counter) => Number.parseInt(counter ?? "0", 10)),
      lifetime: {
        calls: Number(calls ?? 0),
        firstCallAt: first ? Number(first) : null,
        lastCallAt: last ? Number(last) : null,
      },
    },
    packed: packed ? Number(packed) : null,
  };
}
