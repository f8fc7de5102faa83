import { describeDocumentStore, describeUsageStore } from "@tools-api/adapters/testing";
import { unstorageDocuments, unstorageUsage } from "@tools-api/adapters/storage/unstorage";
import { createStorage } from "unstorage";
import fsLiteDriver from "unstorage/drivers/fs-lite";
import { expect, it } from "vitest";
import { sourceFlags } from "./source-processes.ts";
import { newUnstorageFolder } from "./unstorage-folder.ts";

/** The module with which another process opens a store. */
const worker = {
  module: new URL("./unstorage-worker.ts", import.meta.url),
  execArgv: sourceFlags,
};

it("is durable if the driver is known or declared to be, and exact within one process", async () => {
  const capabilities = [
    unstorageDocuments({ storage: createStorage({ driver: fsLiteDriver({ base: "/nowhere" }) }) })
      .capabilities,
    unstorageUsage({ storage: createStorage() }).capabilities,
    unstorageUsage({ storage: createStorage(), durable: true }).capabilities,
  ];
  expect(capabilities).toEqual([true, false, true].map((durable) => ({ exactAcross: "process", durable })));
});

describeDocumentStore({
  name: "unstorageDocuments in files",
  worker,
  async create() {
    const folder = await newUnstorageFolder();
    const [store, usage] = [folder.documents(), folder.usage()];
    return {
      store,
      usage,
      another: async () => folder.documents(),
      async reopen() {
        await folder.close();
        return folder.documents();
      },
      location: folder.location,
      dispose: () => folder.remove(),
    };
  },
  skip: [{ reason: "the lease lets one process in", tests: ["loses no update across processes"] }],
});

describeUsageStore({
  name: "unstorageUsage in files",
  worker,
  async create() {
    const folder = await newUnstorageFolder();
    return {
      store: folder.usage(),
      another: async () => folder.usage(),
      async reopen() {
        await folder.close();
        return folder.usage();
      },
      location: folder.location,
      dispose: () => folder.remove(),
    };
  },
  skip: [
    {
      reason: "the lease lets one process in",
      tests: [
        "returns the state of one instant while another process writes",
        "admits exactly the remaining units of a window across processes",
      ],
    },
    { reason: "remembers batches in memory", tests: ["recognizes the batches of a process that was killed"] },
  ],
});
