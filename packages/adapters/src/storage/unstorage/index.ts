export { unstorageBlobs } from "./blobs.ts";
export type { UnstorageStoreOptions } from "./connection.ts";
export { unstorageDocuments } from "./documents.ts";
export { unstorageUsage } from "./usage.ts";
