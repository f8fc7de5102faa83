export { postgresArchive, type PostgresArchiveOptions } from "./archive.ts";
export { postgresDocuments, type PostgresStoreOptions } from "./documents.ts";
export { postgresUsage } from "./usage.ts";
