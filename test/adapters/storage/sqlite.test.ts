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
