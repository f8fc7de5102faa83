import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { lasting, passing, respond, startFailing } from "../server/client/failing-server.ts";
import { startServer, temporaryFolder } from "../server/server-process.ts";

const run = promisify(execFile);
const source = fileURLToPath(new URL("../../examples/clients/go/toolsapi.go", import.meta.url));
const folder = temporaryFolder();

/** A program that prints as JSON what the calls of the client return: all of them, or only one. */
const program = `package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/url"
	"os"

	"program/toolsapi"
)

func main() {
	ctx := context.Background()
	client := toolsapi.New(os.Args[1], os.Args[2])
	text, err := client.Call(ctx, "text-analyzer", toolsapi.Request{"text": "Not bad at all.", "language": "en"})
	var refused *toolsapi.Error
	if errors.As(err, &refused) {
		print(refused.Status, refused.Code)
	} else if err != nil {
		print("network")
	} else if len(os.Args) == 3 {
		print(text)
	} else {
		svg := []byte(os.Args[3])
		image, _ := client.Call(ctx, "image-converter", toolsapi.Request{"image": svg, "format": "png", "width": 4})
		profile, _ := client.Profile(ctx)
		usage, _ := client.Usage(ctx, url.Values{"granularity": {"day"}})
		_, err := client.Call(ctx, "text-analyzer", toolsapi.Request{"text": 5})
		errors.As(err, &refused)
		print(text["sentiment"].(map[string]any)["label"], hex.EncodeToString(image["image"].([]byte)[:4]), image["width"],
			profile["plan"].(map[string]any)["name"], usage["totals"].(map[string]any)["succeeded"],
			refused.Status, refused.Code, refused.Errors[0].Pointer)
	}
}

func print(values ...any) {
	json.NewEncoder(os.Stdout).Encode(values)
}
`;

beforeAll(async () => {
  mkdirSync(join(folder.path, "toolsapi"));
  copyFileSync(source, join(folder.path, "toolsapi/toolsapi.go"));
  writeFileSync(join(folder.path, "go.mod"), "module program\n\ngo 1.19\n");
  writeFileSync(join(folder.path, "main.go"), program);
  // The client has no dependencies, so the build needs no network.
  const env = { ...process.env, GOFLAGS: "-mod=mod", GOPROXY: "off" };
  await run("go", ["vet", "./..."], { cwd: folder.path, env });
  await run("go", ["build", "-o", "client", "."], { cwd: folder.path, env });
}, 300_000);
afterAll(() => folder.remove());

/** Runs the program, and returns the values that it prints. */
async function go(...words: readonly string[]): Promise<unknown> {
  return JSON.parse((await run(join(folder.path, "client"), words, { timeout: 60_000 })).stdout);
}

it("the Go client calls the tools, the report and the profile of a server", async () => {
  const server = await startServer({ DATABASE_URL: "memory:" });
  onTestFinished(async () => void (await server.stop("SIGKILL")));
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6"><rect width="8" height="6"/></svg>';
  const fault = [422, "invalid_parameter", "#/text"];
  expect(await go(server.url, server.key, svg)).toEqual(["positive", "89504e47", 4, "free", 3, ...fault]);
});

it.each(passing)("the Go client repeats a call after %s, with the same key", async (_name, step) => {
  const server = await startFailing(step, respond(200, { text: "done" }));
  onTestFinished(() => server.close());
  expect(await go(server.url, "tk_live_a")).toEqual([{ text: "done" }]);
  const keys = server.requests.map(({ headers }) => headers["idempotency-key"]);
  expect(keys).toEqual([keys[0], keys[0]]);
});

it.each(lasting)("the Go client does not repeat a call that fails again: %#", async (step, outcome) => {
  const server = await startFailing(step);
  onTestFinished(() => server.close());
  expect(await go(server.url, "tk_live_a")).toEqual(outcome);
  expect(server.requests).toHaveLength(1);
});
