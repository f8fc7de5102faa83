export { memoryBlobs } from "./blobs.ts";
export { memoryDocuments } from "./documents.ts";
export { memoryUsage } from "./usage.ts";
