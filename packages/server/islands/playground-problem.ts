import { type Allowance, allowanceOf, SessionEndedError, UnreachableError } from "./call-api.ts";
import { element } from "./playground-dom.ts";
import { count, instant } from "./playground-words.ts";

/** What the API says of a call that it refused (RFC 9457). */
interface ProblemBody {
  code?: string;
  message?: string;
  errors?: { pointer: string; detail: string }[];
}

/** A call that was refused. */
class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly code: string;
  /** By the name of the field; what is wrong with it. */
  readonly faults: ReadonlyMap<string, string>;
  readonly allowance: Allowance | null;
  /** Seconds. */
  readonly retryAfter: number;

  constructor(response: Response, { code = "", message, errors = [] }: ProblemBody) {
    super(message ?? `The server answered with the status ${response.status}.`);
    this.code = code;
    this.faults = new Map(errors.map(({ pointer, detail }) => [pointer.slice("#/".length), detail]));
    this.allowance = allowanceOf(response);
    this.retryAfter = Number(response.headers.get("Retry-After") ?? 0);
  }
}

/** What is wrong with a field, found before a call was spent on it. */
export class FieldError extends Error {
  override readonly name = "FieldError";
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** @throws RefusedError where an answer is a refusal. */
export async function expectSuccess(response: Response): Promise<void> {
  if (response.ok) return;
  const body: unknown = await response.json().catch(() => null);
  // As /openapi.json describes it; whatever else answered has none of its members.
  throw new RefusedError(response, typeof body === "object" && body ? body : {});
}

function refusal({ code, message, allowance, retryAfter }: RefusedError): string {
  if (code === "quota_exceeded" && allowance)
    return `${message} No call was counted. The next one is answered from ${instant(allowance.resetsAt)} on.`;
  if (retryAfter > 0) return `${message} Try again in ${count(retryAfter, "second")}.`;
  return message;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
}

/** What is wrong with each field: as the refusal lists it, or as it begins with the name of the one that it is about. */
function fieldsOf({ faults, message }: RefusedError): Map<string, string> {
  const [, name, detail] = /^([a-z_]+): (.+)$/s.exec(message) ?? [];
  const found =
    faults.size > 0 || name === undefined || detail === undefined ? faults : [[name, detail] as const];
  return new Map([...found].map(([field, fault]) => [field, sentence(fault)]));
}

/** What went wrong, for a notice, and for fields by their names. */
export interface Fault {
  notice: Node;
  fields: ReadonlyMap<string, string>;
  /** What is left of the day, where the server said so: what it refuses counts as well. */
  allowance?: Allowance | null;
}

/** An error in words that say what can be done about it. */
export function faultOf(error: unknown, base: string): Fault {
  const say = (text: string, fields: Fault["fields"] = new Map()): Fault => ({
    notice: document.createTextNode(text),
    fields,
  });
  if (error instanceof FieldError) return say("", new Map([[error.field, error.message]]));
  if (error instanceof RefusedError) {
    const fields = fieldsOf(error);
    return { ...say(fields.size > 0 ? "" : refusal(error), fields), allowance: error.allowance };
  }
  if (error instanceof SessionEndedError) {
    const next = encodeURIComponent(location.pathname + location.search);
    const link = element("a", { href: `${base}/sign-in?next=${next}` }, "Sign in again");
    return {
      notice: element("span", {}, "You are signed out. ", link, ", and what is in the form is gone."),
      fields: new Map(),
    };
  }
  if (error instanceof DOMException && error.name === "AbortError")
    return say("Cancelled. If the server had begun with it, it counts as a call.");
  if (error instanceof UnreachableError) return say(`${error.message} Check the connection, then try again.`);
  reportError(error);
  return say("The answer could not be shown. The browser's console says why.");
}
