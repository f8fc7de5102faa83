import { type Allowance, readAllowance, SessionEndedError, UnreachableError } from "./call-api.ts";
import { element } from "./dom.ts";
import { count, instant, sentence } from "./playground-words.ts";

/** The body of an error response (RFC 9457). */
interface ProblemBody {
  code?: string;
  message?: string;
  errors?: { pointer: string; detail: string }[];
}

/** Returns errors by the names of their fields. A place inside a field goes before the message. */
function byField(errors: NonNullable<ProblemBody["errors"]>): Map<string, string> {
  const faults = new Map<string, string>();
  for (const { pointer, detail } of errors) {
    const [name = "", ...inside] = pointer.slice("#/".length).split("/");
    const fault = [...inside, detail].join(": ");
    const known = faults.get(name);
    faults.set(name, known === undefined ? fault : `${known}; ${fault}`);
  }
  return faults;
}

/** An error response of the API. */
class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly code: string;
  /** Errors by the name of the field. */
  readonly faults: ReadonlyMap<string, string>;
  readonly allowance: Allowance | null;
  /** Seconds. */
  readonly retryAfter: number;

  constructor(response: Response, { code = "", message, errors = [] }: ProblemBody) {
    super(message ?? `The server responded with status ${response.status}.`);
    this.code = code;
    this.faults = byField(errors);
    this.allowance = readAllowance(response);
    this.retryAfter = Number(response.headers.get("Retry-After") ?? 0);
  }
}

/** Errors in fields that were found before the call, which therefore does not count. */
export class FieldErrors extends Error {
  override readonly name = "FieldErrors";
  /** Errors by the name of the field. */
  readonly faults: ReadonlyMap<string, string>;

  constructor(faults: ReadonlyMap<string, string>) {
    super([...faults.values()].join(" "));
    this.faults = faults;
  }
}

/**
 * Checks that a response is a success.
 *
 * @throws RefusedError if it is not.
 */
export async function expectSuccess(response: Response): Promise<void> {
  if (response.ok) return;
  const body: unknown = await response.json().catch(() => null);
  // As /openapi.json describes it. A response from another program has none of the members.
  throw new RefusedError(response, typeof body === "object" && body ? body : {});
}

function refusal({ code, message, allowance, retryAfter }: RefusedError, base: string): Node {
  if (code === "quota_exceeded" && allowance)
    return element(
      "span",
      {},
      // The message names the exceeded limit, which may not be the daily one.
      `${message} This run did not count. Try again after ${instant(allowance.resetsAt)}, or `,
      element("a", { href: `${base}/plan` }, "upgrade your plan"),
      " to continue immediately.",
    );
  const wait = retryAfter > 0 ? ` Try again in ${count(retryAfter, "second")}.` : "";
  return document.createTextNode(message + wait);
}

/**
 * Returns the errors by field. They come from the error list, or from a message that begins with the name of a field.
 */
function faultsByField({ faults, message }: RefusedError): Map<string, string> {
  const [, name, detail] = /^([a-z_]+): (.+)$/s.exec(message) ?? [];
  const found =
    faults.size > 0 || name === undefined || detail === undefined ? faults : [[name, detail] as const];
  return new Map([...found].map(([field, fault]) => [field, sentence(fault)]));
}

/** An error to show in a notice or at fields, by their names. */
export interface Fault {
  notice: Node;
  fields: ReadonlyMap<string, string>;
  /** The remaining calls of the day, if the response has them. Refused calls may count too. */
  allowance?: Allowance | null;
}

/** Returns an error in words that tell the user what to do. */
export function toFault(error: unknown, base: string): Fault {
  const say = (text: string, fields: Fault["fields"] = new Map()): Fault => ({
    notice: document.createTextNode(text),
    fields,
  });
  if (error instanceof FieldErrors) return say("", error.faults);
  if (error instanceof RefusedError) {
    const fields = faultsByField(error);
    const notice = fields.size > 0 ? document.createTextNode("") : refusal(error, base);
    return { notice, fields, allowance: error.allowance };
  }
  if (error instanceof SessionEndedError) {
    const next = encodeURIComponent(location.pathname + location.search);
    // In a new tab, because in this one the contents of the form would be lost.
    const attributes = { href: `${base}/sign-in?next=${next}`, target: "_blank", rel: "noopener" };
    const link = element("a", attributes, "Sign in again in a new tab");
    return {
      notice: element(
        "span",
        {},
        "You are signed out. ",
        link,
        ", then return to this tab. Your input stays here.",
      ),
      fields: new Map(),
    };
  }
  if (error instanceof DOMException && error.name === "AbortError")
    return say("Canceled. The run counts as a call if the server already started it.");
  if (error instanceof UnreachableError) return say(`${error.message} Check the connection, then try again.`);
  reportError(error);
  return say("The page cannot show the response. See the browser's console for the cause.");
}
