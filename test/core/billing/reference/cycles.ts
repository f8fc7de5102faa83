const second = 1000n;

/** A billing cycle of the model, in epoch milliseconds. */
export interface ModelCycle {
  start: number;
  end: number;
}

/** A plan at a price from an instant on. `least` is the least cost by the calls that were made. */
export interface ModelSegment {
  plan: string;
  price: bigint;
  from: number;
  least: bigint;
}

function daysOf(year: number, month: number): number {
  const isLeap = year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0);
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month] ?? 0;
}

/** Returns the instant a number of calendar months after the anchor, on the last day of a month that is too short. */
function monthsAfter(anchor: number, months: number): number {
  const date = new Date(anchor);
  const timeOfDay = anchor - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth() + months;
  const [year, monthOfYear] = [Math.floor(month / 12), month % 12];
  const day = Math.min(date.getUTCDate(), daysOf(year, monthOfYear));
  return Date.UTC(year, monthOfYear, day) + timeOfDay;
}

/** Returns the cycle that begins a number of months after the anchor. */
export function cycleNumber(anchor: number, months: number): ModelCycle {
  return { start: monthsAfter(anchor, months), end: monthsAfter(anchor, months + 1) };
}

export function secondOf(instant: number): bigint {
  return BigInt(Math.floor(instant / Number(second)));
}

/** Returns F(t): the share of a price from the start of a cycle to an instant. */
export function share(price: bigint, { start, end }: ModelCycle, at: number): bigint {
  return (price * (secondOf(at) - secondOf(start))) / (secondOf(end) - secondOf(start));
}

/** Returns the cost of a segment that ends at an instant. */
export function segmentCost({ price, from, least }: ModelSegment, cycle: ModelCycle, to: number): bigint {
  const elapsed = share(price, cycle, to) - share(price, cycle, from);
  const most = share(price, cycle, cycle.end) - share(price, cycle, from);
  const byCalls = least < most ? least : most;
  return elapsed > byCalls ? elapsed : byCalls;
}

/** Returns the cost of a cycle: the sum of its segments of a second or more, at most the highest price among them. */
export function cycleCost(segments: readonly ModelSegment[], cycle: ModelCycle): bigint {
  let sum = 0n;
  let highest = 0n;
  segments.forEach((segment, index) => {
    const to = segments[index + 1]?.from ?? cycle.end;
    if (secondOf(to) === secondOf(segment.from)) return;
    sum += segmentCost(segment, cycle, to);
    if (segment.price > highest) highest = segment.price;
  });
  return sum < highest ? sum : highest;
}
