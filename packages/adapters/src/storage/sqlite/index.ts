export { sqliteArchive, type SqliteArchiveOptions } from "./archive.ts";
export type { SqliteDatabase, SqliteStatement, SqliteValue } from "./internal/database.ts";
export { sqliteDocuments, type SqliteStoreOptions } from "./documents.ts";
export { openSqlite } from "./connection.ts";
export { sqliteUsage } from "./usage.ts";
