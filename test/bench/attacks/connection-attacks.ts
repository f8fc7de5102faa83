import type { Attack } from "./attack.ts";

/** Attacks on the server itself that need no account. */
export const connectionAttacks: readonly Attack[] = [
  {
    attack: "thousands of pipelined requests on one connection",
    test: {
      file: "server/runtime/pipelining.test.ts",
      name: "pipelined requests close the connection if more than 32 wait, and none of the waiting ones is started",
    },
    cuts: [
      {
        file: "packages/server/src/runtime/node/turns.ts",
        text: "} else if (line.length < maxWaiting) line",
        by: "} else if (line) line",
      },
    ],
  },
  {
    attack: "pipelined requests that are all handled together",
    test: {
      file: "server/runtime/pipelining.test.ts",
      name: "pipelined requests are handled one at a time on each connection, and answered in order",
    },
    cuts: [
      {
        file: "packages/server/src/node.ts",
        text: "return inTurn(requestListener(fetch, options));",
        by: "return requestListener(fetch, options);",
      },
    ],
  },
  {
    attack: "requests in a loop for a document that is expensive to make",
    test: {
      file: "server/openapi/document.test.ts",
      name: "GET /openapi.json is created for the first request and cached for all others, compressed and with an ETag",
    },
    cuts: [
      {
        file: "packages/server/src/api/http/unchanging.ts",
        text: "(prepared ??= prepare(make))",
        by: "(prepared = prepare(make))",
      },
    ],
  },
  {
    attack: "sign-in attempts from one address that keep others from signing in",
    test: {
      file: "adapters/auth/scrypt.test.ts",
      name: "the scrypt hasher leaves half of its slots to other addresses, and serves addresses in turn",
    },
    cuts: [
      {
        file: "packages/adapters/src/auth/scrypt.ts",
        text: "if (free < 1 || share >= free)",
        by: "if (free < 1)",
      },
    ],
  },
];
