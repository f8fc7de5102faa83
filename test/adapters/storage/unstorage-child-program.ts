import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { unstorageDocuments, unstorageUsage } from "@tools-api/adapters/storage/unstorage";
import { ToolsError } from "@tools-api/core";
import { everyDocument, openLocation, twoAccounts } from "./unstorage-folder.ts";

// Commits and consumes repeatedly with pauses, at the location in its argument. Prints when a pause begins, and the code of
// the error that ends it.
const options = openLocation(process.argv[2] ?? "");
const [documents, usage] = [unstorageDocuments(options), unstorageUsage(options)];
// When a test run ends, this process must not continue to write.
process.stdin.on("end", () => process.exit()).resume();
try {
  for (let stamp = 1; ; stamp++) {
    await documents.commit(everyDocument(stamp));
    await usage.consume(twoAccounts(crypto.randomUUID()));
    console.log("pausing");
    await sleep(400);
  }
} catch (error) {
  console.log(error instanceof ToolsError ? error.code : String(error));
}
process.exit();
