import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { createApi } from "@tools-api/server";
import { prometheusMetrics } from "@tools-api/server/prometheus";

const home = fileURLToPath(new URL(".", import.meta.url));

// Generated clients look for modules in the folders above them. Linters and Git ignore this folder.
const folder = `${home}dist`;

/** The exit code and the output of a judge. */
export interface Verdict {
  code: number;
  stdout: string;
  stderr: string;
}

/** Returns the path of a file that a judge reads or writes. */
export function judged(name: string): string {
  return `${folder}/${name}`;
}

/** Writes a document, and returns its path. */
export async function writeJudged(name: string, text: string): Promise<string> {
  const path = judged(name);
  await mkdir(folder, { recursive: true });
  await writeFile(path, text);
  return path;
}

/** Runs a judge without telemetry, and returns its verdict. */
export function judge(name: string, words: readonly string[]): Promise<Verdict> {
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    NO_COLOR: "1",
  };
  return new Promise((resolve) => {
    const options = { cwd: home, env, maxBuffer: 64 * 1024 * 1024 };
    execFile(`${home}node_modules/.bin/${name}`, words, options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

/** Returns the document of a server with all parts, under a URL that the judges do not take for an example. */
export async function wholeDocument(): Promise<string> {
  const documents = memoryDocuments();
  const api = createApi({
    documents,
    usage: memoryUsage(),
    authenticator: { authenticate: async () => null },
    publicUrl: "https://tools.acme.test",
    served: ["management", "oauth", "registration"],
    metrics: prometheusMetrics({ processMetrics: false }),
  });
  return (await api.request("/openapi.json")).text();
}
