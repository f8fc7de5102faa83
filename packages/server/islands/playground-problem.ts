import { type Allowance, allowanceOf, SessionEndedError, UnreachableError } from "./call-api.ts";
import { element } from "./dom.ts";
import { count, instant, sentence } from "./playground-words.ts";

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

function refusal({ code, message, allowance, retryAfter }: RefusedError, base: string): Node {
  if (code === "quota_exceeded" && allowance)
    return element(
      "span",
      {},
      // It says which of the plan's limits it was: that of the day is not the only one.
      `${message} No call was counted. The next one is answered from ${instant(allowance.resetsAt)} on; `,
      element("a", { href: `${base}/plan` }, "a larger plan"),
      " takes effect at once.",
    );
  const wait = retryAfter > 0 ? ` Try again in ${count(retryAfter, "second")}.` : "";
  return document.createTextNode(message + wait);
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
    const notice = fields.size > 0 ? document.createTextNode("") : refusal(error, base);
    return { notice, fields, allowance: error.allowance };
  }
  if (error instanceof SessionEndedError) {
    const next = encodeURIComponent(location.pathname + location.search);
    // Here it would take what is in the form along.
    const attributes = { href: `${base}/sign-in?next=${next}`, target: "_blank", rel: "noopener" };
    const link = element("a", attributes, "Sign in again in a new tab");
    return {
      notice: element("span", {}, "You are signed out. ", link, ", then come back: the form stays as it is."),
      fields: new Map(),
    };
  }
  if (error instanceof DOMException && error.name === "AbortError")
    return say("Cancelled. If the server had begun with it, it counts as a call.");
  if (error instanceof UnreachableError) return say(`${error.message} Check the connection, then try again.`);
  reportError(error);
  return say("The answer could not be shown. The browser's console says why.");
}
