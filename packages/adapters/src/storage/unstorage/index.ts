export { unstorageDocuments, type UnstorageStoreOptions } from "./documents.ts";
export { type OpenedStorage, openUnstorage } from "./open.ts";
export { unstorageUsage } from "./usage.ts";
