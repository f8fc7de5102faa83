export { createClient } from "./create-client.ts";
export { ApiError, NetworkError, TimeoutError } from "./errors.ts";
export type {
  Answer,
  CallOptions,
  Calls,
  Client,
  ClientOptions,
  DefaultTools,
  FileContent,
  Lists,
  PolicyState,
  ProblemCode,
  Profile,
  ProfileParameters,
  RequestOf,
  ResultOf,
  ToolCallOptions,
  UsageParameters,
  UsageReport,
} from "./types.ts";
