import type { Attack } from "./attack.ts";

const background: Attack["test"] = {
  file: "adapters/storage/sqlite-background.test.ts",
  name: "the background thread of a SQLite file reads a busy year without blocking the event loop, includes every acknowledged call, and bounds the log: Node",
};

/** Attacks on the stores, by one account or without an account. */
export const storageAttacks: readonly Attack[] = [
  {
    attack: "year-long report of a busy account: the event loop",
    test: background,
    cuts: [
      {
        file: "packages/adapters/src/storage/sqlite/usage.ts",
        text: "(await background?.read(readingSql, parameters).catch(() => null)) ??",
        by: "",
      },
    ],
  },
  {
    attack: "checkpoints of a busy file: the event loop",
    test: background,
    cuts: [
      {
        file: "packages/adapters/src/storage/sqlite/connection.ts",
        text: 'if (begin === "BEGIN IMMEDIATE") checkpointIfDue(ours);',
        by: "",
      },
    ],
  },
  {
    attack: "many year-long reports of one account together",
    test: {
      file: "core/usage/read-fairly.test.ts",
      name: "fair usage reports reads usage reports of one account one after the other, so that the report of another account waits for at most one of them",
    },
    cuts: [
      {
        file: "packages/core/src/usage/read-fairly.ts",
        text: "line.last.then(() => usage.read(query))",
        by: "usage.read(query)",
      },
    ],
  },
  {
    attack: "an export that is not read",
    test: {
      file: "server/account/export.test.ts",
      name: "GET /account/export reads no further page while the client does not read",
    },
    cuts: [
      {
        file: "packages/server/src/api/http/streamed.ts",
        text: "{ highWaterMark: 0 }",
        by: "{ highWaterMark: 1e9 }",
      },
    ],
  },
  {
    attack: "a flood of readiness probes",
    test: {
      file: "server/api/readiness.test.ts",
      name: "/readyz makes one write per second in each store, however many clients ask",
    },
    cuts: [
      {
        file: "packages/server/src/api/readiness.ts",
        text: "now - latest.startedAt >= sharedForMs",
        by: "now >= latest.startedAt",
      },
    ],
  },
];
