import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { denoPath } from "../../engines/deno-path.ts";
import { startServerHere, temporaryFolder } from "../server-process.ts";

const program = fileURLToPath(new URL("deno-program.ts", import.meta.url));

it("the client on Deno needs only network access, and works as on Node", async () => {
  const folder = temporaryFolder();
  const server = await startServerHere({ DATABASE_URL: `sqlite:${join(folder.path, "tools-api.db")}` });
  try {
    const flags = ["run", "--allow-net=127.0.0.1", "--quiet", "--conditions=@tools-api/source"];
    const words = [...flags, program, server.url, server.key];
    const { stdout } = await promisify(execFile)(denoPath(), words);
    expect(JSON.parse(stdout)).toEqual({
      label: "positive",
      image: "PNG",
      width: 8,
      original: "svg",
      remaining: true,
      refusal: [{ pointer: "#/start_date", detail: expect.any(String) }],
      late: true,
      aborted: "changed",
    });
  } finally {
    await server.stop();
    folder.remove();
  }
});
