import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { imagesIn, sampleOf } from "../image-corpus.ts";
import { sharedData } from "../shared-data.ts";
import { type Runtime, type ServerProcess, startServer } from "./server-process.ts";

const fixtures = fileURLToPath(new URL("../fixtures/images", import.meta.url));
const corpus = sharedData("images", "valid");
// The runtimes differ by the libraries that they load, which the type of an image selects.
const files = [
  ...imagesIn(fixtures).map((name) => join(fixtures, name)),
  ...(corpus === null ? [] : sampleOf(corpus, "type").map((name) => join(corpus, name))),
];

/** The tests of codecs and of the corpus in core say why. */
const refusedByRight = new Set(["large.jxl", "locked.pdf", "cc-cmyk_layers.jxl", "wes-1024-pages.gif"]);

const runtimes: Runtime[] = ["node", "deno"];

describe("the same images on Node and on Deno", () => {
  let servers: ServerProcess[] = [];

  beforeAll(async () => {
    const settings = {
      DATABASE_URL: "memory:",
      PLAN_FREE_DAILY_LIMIT: "100000",
      LOG_LEVEL: "silent",
      // It is in the type of an error.
      PUBLIC_URL: "https://tools.example.com",
    };
    servers = await Promise.all(runtimes.map((runtime) => startServer(settings, runtime)));
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
  });

  /** All of an answer but the time that it took, with the image's bytes as a digest. */
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

  /** Of what is within its deadline: the processes have a low priority, and other tests may take all cores. */
  async function patientAnswerOf(server: ServerProcess, file: string) {
    let answer = await answerOf(server, file);
    for (let tries = 1; tries < 5 && answer.record["code"] === "processing_limit"; tries++)
      answer = await answerOf(server, file);
    return answer;
  }

  it(
    "get the same answers: records, refusals, and every byte of the results",
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
