import { describe } from "vitest";
import { canStartPostgres } from "../../engines/postgres.ts";
import { describeDocumentsOf, describeUsageOf } from "./conformance.ts";
import { onPostgres } from "./engines.ts";

describe.skipIf(!canStartPostgres())("PostgreSQL", () => {
  describeDocumentsOf({ name: "postgres", open: onPostgres });
  describeUsageOf({ name: "postgres", open: onPostgres });
});
