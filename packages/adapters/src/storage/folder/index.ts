export { folderBlobs } from "./blobs.ts";
