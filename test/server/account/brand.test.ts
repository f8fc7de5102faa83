import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { createApi } from "@tools-api/server";
import { readConfig } from "@tools-api/server/node";
import { assert, asyncProperty, integer } from "fast-check";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AccountServer, startAccounts } from "../account-server.ts";
import { temporaryFolder } from "../server-process.ts";

const mark = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>');
const brand = {
  name: "Acme Tools",
  mark,
  color: "#0a7d5a",
  supportUrl: "mailto:help@acme.example",
  imprintUrl: "https://acme.example/imprint",
};
const folder = temporaryFolder();
afterAll(() => folder.remove());

describe("a brand", () => {
  let server: AccountServer;
  beforeAll(async () => {
    server = await startAccounts({ brand });
  });
  afterAll(() => server.close());

  it("names every page, and has its mark, its color and its links on it", async () => {
    const html = await (await fetch(`${server.url}/sign-in`)).text();
    expect(html).toContain("<title>Sign in · Acme Tools</title>");
    expect(html).not.toContain("Tools API");
    expect(html).toContain('href="mailto:help@acme.example">Support<');
    expect(html).toContain('href="https://acme.example/imprint">Imprint<');
    const [, icon = ""] = /<link rel="icon" href="([^"]+)"/.exec(html) ?? [];
    const file = await fetch(server.url + icon);
    expect(file.headers.get("Content-Type")).toBe("image/svg+xml");
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(mark);
    // A browser that opens the file runs no script in it.
    expect(file.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, path = ""]) => path);
    const styles = await (await fetch(server.url + (sheets.at(-1) ?? ""))).text();
    expect(styles).toContain("--accent: light-dark(#");
  });

  it("is rejected if its mark is no picture or its color is none", () => {
    const create = (other: object) => () =>
      createApi({
        documents: memoryDocuments(),
        usage: memoryUsage(),
        authenticator: { authenticate: async () => null },
        brand: other,
      });
    expect(create({ mark: new TextEncoder().encode("GIF89a") })).toThrow(
      "brand.mark: expected an SVG or PNG file of at most 100000 bytes",
    );
    expect(create({ color: "green" })).toThrow(
      'brand.color: expected a color such as #0a7d5a, received "green"',
    );
  });
});

/** Returns the relative luminance of a color (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe("the color of a brand", () => {
  const colorOf = async (color: string) => {
    const api = createApi({
      documents: memoryDocuments(),
      usage: memoryUsage(),
      authenticator: { authenticate: async () => null },
      brand: { color },
    });
    const html = await (await api.request("/docs")).text();
    const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, path = ""]) => path);
    const styles = await (await api.request(sheets.at(-1) ?? "")).text();
    return Object.fromEntries(
      [...styles.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
        ([, name = "", light = "", dark = ""]) => [name, { light, dark }],
      ),
    );
  };

  it("is changed until its texts have a contrast of 4.5 on both schemes, whatever the color", async () => {
    const hex = integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
    await assert(
      asyncProperty(hex, async (color) => {
        const { accent, "accent-ground": ground, "on-accent": onAccent } = await colorOf(color);
        for (const scheme of ["light", "dark"] as const) {
          const text = accent?.[scheme] ?? "";
          expect(contrast(text, ground?.[scheme] ?? ""), color).toBeGreaterThanOrEqual(4.5);
          expect(contrast(text, { light: "#ffffff", dark: "#1a1e25" }[scheme]), color).toBeGreaterThanOrEqual(
            4.5,
          );
          expect(contrast(text, onAccent?.[scheme] ?? ""), color).toBeGreaterThanOrEqual(4.5);
        }
      }),
      { numRuns: 60, examples: [["#000000"], ["#ffffff"], ["#ffff00"], ["#808080"]] },
    );
  });
});

describe("the settings of a brand", () => {
  it("are read from the environment, with the file of the mark", () => {
    const path = join(folder.path, "mark.svg");
    writeFileSync(path, mark);
    const { brand: read } = readConfig({
      BRAND_NAME: "Acme Tools",
      BRAND_MARK: path,
      BRAND_COLOR: "#0A7D5A",
      SUPPORT_URL: "mailto:help@acme.example",
      IMPRINT_URL: "https://acme.example/imprint",
    });
    expect(read).toEqual({ ...brand, color: "#0A7D5A", mark: new Uint8Array(readFileSync(path)) });
  });

  it.each([
    ["BRAND_COLOR", "green"],
    ["BRAND_MARK", "/no/such/file.svg"],
    // The file exists and is no picture.
    ["BRAND_MARK", new URL(import.meta.url).pathname],
    ["SUPPORT_URL", "javascript:alert(1)"],
    ["IMPRINT_URL", "imprint"],
    ["BRAND_NAME", "x".repeat(51)],
  ])("are rejected with the name of the variable: %s=%s", (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });
});
