import { cp, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Cut } from "./attack.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const copied = ["package.json", "tsconfig.base.json", "packages", "examples", "test"];

/** A copy of the sources from which checks can be removed, without any change to the checkout. */
export interface Workspace {
  path: string;
  /** Runs the work without the checks, then restores them. */
  without<Result>(cuts: readonly Cut[], work: () => Promise<Result>): Promise<Result>;
  remove(): Promise<void>;
}

// Pages send compiled files to browsers, even if the server itself runs from its sources.
const islands = "packages/server/dist/islands";

/**
 * Returns whether a path is a source. Links of the workspace are sources. Caches and compiler output are not.
 */
function isSource(path: string): boolean {
  const name = basename(path);
  const place = relative(root, path);
  if (place === dirname(islands) || place.startsWith(islands)) return true;
  if (basename(dirname(path)) === "node_modules") return !name.startsWith(".");
  return name !== "dist" && dirname(place) !== dirname(islands) && !name.endsWith(".tsbuildinfo");
}

/** Copies the checkout, including uncommitted files. Dependencies are linked. */
export async function copyWorkspace(): Promise<Workspace> {
  const path = await realpath(await mkdtemp(join(tmpdir(), "tools-api-attacks-")));
  for (const name of copied)
    await cp(join(root, name), join(path, name), {
      recursive: true,
      verbatimSymlinks: true,
      filter: isSource,
    });
  await symlink(join(root, "node_modules"), join(path, "node_modules"));
  return {
    path,
    async without(cuts, work) {
      const files = [...new Set(cuts.map(({ file }) => file))];
      const kept = await Promise.all(
        files.map(async (file) => [file, await readFile(join(path, file), "utf8")] as const),
      );
      try {
        for (const [file, whole] of kept) {
          const cut = cuts
            .filter((one) => one.file === file)
            .reduce((text, { text: check, by }) => text.replace(check, () => by), whole);
          await writeFile(join(path, file), cut);
        }
        return await work();
      } finally {
        for (const [file, whole] of kept) await writeFile(join(path, file), whole);
      }
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

/**
 * Returns the fault of a cut, or `null`. Its text must occur exactly once in the file, otherwise the removed
 * check is unknown.
 */
export async function faultOf({ file, text }: Cut): Promise<string | null> {
  const whole = await readFile(join(root, file), "utf8").catch(() => null);
  if (whole === null) return `${file}: there is no such file`;
  const count = whole.split(text).length - 1;
  return count === 1 ? null : `${file}: expected ${JSON.stringify(text)} once, found ${count} times`;
}
