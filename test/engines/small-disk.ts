import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file system of a few megabytes for one test. */
export interface SmallDisk {
  path: string;
  /** Fills all remaining space. */
  fill(): Promise<void>;
  /** Frees the space that {@link fill} took. */
  free(): Promise<void>;
  remove(): void;
}

/** Appends to a file. Returns `false` if there is no space for it. */
async function isWritten(file: string, bytes: number): Promise<boolean> {
  try {
    await writeFile(file, Buffer.alloc(bytes), { flag: "a" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOSPC") return false;
    throw error;
  }
}

/** Mounts a small file system. Returns `null` with a message if the test may not mount. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), "tools-api-disk-"));
  const mount = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", path]);
  if (mount.status !== 0) {
    rmSync(path, { recursive: true });
    console.warn("Tests with a full disk are skipped: mounting a tmpfs needs root.");
    return null;
  }
  const filler = join(path, "filler");
  return {
    path,
    async fill() {
      // In ever smaller chunks, so that not a page is left.
      for (const size of [1 << 20, 1 << 16, 1 << 12]) while (await isWritten(filler, size));
    },
    free: () => rm(filler),
    remove() {
      spawnSync("umount", ["-l", path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}
