export { memoryDocuments } from "./documents.ts";
export { memoryUsage } from "./usage.ts";
