/** A random number generator. The same seed produces the same numbers on every machine. */
export interface Random {
  /** Returns a number from 0 to below 1. */
  next: () => number;
  /** Returns an integer from 0 to below `limit`. */
  below: (limit: number) => number;
  /** Returns a number from the normal distribution with mean 0 and standard deviation 1. */
  normal: () => number;
  /** Shuffles the items in place (Fisher, Yates) and returns them. */
  shuffle: <Item>(items: Item[]) => Item[];
}

/** Creates a generator with 32 bits of state (mulberry32, Tommy Ettinger, public domain). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    shuffle: (items) => {
      for (let last = items.length - 1; last > 0; last--) {
        const other = below(last + 1);
        const [a, b] = [items[last], items[other]];
        // Both indices are within the array.
        items[last] = b as (typeof items)[number];
        items[other] = a as (typeof items)[number];
      }
      return items;
    },
  };
}
