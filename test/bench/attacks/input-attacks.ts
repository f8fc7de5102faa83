import type { Attack } from "./attack.ts";

const http = "packages/server/src/api/http";
const structure = `${http}/json-structure.ts`;

function bounded(name: string): Attack["test"] {
  return { file: "server/api/bounded-input.test.ts", name };
}

function sized(name: string): Attack["test"] {
  return { file: "server/api/error-size.test.ts", name: `an error ${name}` };
}

/** Attacks on the cost of parsing and refusing a request. */
export const inputAttacks: readonly Attack[] = [
  {
    attack: "JSON nested a million levels deep",
    test: bounded(
      "a JSON body with six megabytes of open brackets returns 400 before a second chunk of it is read",
    ),
    cuts: [{ file: structure, text: "if (this.#depth > maxJsonDepth)", by: "if (this.#depth < 0)" }],
  },
  {
    attack: "JSON with 600,000 unknown fields",
    test: bounded(
      "a JSON body with six megabytes of unknown fields returns 400 before a second chunk of it is read",
    ),
    cuts: [{ file: structure, text: "if (this.#members > maxJsonMembers)", by: "if (this.#members < 0)" }],
  },
  {
    attack: "text of six megabytes that is decoded before it is refused",
    test: bounded("a text of a million bytes of a is accepted, and is rejected while more bytes arrive"),
    cuts: [
      {
        file: `${http}/json-text.ts`,
        text: "if (this.#bytes > maxTextBytes)",
        by: "if (this.#bytes < 0)",
      },
    ],
  },
  {
    attack: "body of many megabytes in one chunk",
    test: bounded("a JSON body lets the event loop turn while a chunk of many megabytes is read"),
    cuts: [{ file: `${http}/body.ts`, text: "await pause();", by: "" }],
  },
  {
    attack: "query of thousands of parameters",
    test: bounded("a query or a form with more than 1,000 parameters returns 400, whatever their names"),
    cuts: [{ file: `${http}/query.ts`, text: "if (fields > maxFields)", by: "if (fields < 0)" }],
  },
  {
    attack: "form of thousands of fields",
    test: bounded("a query or a form of a page with more than 1,000 fields returns 400"),
    cuts: [{ file: `${http}/form.ts`, text: "if (this.#fields > maxFields)", by: "if (this.#fields < 0)" }],
  },
  {
    attack: "error that lists every fault of a request",
    test: sized("lists at most 20 errors and the number of further ones"),
    cuts: [
      {
        file: "packages/core/src/validate.ts",
        text: "faults.slice(0, maxFaults)",
        by: "faults",
      },
    ],
  },
  {
    attack: "error that repeats a path and header fields of many kilobytes",
    test: sized("has at most 16 kB for any path and header fields"),
    cuts: [
      {
        file: "packages/server/src/api/http/problem.ts",
        text: "return jsonBytes(text) <= maxBytes ?",
        by: "return maxBytes > 0 ?",
      },
    ],
  },
  {
    attack: "parameters in the body of a GET that are ignored",
    test: {
      file: "server/api/get-body.test.ts",
      name: "a GET with a JSON object in its body provides the parameters on every supported way to serve the API on Node",
    },
    cuts: [
      {
        file: `${http}/parameters.ts`,
        text: "if (!announcesBody(c)) return query;",
        by: "if (c) return query;",
      },
    ],
  },
];
