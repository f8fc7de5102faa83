import type { ToolsError } from "@tools-api/core";
import type { Tool } from "@tools-api/core/tools";
import { Hono } from "hono";
import type { ApiContext, ApiEnv, RequestReader, Services } from "../http/context.ts";
import { negotiateBinary } from "../http/accept.ts";
import { giveBody } from "../http/given-body.ts";
import { unlessHungUp } from "../http/hung-up.ts";
import { asToolsError } from "../http/problem.ts";
import { isShort, runHere, type ToolExecutor } from "../http/executor.ts";
import { agentReader, requestReader } from "../api/tools/read-request.ts";
import type { Call } from "./answer-message.ts";
import { answerOf, failedAnswer, type ToolAnswer } from "./results.ts";

/** The services of {@link localCaller}. */
interface LocalServices extends Pick<Services, "fetchUrls"> {
  executor: ToolExecutor;
  /** Receives the error of each call that fails. */
  onError: (error: ToolsError) => void;
}

/** A call of a tool without an account. */
interface LocalCall {
  /** That of the caller: the signal of a `Request` is lost if the request is collected before. */
  signal: AbortSignal;
  tool: Tool;
  reader: RequestReader;
  answer?: ToolAnswer;
}

/** Reads the arguments like the body of a request to the endpoint of the tool, and does the work. */
async function perform(
  c: ApiContext,
  { tool, reader, signal }: LocalCall,
  services: LocalServices,
): Promise<ToolAnswer> {
  const request = await reader.read(c, services);
  const { binary } = tool;
  // The request is the output of the tool's schema.
  const types = binary && (binary.typesFor?.(request as never) ?? binary.mediaTypes);
  const accept = types ? negotiateBinary(undefined, types).types : [];
  const context = { signal, account: "", accept, caller: undefined };
  const result = await unlessHungUp({ signal }, () =>
    isShort(tool, request) ? runHere(tool, request, context) : services.executor.run(tool, request, context),
  );
  return answerOf(tool, result, crypto.randomUUID());
}

/** Creates the function that calls tools without an account. Nothing is counted. */
export function localCaller(tools: readonly Tool[], services: LocalServices): Call {
  const calls = new Map<string, Omit<LocalCall, "signal">>(
    tools.map((tool) => [tool.name, { tool, reader: agentReader(tool, requestReader(tool)) }]),
  );
  // Readers read the context of a request.
  const app = new Hono<ApiEnv & { Bindings: { call: LocalCall } }>();
  app.onError((error) => {
    throw error;
  });
  app.post("/", async (c) => {
    const { call } = c.env;
    // The environment is the only difference.
    call.answer = await perform(c as unknown as ApiContext, call, services);
    return c.body(null);
  });

  async function run(call: LocalCall, args: object) {
    const headers = { "Content-Type": "application/json" };
    const request = new Request("http://localhost/", { method: "POST", headers });
    giveBody(request, new TextEncoder().encode(JSON.stringify(args)));
    try {
      await app.fetch(request, { call });
      if (!call.answer) throw new Error("A call without an error has an answer.");
      return call.answer.result;
    } catch (error) {
      const failure = asToolsError(error);
      services.onError(failure);
      return failedAnswer(failure);
    }
  }

  return (name, signal, args = {}) => {
    const call = calls.get(name);
    return call ? run({ ...call, signal }, args) : null;
  };
}
