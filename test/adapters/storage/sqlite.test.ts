import { describeDocumentStore, describeUsageStore } from "@tools-api/adapters/testing";
import { sourceFlags } from "./source-processes.ts";
import { newSqliteFile } from "./sqlite-file.ts";

const worker = {
  module: new URL("./sqlite-worker.ts", import.meta.url),
  execArgv: sourceFlags,
};

describeDocumentStore({
  name: "sqliteDocuments",
  worker,
  async create() {
    const file = await newSqliteFile();
    return {
      store: await file.documents(),
      usage: await file.usage(),
      another: () => file.documents(),
      async reopen() {
        await file.close();
        return file.documents();
      },
      location: file.path,
      dispose: () => file.remove(),
    };
  },
});

describeUsageStore({
  name: "sqliteUsage",
  worker,
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
  async create() {
    const file = await newSqliteFile();
    return {
      store: await file.usage(),
      another: () => file.usage(),
      async reopen() {
        await file.close();
        return file.usage();
      },
      location: file.path,
      dispose: () => file.remove(),
    };
  },
});
