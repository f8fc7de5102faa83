import { createServer } from "node:net";
import type { ToolsError } from "@tools-api/core";
import { startCommand } from "./start-command.ts";

interface Address {
  port: number;
  host: string;
}

/** An error for a server that cannot listen on its host and port. */
export class ListenError extends Error {
  /** One line that tells the operator what to do. */
  readonly advice: string;

  constructor(message: string, advice: string, cause: unknown) {
    super(message, { cause });
    this.advice = `${message} ${advice}`;
  }
}

function isFree(address: Address): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(address, () => server.close(() => resolve(true)));
  });
}

const candidates = 20;
const firstUnprivilegedPort = 1024;

/** Returns the next free port, so that the command in the message works. */
async function freePortAfter({ port, host }: Address): Promise<number> {
  for (let next = port + 1; next <= Math.min(port + candidates, 65_535); next++)
    if (await isFree({ port: next, host })) return next;
  return 0;
}

function systemCode(error: unknown): string {
  if (!(error instanceof Error)) return "";
  // Deno gives some errors no code, only a name or a message.
  if (/failed to lookup address/i.test(error.message)) return "ENOTFOUND";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

/** Returns an error that says why the server cannot listen and what to do. Returns any other error unchanged. */
export async function listenError(error: unknown, address: Address): Promise<unknown> {
  const { port, host } = address;
  switch (systemCode(error)) {
    case "EADDRINUSE":
    case "AddrInUse": {
      const command = startCommand({ PORT: String(await freePortAfter(address)) });
      return new ListenError(`Port ${port} is in use.`, `Use another: ${command}`, error);
    }
    case "EACCES":
    case "PermissionDenied": {
      const command = startCommand({ PORT: String(await freePortAfter({ port: 2999, host })) });
      return new ListenError(
        `This user is not allowed to use port ${port}.`,
        `Use ${firstUnprivilegedPort} or higher: ${command}`,
        error,
      );
    }
    case "EADDRNOTAVAIL":
    case "AddrNotAvailable":
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EINVAL":
    case "EAI_NONAME":
      return new ListenError(
        `HOST: expected a name or an address of this machine, received ${JSON.stringify(host)}.`,
        `To listen on this machine only: ${startCommand({ HOST: "127.0.0.1" })}`,
        error,
      );
    default:
      return error;
  }
}

function parameterLines({ errors = [], message }: ToolsError): string[] {
  if (errors.length < 2) return [message];
  const named = errors.map(({ pointer, detail }) => `${pointer.replace(/^#\//, "")}: ${detail}`);
  // The message ends with the number of errors that it does not list.
  const [further] = /and \d+ more$/.exec(message) ?? [];
  return further === undefined ? named : [...named, further];
}

/** Returns the lines that tell an operator why a command or a start failed, one for each invalid setting. */
export function errorMessage(error: ToolsError | ListenError): string {
  if (error instanceof ListenError) return error.advice;
  return parameterLines(error)
    .map((line) => `tools-api: ${line}`)
    .join("\n");
}
