export type { UnstorageStoreOptions } from "./connection.ts";
export { unstorageDocuments } from "./documents.ts";
export { type OpenedStorage, openUnstorage } from "./open.ts";
export { unstorageUsage } from "./usage.ts";
