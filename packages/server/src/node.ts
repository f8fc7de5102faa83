export { type Config, readConfig } from "./runtime/config.ts";
export { nodeListener, serveNode } from "./runtime/node/serve.ts";
export type { RunningServer } from "./runtime/run-server.ts";
