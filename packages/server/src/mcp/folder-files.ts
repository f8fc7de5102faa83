import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { open, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, parse, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { ToolsError } from "@tools-api/core";
import { describeValue, invalidParameters } from "@tools-api/core/internal/schema";
import type { FileField, ToolFile } from "@tools-api/core/tools";

/** A file of a folder, and its path without symbolic links. */
interface FolderFile {
  file: ToolFile;
  path: string;
}

/** A folder whose files an agent can name. Nothing outside of it is read or written. */
export interface Folder {
  /** The path without symbolic links. */
  path: string;
  /**
   * Reads a regular file below the folder.
   *
   * @param locator - A path, absolute or from the folder, or a `file:` URL.
   *
   * @throws ToolsError `invalid_parameter` and `payload_too_large`, which name the field.
   */
  read(locator: string, file: FileField): Promise<FolderFile>;
  /**
   * Writes a file next to another, with its name and this extension, or with the next free number after the name. An
   * existing file is never overwritten. Returns the path.
   *
   * @throws ToolsError `invalid_parameter` that names `output`.
   */
  writeNextTo(path: string, extension: string, bytes: Uint8Array): Promise<string>;
}

function isBelow(folder: string, path: string): boolean {
  const steps = relative(folder, path);
  return steps !== "" && steps !== ".." && !steps.startsWith(`..${sep}`) && !isAbsolute(steps);
}

/** Returns the reason of an error of the operating system, without the path. */
function reasonOf(error: unknown): string {
  const [reason = ""] = String(error instanceof Error ? error.message : error).split(",");
  return reason;
}

/** Returns the path of a locator, or `null` for a URL that has none, such as that of another host. */
function pathOf(folder: string, locator: string): string | null {
  if (!/^file:/i.test(locator)) return resolve(folder, locator);
  try {
    return fileURLToPath(locator);
  } catch {
    return null;
  }
}

/** Creates an empty file with the first free name. */
async function reserve(folder: string, name: string, extension: string): Promise<string> {
  for (let number = 0; ; number += 1) {
    const path = join(folder, `${name}${number === 0 ? "" : `-${number}`}${extension}`);
    try {
      await writeFile(path, "", { flag: "wx" });
      return path;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
}

/**
 * Opens a folder for an agent.
 *
 * @throws ToolsError `invalid_parameter` that names `folder`, for a path that is no folder.
 */
export async function openFolder(path: string): Promise<Folder> {
  // An empty variable of a shell must not open the current folder.
  const isFolder = path !== "" && (await stat(path).catch(() => null))?.isDirectory();
  if (!isFolder)
    throw invalidParameters([
      { name: "folder", detail: `expected the path of a folder, received ${describeValue(path)}` },
    ]);
  const folder = await realpath(path);
  const spellings = [folder, resolve(path)];

  async function read(locator: string, { field, maxBytes }: FileField): Promise<FolderFile> {
    const fault = (reason: string) =>
      invalidParameters([
        {
          name: field,
          detail: `expected the path of a file below ${folder}, received ${describeValue(locator)}, ${reason}`,
        },
      ]);
    const named = pathOf(folder, locator);
    if (named === null || !spellings.some((spelling) => isBelow(spelling, named)))
      throw fault("which is outside of it");
    const found = await realpath(named).catch(() => null);
    // Attack: two messages would tell through a link to the outside which files exist there.
    if (found === null || !isBelow(folder, found)) throw fault("which is missing or a link to the outside");
    // Attack: without O_NONBLOCK, opening a FIFO waits forever. O_NOFOLLOW refuses a link that has just taken the place.
    const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
    const handle = await open(found, flags).catch((error: unknown) => {
      throw fault(`which cannot be opened (${reasonOf(error)})`);
    });
    try {
      const status = await handle.stat();
      if (!status.isFile()) throw fault("which is not a regular file");
      if (status.size > maxBytes)
        throw new ToolsError(
          "payload_too_large",
          `${field}: expected at most ${maxBytes} bytes, received ${status.size}`,
        );
      const bytes = await handle.readFile();
      return { file: { bytes, mediaType: "", name: basename(found) }, path: found };
    } finally {
      await handle.close();
    }
  }

  async function writeNextTo(path: string, extension: string, bytes: Uint8Array): Promise<string> {
    const fault = (reason: string) =>
      invalidParameters([
        { name: "output", detail: `expected to write next to ${describeValue(path)}, but ${reason}` },
      ]);
    const target = await realpath(dirname(path)).catch(() => null);
    // A link can have taken the place of the folder during the work.
    if (target === null || (target !== folder && !isBelow(folder, target)))
      throw fault("its folder was removed or became a link to the outside");
    const partial = join(target, `.${randomUUID()}.part`);
    let reserved: string | undefined;
    try {
      await writeFile(partial, bytes, { flag: "wx" });
      reserved = await reserve(target, parse(path).name, extension);
      // Replaces only the empty file. A hard link would need none, but memory cards have no hard links.
      await rename(partial, reserved);
      return reserved;
    } catch (error) {
      for (const leftover of [partial, reserved]) if (leftover) await rm(leftover, { force: true });
      throw fault(`the file system refuses it (${reasonOf(error)})`);
    }
  }

  return { path: folder, read, writeNextTo };
}
