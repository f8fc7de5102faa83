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
  ListRequestOf,
  Lists,
  PolicyState,
  ProblemCode,
  Profile,
  ProfileParameters,
  RequestOf,
  ResultListOf,
  ResultOf,
  ToolCallOptions,
  UsageParameters,
  UsageReport,
} from "./types.ts";
