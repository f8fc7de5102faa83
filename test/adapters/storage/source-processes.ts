/** The flags with which a child process of Node runs the sources of this repository unbuilt. */
export const sourceFlags: string[] = [
  "--conditions=@tools-api/source",
  "--no-warnings",
  `--import=${new URL("./typescript-hooks.mjs", import.meta.url).href}`,
];
