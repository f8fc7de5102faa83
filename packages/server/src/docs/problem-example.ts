import { type ErrorCode, ToolsError } from "@tools-api/core";
import type { Tool } from "@tools-api/core/tools";
import { problemBody } from "../http/problem.ts";
import { errorsOfTool } from "../openapi/problems.ts";
import { errorGuides } from "./error-guides.ts";

const requestId = "0199f0c4-5d1e-7b6a-9f3e-2c8d4b1a7e60";

/** The server whose errors are shown. */
interface ShownServer {
  publicUrl: string;
  tools: readonly Tool[];
}

/** Returns the body of an error response as the server writes it. */
export function problemExample(code: ErrorCode, { publicUrl, tools }: ShownServer) {
  const tool = tools.find((each) => errorsOfTool(each).includes(code)) ?? tools[0];
  const path = tool ? `/v1/tools/${tool.name}` : "/v1/user/profile";
  const { instance = path, message, errors } = errorGuides[code].sample;
  const error = new ToolsError(code, message, errors && { errors });
  return problemBody(error, { instance, requestId, publicUrl });
}
