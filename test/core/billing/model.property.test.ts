import { describe, expect, it } from "vitest";
import { isWhole } from "../../whole.ts";
import { checkHistories } from "./reference/run.ts";

describe("billing and its reference model", () => {
  it("agree on every line, invoice and state after any history of changes, payments, refunds and downtime", async () => {
    await expect(checkHistories({ numRuns: isWhole ? 400 : 150 })).resolves.toBeUndefined();
  });
});
