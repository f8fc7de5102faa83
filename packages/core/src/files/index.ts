export { findUnreadableFile } from "./check-files.ts";
export {
  FileRecord,
  fileSeconds,
  getFile,
  getFileTotals,
  isFileHandle,
  listFiles,
  maxFiles,
  NewFile,
  type FileIds,
  type StoredFile,
} from "./file.ts";
export { deleteFile, type FileStores, sweepFiles } from "./erase.ts";
export {
  createFileLink,
  fileLinkMs,
  findFileLink,
  type FoundFileLink,
  type NewFileLink,
  useFileLink,
} from "./links.ts";
export { type ByteDigest, type NewFileTerms, storeFile, sumFiles } from "./store-file.ts";
