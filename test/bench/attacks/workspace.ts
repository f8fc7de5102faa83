import { cp, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Cut } from "./attack.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const copied = ["package.json", "tsconfig.base.json", "packages", "examples", "test"];

/** A copy of the sources in which checks can be missing, without a word of it in the checkout. */
export interface Workspace {
  path: string;
  /** Does the work without the checks, which then are back. */
  without<Result>(cuts: readonly Cut[], work: () => Promise<Result>): Promise<Result>;
  remove(): Promise<void>;
}

// What pages send to browsers is compiled even where the server itself runs from its sources.
const islands = "packages/server/dist/islands";

/** Whether a path is a source; links of the workspace are, what caches and compilers leave behind is not. */
function isSource(path: string): boolean {
  const name = basename(path);
  const place = relative(root, path);
  if (place === dirname(islands) || place.startsWith(islands)) return true;
  if (basename(dirname(path)) === "node_modules") return !name.startsWith(".");
  return name !== "dist" && dirname(place) !== dirname(islands) && !name.endsWith(".tsbuildinfo");
}

/** Copies what lies in the checkout, committed or not; dependencies are linked. */
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

/** What is wrong with a cut: its text has to stand in the file once, or nobody knows what was tried. */
export async function faultOf({ file, text }: Cut): Promise<string | null> {
  const whole = await readFile(join(root, file), "utf8").catch(() => null);
  if (whole === null) return `${file}: there is no such file`;
  const count = whole.split(text).length - 1;
  return count === 1 ? null : `${file}: expected ${JSON.stringify(text)} once, found ${count} times`;
}
