import process from "node:process";
import { unstorageDocuments, unstorageUsage } from "@tools-api/adapters/storage/unstorage";
import { openLocation } from "./unstorage-folder.ts";

// Runs on Node and on Deno. Prints the results of its stores, or the message of the error that prevents them.
try {
  const options = openLocation(process.argv[2] ?? "");
  const [documents, usage] = [unstorageDocuments(options), unstorageUsage(options)];
  const committed = await documents.commit([{ key: "notes/🙂", value: { text: "ä" } }]);
  const at = Date.now();
  const windows = [{ id: "day", limit: 2, ends: at + 60_000 }];
  const call = { account: "acct_1", endpoint: "e", at, windows, fences: [] };
  const admissions = await usage.consume({ id: crypto.randomUUID(), at, items: [call, call, call] });
  const { used } = await usage.read({ account: "acct_1", boundaries: [], windows: ["day"] });
  const found = await documents.list("notes/", { limit: 9 });
  console.log(JSON.stringify({ committed, found, admissions, used }));
  await Promise.all([documents.close(), usage.close()]);
  await options.storage.dispose();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
