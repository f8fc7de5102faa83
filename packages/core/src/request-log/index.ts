export { listRequests, type RequestPage, type RequestSearch } from "./list.ts";
export { type RequestRecorder, requestRecorder, type RequestRecorderOptions } from "./recorder.ts";
export type { LoggedRequest } from "./stored.ts";
export { type LastUse, lastUses } from "./addresses.ts";
export { summarizeRequests } from "./summary.ts";
