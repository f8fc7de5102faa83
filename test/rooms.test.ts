import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { markdownTable, replaceSection } from "./markdown-table.ts";
import { findRoom, importsOf, rooms } from "./rooms.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const packages = Object.keys(rooms);

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(?:mts|tsx?|mjs)$/.test(path) && !/(?:^|\/)(?:node_modules|dist)\//.test(path))
    .map((path) => `${folder}/${path}`);
}

const imports = [...packages.map((name) => `packages/${name}/src`), "test", "examples"].flatMap((folder) =>
  sourcesIn(folder).flatMap((file) => importsOf(file, root).map((target) => ({ file, ...target }))),
);

/** Returns the imports of a package that lead to a room which is not below the room of the file. */
function upward(name: string): string[] {
  const src = `packages/${name}/src/`;
  const inside = imports.filter(({ file, target }) => file.startsWith(src) && target.startsWith(src));
  return inside
    .map(({ file, target }) => [file.slice(src.length), target.slice(src.length)] as const)
    .filter(([path, target]) => {
      const [room, other] = [findRoom(name, path), findRoom(name, target)];
      return !room || !other || (room !== other && other[0] >= room[0]);
    })
    .map(([path, target]) => `${path} > ${target}`);
}

/** The packages and folders that the files of a folder must not import. */
const walls: { wall: string; from: RegExp; never: RegExp }[] = [
  {
    wall: "core imports no runtime, no Hono and no other package of ours",
    from: /^packages\/core\//,
    never: /^(?:node:|bun:|hono(?:$|\/)|@hono\/|@tools-api\/)/,
  },
  {
    wall: "adapters import no Hono, and only core of our packages",
    from: /^packages\/adapters\//,
    never: /^(?:hono(?:$|\/)|@hono\/|@tools-api\/(?!core))/,
  },
  {
    wall: "the server imports adapters only in runtime/",
    from: /^packages\/server\/src\/(?!runtime\/)/,
    never: /^@tools-api\/adapters/,
  },
  {
    wall: "the server imports only core and adapters of our packages",
    from: /^packages\/server\//,
    never: /^@tools-api\/(?!core|adapters)/,
  },
  {
    wall: "tests and examples import public entry points only",
    from: /^(?:test|examples)\//,
    never: /^packages\/|^@tools-api\/.*\/(?:src|dist)\//,
  },
];

function roomTable(name: string): string {
  const rows = (rooms[name] ?? []).map(([level, room, content]) => [
    String(level),
    room.endsWith("/") ? `\`${room}\`` : room,
    content,
  ]);
  return markdownTable([["level", `\`packages/${name}/src\``, "content"], ...rows]);
}

describe("the rooms of the packages", () => {
  it.each(packages)("each file of %s belongs to a room", (name) => {
    const src = `packages/${name}/src/`;
    const paths = sourcesIn(`packages/${name}/src`).map((file) => file.slice(src.length));
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((path) => findRoom(name, path) === undefined)).toEqual([]);
  });

  it.each(packages)("a room of %s imports only rooms of lower levels", (name) => {
    expect(upward(name)).toEqual([]);
  });

  it("no package imports a file outside its own folder", () => {
    const folder = (path: string): string => path.split("/", 2).join("/");
    const paths = imports.filter(
      ({ file, target }) => file.startsWith("packages/") && /^(?:\.\.|packages|test|examples)\b/.test(target),
    );
    expect(paths.length).toBeGreaterThan(1000);
    expect(paths.filter(({ file, target }) => folder(file) !== folder(target))).toEqual([]);
  });

  it.each(walls)("$wall", ({ from, never }) => {
    const walled = imports.filter(({ file }) => from.test(file));
    expect(walled.length).toBeGreaterThan(20);
    expect(walled.filter(({ target }) => never.test(target))).toEqual([]);
  });

  it("the client imports only types from outside its room", () => {
    const client = "packages/server/src/client/";
    const outside = imports.filter(
      ({ file, target }) => file.startsWith(client) && !target.startsWith(client),
    );
    expect(outside.length).toBeGreaterThan(0);
    expect(outside.filter(({ isType }) => !isType)).toEqual([]);
  });

  it("CONTRIBUTING shows the tables of rooms; `-u` writes them", async () => {
    const path = join(root, ".github/CONTRIBUTING.md");
    const tables = packages.map(roomTable).join("\n\n");
    const shown = replaceSection(readFileSync(path, "utf8"), "rooms", tables);
    await expect(shown).toMatchFileSnapshot(path);
  });
});
