import type { Attack } from "./attack.ts";

const queue = "packages/server/src/api/work-queue.ts";
const turns = "packages/core/src/turns.ts";

function overload(name: string): Attack["test"] {
  return { file: "server/api/overload.test.ts", name };
}

/** Attacks on resources that callers share: places, bytes, workers, connections. */
export const queueAttacks: readonly Attack[] = [
  {
    attack: "all places held by requests of one account or address",
    test: overload("a work queue leaves slots for others, whatever an account or an address requests"),
    cuts: [{ file: queue, text: "if (room(held, free) < 1)", by: "if (free < 0)" }],
  },
  {
    attack: "all bytes held by bodies of one account",
    test: overload(
      "a work queue leaves bytes for others, except that an account's only request can take all free bytes",
    ),
    cuts: [{ file: queue, text: "if (room(shared, free) < size)", by: "if (size < 0)" }],
  },
  {
    attack: "all bytes held by answers that are not read",
    test: overload(
      "a work queue counts an unread response as at most a share, and rejects the next one of the account",
    ),
    cuts: [{ file: queue, text: "return most;", by: "return size;" }],
  },
  {
    attack: "a body that never arrives",
    test: overload(
      "a queue that is full of bytes rejects a body that arrives too slowly, and releases its slot",
    ),
    cuts: [
      {
        file: "packages/server/src/api/http/in-time.ts",
        text: "giveUp(new SlowBodyError())",
        by: "void giveUp",
      },
    ],
  },
  {
    attack: "a line filled with the jobs of one account",
    test: {
      file: "core/fair-turns.property.test.ts",
      name: "fair turns gives another account its turn next, however many jobs of one account wait",
    },
    cuts: [{ file: turns, text: "if (!first || precedes(job, first)) first = job;", by: "first ??= job;" }],
  },
  {
    attack: "all workers occupied by long jobs of one account",
    test: {
      file: "core/fair-turns.property.test.ts",
      name: "fair turns lets one account use all places while it is the only one, and keeps spare ones for an account and an address without work",
    },
    cuts: [
      {
        file: turns,
        text: "return busy.length < limit + Math.min(isNewAddress ? 2 : 1, spare.length);",
        by: "return isNewAddress && false;",
      },
    ],
  },
  {
    attack: "a line of short texts without a pause",
    test: overload("a work queue lets the event loop turn between the jobs of a line"),
    cuts: [{ file: queue, text: "setImmediate(turn.end);", by: "turn.end();" }],
  },
  {
    attack: "all file descriptors held by connections of one address",
    test: {
      file: "server/runtime/node-connections.test.ts",
      name: "connections that send nothing are limited to 1,000 per client address, and those of other addresses are accepted",
    },
    cuts: [
      {
        file: "packages/server/src/runtime/node/limits.ts",
        text: "if (count >= limit) {",
        by: "if (count < 0) {",
      },
    ],
  },
];
