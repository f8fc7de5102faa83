import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { errorCodes } from "@tools-api/core";
import { describe, expect, it } from "vitest";
import { markdownTable, replaceSection } from "./markdown-table.ts";

const repository = fileURLToPath(new URL("..", import.meta.url));
const guides = "packages/server/guides";
const documents = [
  "README.md",
  ".github/CONTRIBUTING.md",
  ".github/SECURITY.md",
  "test/attacks.md",
  ...["core", "adapters", "server"].map((name) => `packages/${name}/README.md`),
  ...readdirSync(join(repository, guides)).map((name) => `${guides}/${name}`),
];

function read(document: string): string {
  return readFileSync(join(repository, document), "utf8");
}

/** The guides that tell more about a setting, or about all settings of a family. */
const settingGuides: readonly (readonly [setting: RegExp, link: string])[] = [
  [/^(?:DATABASE|USAGE)_URL$/, "[growing](guides/operating.md#growing)"],
  [/^KEY_PEPPER$/, "[pepper](guides/api-keys.md#pepper)"],
  [/^CORS_ORIGINS$/, "[web pages](guides/operating.md#web-pages)"],
  [/^ALLOWED_HOSTS$/, "[agents](guides/mcp.md#reference)"],
  [/^LOG_AUDIT$/, "[monitoring](guides/monitoring.md#audit-log)"],
  [/^(?:JWT_ISSUERS|TOKEN_INTROSPECTION)$/, "[identity provider](guides/identity-provider.md)"],
  [/^PROCESSES$/, "[several processes](guides/operating.md#several-processes)"],
  [/^(?:TEXT_WORKERS|IMAGE_WORKERS|IMAGE_QUEUE_MEMORY)$/, "[fair shares](guides/operating.md#fair-shares)"],
  [/^FETCH_URLS$/, "[files by URL](guides/operating.md#files-by-url)"],
  [/^FILE/, "[files](guides/files.md)"],
  [/^(?:BLOBS_URL|CONTENT_KEYS)$/, "[files](guides/files.md#limits-and-settings)"],
  [/^OAUTH_REGISTRATION$/, "[clients](guides/oauth.md#clients-that-register-themselves)"],
  [/^OAUTH_REFRESH_OVERLAP$/, "[refresh tokens](guides/oauth.md#reuse-and-revocation)"],
  [/^SIGN_UP/, "[sign-up](guides/mail.md#sign-up)"],
  [/^OIDC_/, "[sign-in](guides/identity-provider.md#sign-in)"],
  [/^(?:SMTP_URL|MAIL_FROM)$/, "[mail](guides/mail.md)"],
  [/^STRIPE_/, "[payments](guides/billing.md#stripe)"],
  [/^UPGRADES$/, "[upgrades](guides/billing.md#upgrades)"],
  [/^INVOICE_SERIES$|^SELLER_|^TAX_/, "[invoices](guides/billing.md#invoices)"],
  [/^WEBHOOKS$/, "[webhooks](guides/webhooks.md)"],
  [/^BRAND_|^(?:SUPPORT|IMPRINT)_URL$/, "[branding](guides/operating.md#branding)"],
  [/^TOOLS$/, "[your tools](#mount-it-in-a-hono-app)"],
  [/^PLANS$/, "[plans](guides/billing.md#plans)"],
];

const commandGuides: typeof settingGuides = [
  [/^(?:doctor|migrate|backup|restore)$/, "[operating](guides/operating.md)"],
  [/^(?:keys|accounts) /, "[API keys and accounts](guides/api-keys.md)"],
  [/^invitations /, "[sign-up](guides/mail.md#sign-up)"],
  [/^invoices /, "[billing](guides/billing.md)"],
  [/^(?:clients|grants|signing-keys) /, "[OAuth](guides/oauth.md)"],
  [/^mail /, "[mail](guides/mail.md)"],
  [/^mcp$/, "[agents](guides/mcp.md#without-a-server)"],
];

function linksFor(name: string, guides: typeof settingGuides): string {
  return guides.flatMap(([names, link]) => (names.test(name) ? ` See ${link}.` : [])).join("");
}

/** Expects a document to show a table in the section of this name. The option `-u` of Vitest writes it. */
async function expectTable(document: string, section: string, rows: string[][]): Promise<void> {
  const shown = replaceSection(read(document), section, markdownTable(rows));
  await expect(shown).toMatchFileSnapshot(join(repository, document));
}

/** A row of the table of settings, which no entry point has. */
interface Setting {
  name: string;
  description: string;
  expected?: string;
  defaultValue?: string | number;
}

function settingRow({ name, description, expected = "", defaultValue }: Setting): string[] {
  const [effect = "", described = "none"] = description.split(/ Default: (.+)\.$/);
  const standard = defaultValue === undefined ? described : `\`${defaultValue}\``;
  return [`\`${name}\``, expected, standard, effect + linksFor(name, settingGuides)];
}

/** Returns the exports of a module of the server that no entry point has. */
async function serverModule(path: string): Promise<object> {
  return (await import(join(repository, "packages/server/dist", path))) as object;
}

/** Returns the anchors of a document's headings, as GitHub derives them. */
function anchors(document: string): string[] {
  const prose = document.replaceAll(/^ *```[\s\S]*?^ *```$/gm, "");
  return [...prose.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** Returns the targets of relative links and images that lead to no file or to no heading. */
function brokenLinks(document: string): string[] {
  const links = [...read(document).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return links.filter((target) => {
    const [path = "", anchor] = target.split("#");
    const file = path === "" ? join(repository, document) : resolve(repository, dirname(document), path);
    if (!existsSync(file)) return true;
    return anchor !== undefined && !anchors(readFileSync(file, "utf8")).includes(anchor);
  });
}

describe("the documentation", () => {
  it.each(documents)("every link of %s leads to a file, and to a heading of it", (document) => {
    expect(brokenLinks(document)).toEqual([]);
  });

  it("every path that CONTRIBUTING names exists", () => {
    const named = read(".github/CONTRIBUTING.md").matchAll(/(?:packages|test)\/[\w./-]*\w/g);
    const paths = [...named].map(([path]) => path);
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
  });

  it("every test that the list of attacks names exists", () => {
    const [, ...files] = read("test/attacks.md").split(/^- `(?=.*`$)/m);
    expect(files.length).toBeGreaterThan(30);
    const missing = files.flatMap((rows) => {
      const [file = ""] = rows.split("`", 1);
      const source = read(`test/${file}`).replaceAll("\\`", "`");
      const titles = [...rows.matchAll(/“(.+)”$/gm)].flatMap(([, test = ""]) => test.split(" > "));
      return titles.filter((title) => !source.includes(title)).map((title) => `${file}: ${title}`);
    });
    expect(missing).toEqual([]);
  });

  it("the README of the server links every guide", () => {
    const linked = read("packages/server/README.md");
    const names = readdirSync(join(repository, guides));
    expect(names.filter((name) => !linked.includes(`](guides/${name}`))).toEqual([]);
  });

  it("the README of the server shows every setting; `-u` writes the table", async () => {
    const { listSettings } = (await serverModule("runtime/settings/table.js")) as {
      listSettings: () => Setting[];
    };
    const settings = listSettings();
    expect(settings.length).toBeGreaterThan(60);
    const unused = settingGuides.filter(([setting]) => !settings.some(({ name }) => setting.test(name)));
    expect(unused).toEqual([]);
    const heading = ["variable", "value", "default", "effect"];
    await expectTable("packages/server/README.md", "settings", [heading, ...settings.map(settingRow)]);
  });

  it("the README of the server shows every command; `-u` writes the table", async () => {
    const { commandTable } = (await serverModule("cli/command-table.js")) as {
      commandTable: ReadonlyMap<string, { summary: string }>;
    };
    const commands = [...commandTable].map(([name, { summary }]) => [
      `\`${name}\``,
      summary + linksFor(name, commandGuides),
    ]);
    expect(commands.length).toBeGreaterThan(30);
    await expectTable("packages/server/README.md", "commands", [["command", "effect"], ...commands]);
  });

  it("the README of core names every entry point", () => {
    // The package has this form.
    const { exports } = JSON.parse(read("packages/core/package.json")) as { exports: object };
    const entries = Object.keys(exports).filter((entry) => !/^\.\/(?:internal|package\.json)/.test(entry));
    const listed = read("packages/core/README.md");
    expect(entries.filter((entry) => !listed.includes(`\`${entry.replace("./", "/")}\``))).toEqual([]);
  });

  it("the README has at most 185 lines", () => {
    expect(read("README.md").split("\n").length - 1).toBeLessThanOrEqual(185);
  });

  it("the guide to errors lists every code of the catalog", () => {
    const listed = [...read(`${guides}/errors.md`).matchAll(/^\| \d{3} +\| `(\w+)`/gm)].map(
      ([, code = ""]) => code,
    );
    expect(listed.toSorted()).toEqual(Object.keys(errorCodes).toSorted());
  });
});
