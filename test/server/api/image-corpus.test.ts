import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { imagesIn, sampleOf } from "../../image-corpus.ts";
import { sharedData } from "../../shared-data.ts";
import { type Runtime, type ServerProcess, startServer } from "../server-process.ts";
import { isWhole } from "../../whole.ts";

const fixtures = fileURLToPath(new URL("../../fixtures/images", import.meta.url));
const corpus = sharedData("images", "valid");
// The runtimes differ in the libraries that they load. The type of an image selects the library.
const files = [
  ...imagesIn(fixtures).map((name) => join(fixtures, name)),
  ...(corpus === null ? [] : sampleOf(corpus, "type").map((name) => join(corpus, name))),
];

/** The tests of the codecs and of the corpus in core give the reasons. */
const refusedByRight = new Set(["large.jxl", "locked.pdf", "cc-cmyk_layers.jxl", "wes-1024-pages.gif"]);

const runtimes: Runtime[] = ["node", "deno"];

describe.runIf(isWhole)("the same images on Node and Deno", () => {
  let servers: ServerProcess[] = [];

  beforeAll(async () => {
    const settings = {
      DATABASE_URL: "memory:",
      PLAN_FREE_DAILY_LIMIT: "100000",
      LOG_LEVEL: "silent",
      // Error types contain the public URL.
      PUBLIC_URL: "https://tools.example.com",
    };
    servers = await Promise.all(runtimes.map((runtime) => startServer(settings, runtime)));
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
  });

  /** Returns all fields of a response except its duration, with a digest of the image's bytes. */
  async function answerOf({ url, key }: ServerProcess, file: string) {
    const response = await fetch(
      `${url}/v1/tools/image-converter?format=webp&width=96&height=96&effort=fast`,
      {
        method: "POST",
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/octet-stream" },
        body: readFileSync(file),
      },
    );
    const body: Record<string, unknown> = JSON.parse(await response.text());
    const { image, duration_ms: _duration, request_id: _id, instance: _instance, ...record } = body;
    const digest = typeof image === "string" ? createHash("sha256").update(image).digest("hex") : null;
    return { file, status: response.status, digest, record };
  }

  /** Repeats a conversion that missed its deadline: the processes have a low priority, and tests can use all cores. */
  async function patientAnswerOf(server: ServerProcess, file: string) {
    let answer = await answerOf(server, file);
    for (let tries = 1; tries < 5 && answer.record["code"] === "processing_limit"; tries++)
      answer = await answerOf(server, file);
    return answer;
  }

  it(
    "return the same results: records, errors, and every byte of the images",
    { timeout: 300_000 },
    async () => {
      expect(files.length).toBeGreaterThan(4);
      const queue = [...files];
      const refused: string[] = [];
      const client = async () => {
        for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
          const path = file;
          const [onNode, onDeno] = await Promise.all(servers.map((server) => patientAnswerOf(server, path)));
          expect(onDeno).toEqual(onNode);
          if (!onNode?.digest) refused.push(basename(path));
        }
      };
      await Promise.all([client(), client()]);
      expect(refused.filter((name) => !refusedByRight.has(name))).toEqual([]);
    },
  );
});
