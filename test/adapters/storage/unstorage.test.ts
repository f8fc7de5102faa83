import { unstorageDocuments, unstorageUsage } from "@tools-api/adapters/storage/unstorage";
import { createStorage } from "unstorage";
import fsLiteDriver from "unstorage/drivers/fs-lite";
import { expect, it } from "vitest";
import { describeDocumentsOf, describeUsageOf } from "./conformance.ts";
import { onUnstorage } from "./engines.ts";

it("is durable if the driver is known or declared to be, and exact within one process", async () => {
  const capabilities = [
    unstorageDocuments({ storage: createStorage({ driver: fsLiteDriver({ base: "/nowhere" }) }) })
      .capabilities,
    unstorageUsage({ storage: createStorage() }).capabilities,
    unstorageUsage({ storage: createStorage(), durable: true }).capabilities,
  ];
  expect(capabilities).toEqual([true, false, true].map((durable) => ({ exactAcross: "process", durable })));
});

describeDocumentsOf({
  name: "unstorage",
  open: onUnstorage,
  skip: [{ reason: "the lease lets one process in", tests: ["loses no update across processes"] }],
});

describeUsageOf({
  name: "unstorage",
  open: onUnstorage,
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
