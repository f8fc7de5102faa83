import { describeValue } from "@tools-api/core/internal/schema";
import { z } from "zod";

/** The codes of JSON-RPC 2.0 §5.1 for messages that the server refuses. */
const [invalidRequest, invalidParams] = [-32_600, -32_602];

/** The reason why the server refuses a message. */
interface MessageFault {
  code: number;
  message: string;
}

type Members = Readonly<Record<string, unknown>>;

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a value without the members that are null. Clients send null for what they leave out. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isMembers(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}

/** Returns a message without members that are null, except `id`: a request would become a notification. */
export function withoutNullMembers({ id, ...message }: Members): Record<string, unknown> {
  // `withoutNulls` returns an object for an object.
  return { ...(withoutNulls(message) as Record<string, unknown>), ...(id !== undefined && { id }) };
}

const isText = (value: unknown) => typeof value === "string";

/** The types of members, with their names in an error. */
const types = {
  text: { expected: "a string", isValid: isText },
  object: { expected: "an object", isValid: isMembers },
  id: {
    expected: "a string or an integer",
    isValid: (value) => isText(value) || Number.isSafeInteger(value),
  },
} as const satisfies Record<string, { expected: string; isValid: (value: unknown) => boolean }>;

/** A rule for a member of a message, by the path to it. */
interface Rule {
  path: readonly string[];
  type: keyof typeof types;
  isRequired?: boolean;
}

const everyMessage: readonly Rule[] = [
  { path: ["method"], type: "text", isRequired: true },
  { path: ["id"], type: "id" },
];

const everyParams: readonly Rule[] = [
  { path: ["params"], type: "object" },
  { path: ["params", "_meta"], type: "object" },
  { path: ["params", "_meta", "progressToken"], type: "id" },
];

/** The parameters of the methods that the server answers. */
const methodParams: Readonly<Record<string, readonly Rule[]>> = {
  initialize: [
    { path: ["params", "protocolVersion"], type: "text", isRequired: true },
    { path: ["params", "capabilities"], type: "object", isRequired: true },
    { path: ["params", "clientInfo"], type: "object", isRequired: true },
    { path: ["params", "clientInfo", "name"], type: "text", isRequired: true },
    { path: ["params", "clientInfo", "version"], type: "text", isRequired: true },
  ],
  "tools/list": [{ path: ["params", "cursor"], type: "text" }],
  "resources/list": [{ path: ["params", "cursor"], type: "text" }],
  "resources/templates/list": [{ path: ["params", "cursor"], type: "text" }],
  "resources/read": [{ path: ["params", "uri"], type: "text", isRequired: true }],
  "tools/call": [
    { path: ["params", "name"], type: "text", isRequired: true },
    { path: ["params", "arguments"], type: "object" },
    { path: ["params", "task"], type: "object" },
  ],
};

/** Returns the fault of the first member that breaks a rule, or `null`. */
function firstFault(message: Members, rules: readonly Rule[], code: number): MessageFault | null {
  for (const { path, type, isRequired = false } of rules) {
    let value: unknown = message;
    for (const name of path) value = isMembers(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    const { expected, isValid } = types[type];
    if (value === undefined ? !isRequired : isValid(value)) continue;
    const name = path.length > 1 ? path.slice(1).join(".") : path[0];
    return { code, message: `${name}: expected ${expected}, received ${describeValue(value)}` };
  }
  return null;
}

/**
 * Returns why the server refuses a message, in one sentence, or `null`. The SDK would answer with the errors of its
 * schemas as JSON. Responses of clients, which have no method, are left to the SDK.
 */
export function messageFault(message: Members): MessageFault | null {
  if (message.jsonrpc !== "2.0")
    return {
      code: invalidRequest,
      message: `jsonrpc: expected "2.0", received ${describeValue(message.jsonrpc)}`,
    };
  if ("result" in message || "error" in message) return null;
  const { method } = message;
  const own = isText(method) && Object.hasOwn(methodParams, method) ? methodParams[method] : [];
  return (
    firstFault(message, everyMessage, invalidRequest) ??
    firstFault(message, [...everyParams, ...(own ?? [])], invalidParams)
  );
}

/** Returns the response to a message that the server refuses. A fault of the parameters is a result of JSON-RPC. */
export function refusal({ id }: Members, error: MessageFault): Response {
  const body = { jsonrpc: "2.0", id: types.id.isValid(id) ? id : null, error };
  return Response.json(body, { status: error.code === invalidParams ? 200 : 400 });
}

/** The errors of a schema in a message of the SDK. */
const Issues = z
  .array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }))
  .min(1);

/** The response of the SDK to a message that its schemas refuse. */
const SchemaError = z.looseObject({ error: z.object({ message: z.string() }) });

/**
 * Returns the body of an error response of the SDK with the first error of a schema as a sentence, instead of the JSON of
 * all. Returns any other body as it is.
 */
export function plainError(body: string): string {
  // Results begin with `result`. Almost all bodies are results.
  if (!body.startsWith('{"jsonrpc"') || !body.includes(String.raw`[\n`)) return body;
  const response = SchemaError.safeParse(JSON.parse(body)).data;
  const text = response?.error.message ?? "";
  const start = text.indexOf("[\n");
  if (!response || start === -1 || !text.endsWith("]")) return body;
  const [issue] = Issues.parse(JSON.parse(text.slice(start)));
  const path = issue?.path.filter((step) => step !== "params").join(".") || "params";
  const message = `${path}: ${issue?.message.replace(/^Invalid input: /, "") ?? ""}`;
  return JSON.stringify({ ...response, error: { code: invalidParams, message } });
}
