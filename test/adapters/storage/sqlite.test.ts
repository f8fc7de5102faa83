import { describeDocumentsOf, describeUsageOf } from "./conformance.ts";
import { onSqlite } from "./engines.ts";

describeDocumentsOf({ name: "sqlite", open: onSqlite });

describeUsageOf({
  name: "sqlite",
  open: onSqlite,
  skip: [
    {
      reason: "an error of SQLite means that nothing was written",
      tests: [
        "counts a batch once if it is sent several times, and returns the first result each time",
        "records outcomes once if they are sent several times",
        "refunds a unit once if the refund is sent several times",
        "recognizes the batches of a process that was killed",
      ],
    },
  ],
});
