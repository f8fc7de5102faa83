import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { denoPath } from "../../engines/deno-path.ts";
import { expectedOutcomes } from "../oauth/judges.ts";
import { startServer, temporaryFolder } from "../server-process.ts";

const program = fileURLToPath(new URL("./oauth-judges-program.ts", import.meta.url));

it("conforms to the OAuth RFCs with oauth4webapi and openid-client, with client and server on Deno", async () => {
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  const settings = { DATABASE_URL: `sqlite:${join(folder.path, "tools-api.db")}`, LOG_LEVEL: "silent" };
  const server = await startServer(settings, "deno");
  onTestFinished(async () => void (await server.stop()));
  const { stdout } = await promisify(execFile)(denoPath(), ["run", "-A", "--quiet", program, server.url]);
  expect(JSON.parse(stdout)).toEqual(expectedOutcomes(server.url));
});
