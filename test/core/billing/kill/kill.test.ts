import { afterAll, describe, expect, it } from "vitest";
import { canStartPostgres, type PostgresServer, startPostgres } from "../../../engines/postgres.ts";
import { operations } from "./operations.ts";
import { postgresPlace, sqlitePlace } from "./places.ts";
import { crashAt, killAt, type Place, uninterrupted } from "./rounds.ts";
import { moments } from "./stores.ts";

let server: PostgresServer | undefined;

async function onPostgres(): Promise<Place> {
  // The tests never end the server.
  server ??= await startPostgres(["fsync=off"]);
  return postgresPlace(server);
}

afterAll(() => server?.remove());

const names = Object.keys(operations);

function oneOf(count: number): number {
  return Math.floor(Math.random() * count);
}

describe("billing after the end of a process", () => {
  it.each(names)("has the documents of a run without interruption: %s, wherever it crashes", async (name) => {
    const expected = await uninterrupted(name);
    expect(expected.writes).toBeGreaterThan(0);
    for (let write = 1; write <= expected.writes; write++)
      for (const moment of ["before", "after"] as const) await crashAt({ name, write, moment }, expected);
  });

  // Each engine takes six random operations at a random write. The error of a failure names them. `billing-kills` of test/bench takes all of them.
  const engines = [
    { engine: "SQLite", newPlace: sqlitePlace, canStart: () => true },
    { engine: "PostgreSQL", newPlace: onPostgres, canStart: canStartPostgres },
  ];
  it.each(engines)(
    "has them after kill -9 of a process on $engine as well",
    async ({ newPlace, canStart }) => {
      if (!canStart()) return;
      const some = Array.from({ length: 6 }, () => names[oneOf(names.length)]);
      const kill = async (name: string | undefined): Promise<void> => {
        if (name === undefined) return;
        const expected = await uninterrupted(name);
        const place = await newPlace();
        const death = { name, write: 1 + oneOf(expected.writes), moment: moments[oneOf(3)] ?? "during" };
        await killAt(place, death, expected).finally(() => place.remove());
        await kill(some.pop());
      };
      await expect(Promise.all([kill(some.pop()), kill(some.pop())])).resolves.toBeDefined();
    },
  );
});
