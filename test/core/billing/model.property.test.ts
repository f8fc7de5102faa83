import { describe, expect, it } from "vitest";
import { checkHistories } from "./reference/run.ts";

describe("billing and its reference model", () => {
  it("agree on every line, invoice and state after any history of changes, payments, refunds and downtime", async () => {
    await expect(checkHistories({ numRuns: 400 })).resolves.toBeUndefined();
  });
});
