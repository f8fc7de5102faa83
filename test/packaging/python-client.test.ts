import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { lasting, passing, respond, startFailing } from "../server/client/failing-server.ts";
import { startServer } from "../server/server-process.ts";

const folder = fileURLToPath(new URL("../../examples/clients/python", import.meta.url));

/** Runs a program with the client, and returns the JSON that it prints. */
async function python(url: string, key: string, lines: readonly string[]): Promise<unknown> {
  const program = [
    "import json, sys",
    "from tools_api import ApiError, Client, NetworkError",
    "client = Client(sys.argv[1], sys.argv[2])",
    ...lines,
  ];
  // Without compiled files in the repository.
  const words = ["-B", "-c", program.join("\n"), url, key];
  const { stdout } = await promisify(execFile)("python3", words, { cwd: folder, timeout: 60_000 });
  return JSON.parse(stdout);
}

it("the Python client calls the tools, the report and the profile of a server", async () => {
  const server = await startServer({ DATABASE_URL: "memory:" });
  onTestFinished(async () => void (await server.stop("SIGKILL")));
  const found = await python(server.url, server.key, [
    `svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6"><rect width="8" height="6"/></svg>'`,
    `text = client.call("text-analyzer", {"text": "Not bad at all.", "language": "en"})`,
    `image = client.call("image-converter", {"image": svg, "format": "png", "width": 4})`,
    `profile = client.profile()`,
    `usage = client.usage(granularity="day")`,
    `try:`,
    `    client.call("text-analyzer", {"text": 5})`,
    `except ApiError as error:`,
    `    fault = [error.status, error.code, error.errors[0]["pointer"]]`,
    `print(json.dumps([text["sentiment"]["label"], image["image"][:4].hex(), image["width"],`,
    `    profile["plan"]["name"], usage["totals"]["succeeded"], fault]))`,
  ]);
  expect(found).toEqual(["positive", "89504e47", 4, "free", 3, [422, "invalid_parameter", "#/text"]]);
});

const call = [
  "try:",
  '    print(json.dumps(client.call("text-analyzer", {"text": "a"})))',
  "except ApiError as error:",
  "    print(json.dumps([error.status, error.code]))",
  "except NetworkError as error:",
  '    print(json.dumps("network"))',
];
const done = respond(200, { text: "done" });

it.each(passing)("the Python client repeats a call after %s, with the same key", async (_name, step) => {
  const server = await startFailing(step, done);
  onTestFinished(() => server.close());
  expect(await python(server.url, "tk_live_a", call)).toEqual({ text: "done" });
  const keys = server.requests.map(({ headers }) => headers["idempotency-key"]);
  expect(keys).toEqual([keys[0], keys[0]]);
});

it.each(lasting)("the Python client does not repeat a call that fails again: %#", async (step, outcome) => {
  const server = await startFailing(step);
  onTestFinished(() => server.close());
  expect(await python(server.url, "tk_live_a", call)).toEqual(outcome);
  expect(server.requests).toHaveLength(1);
});
