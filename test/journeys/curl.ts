import { execFile, execFileSync } from "node:child_process";

/** Returns whether curl is installed. Prints how to install it if it is missing, which is an error in CI. */
export function hasCurl(): boolean {
  try {
    execFileSync("curl", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    const reason = "the lines that pages show for a terminal need curl: apt-get install -y curl";
    if (process.env["CI"]) throw new Error(reason);
    console.log(`skipped: ${reason}`);
    return false;
  }
}

/** The output of curl. */
export interface CurlAnswer {
  status: number;
  headers: ReadonlyMap<string, string>;
  json: unknown;
}

/** Runs a line unchanged in a shell, and returns its output. */
export function runInShell(line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile("sh", ["-c", line], { timeout: 60_000 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${line}\n${stderr}`, { cause: error }));
      else resolve(stdout);
    });
  });
}

/** Runs a line that begins with curl in a shell, with the option that prints the headers. */
export async function runCurl(line: string): Promise<CurlAnswer> {
  const printed = await runInShell(`${line} -i`);
  const end = printed.indexOf("\r\n\r\n");
  const [statusLine = "", ...fields] = printed.slice(0, end).split("\r\n");
  const headers = fields.map((field) => {
    const colon = field.indexOf(":");
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()] as const;
  });
  const body = printed.slice(end + "\r\n\r\n".length);
  return {
    status: Number(statusLine.split(" ")[1]),
    headers: new Map(headers),
    json: body === "" ? null : JSON.parse(body),
  };
}
