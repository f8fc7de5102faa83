export { memoryDocuments } from "./memory/documents.ts";
export { memoryUsage } from "./memory/usage.ts";
