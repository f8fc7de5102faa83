const condition = "--conditions=@tools-api/source";

/** The flags with which a child process of Node runs the sources of this repository unbuilt. */
export const sourceFlags: string[] = [
  condition,
  "--no-warnings",
  `--import=${new URL("./typescript-hooks.mjs", import.meta.url).href}`,
];

/** The flags with which Deno runs the sources. */
export const denoSourceFlags: string[] = ["run", "-A", "--quiet", condition];
