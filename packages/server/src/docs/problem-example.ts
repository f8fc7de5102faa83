import { type ErrorCode, ToolsError } from "@tools-api/core";
import { problemBody } from "../api/http/problem.ts";
import { errorGuides } from "./error-guides.ts";

const requestId = "0199f0c4-5d1e-7b6a-9f3e-2c8d4b1a7e60";

/** Returns the body of an error response as the server writes it. */
export function problemExample(code: ErrorCode, publicUrl: string) {
  const { instance, message, errors } = errorGuides[code].sample;
  const error = new ToolsError(code, message, errors && { errors });
  return problemBody(error, { instance, requestId, publicUrl });
}
