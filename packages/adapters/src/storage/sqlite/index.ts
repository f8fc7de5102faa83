export type { SqliteDatabase, SqliteStatement, SqliteValue } from "./database.ts";
export { sqliteDocuments, type SqliteStoreOptions } from "./documents.ts";
export { openSqlite } from "./open.ts";
export { sqliteUsage } from "./usage.ts";
