import type { ApiVariables, CallContext, Reply, ReplyBody } from "./call-context.ts";

/** A response that is not written yet. */
export interface Answer extends Reply {
  content: ReplyBody;
  /** The header fields that describe its content. */
  fields: Record<string, string>;
}

/** Creates the variables of a call, which always have the same members in the same order. */
function newVariables(): ApiVariables {
  return { requestId: "", address: "", bytesIn: 0, bytesOut: 0 };
}

/** The context of a call that needs no `Request`, `Response` and middleware, which cost more than a short call. */
export class PlainContext implements CallContext {
  readonly env: CallContext["env"];
  readonly req: CallContext["req"];
  /** The header fields of the response in addition to those of its content. */
  fields: Record<string, string> | undefined = undefined;
  readonly #variables = newVariables();

  constructor(env: CallContext["env"], req: CallContext["req"]) {
    this.env = env;
    this.req = req;
  }

  get<Name extends keyof ApiVariables>(name: Name): ApiVariables[Name] {
    return this.#variables[name];
  }

  set<Name extends keyof ApiVariables>(name: Name, value: ApiVariables[Name]): void {
    this.#variables[name] = value;
  }

  header(name: string, value: string | undefined): void {
    this.fields ??= {};
    if (value === undefined) delete this.fields[name];
    else this.fields[name] = value;
  }

  body(content: ReplyBody, status: number, fields: Record<string, string>): Answer {
    return { status, content, fields };
  }
}
