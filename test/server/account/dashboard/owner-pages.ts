import { execFileSync } from "node:child_process";
import { createAccount, createSession } from "@tools-api/core/accounts";
import type { ManagementServer } from "../../management-server.ts";

/** Fields in order. A name can appear several times. */
export type Fields = [name: string, value: string][];

/** The pages of a signed-in user without scripts. */
export interface OwnerPages {
  /** The account's id. */
  account: string;
  get: (path: string, headers?: Record<string, string>) => Promise<Response>;
  post: (path: string, fields: Fields, headers?: Record<string, string>) => Promise<Response>;
  /** Makes a management call in the same session. */
  ask: (call: string, body?: object) => Promise<unknown>;
}

const origin = "http://localhost:3000";
let owners = 0;

/** Creates an owner without a key. */
export async function openOwnerPages(
  { documents, call }: ManagementServer,
  { now = Date.now(), name = "" } = {},
): Promise<OwnerPages> {
  owners += 1;
  const account = await createAccount(documents, { email: `pages${owners}@example.com`, name }, { at: now });
  const begun = await createSession(documents, { account: account.id, method: "password" }, now);
  const headers = { Cookie: `session=${begun?.token ?? ""}`, Origin: origin };
  const form = { ...headers, "Content-Type": "application/x-www-form-urlencoded" };
  return {
    account: account.id,
    get: (path, others = {}) => call(`GET ${path}`, { headers: { ...headers, ...others } }),
    post: (path, fields, others = {}) =>
      call(`POST ${path}`, {
        headers: { ...form, ...others },
        body: new URLSearchParams(fields).toString(),
      }),
    ask: async (route, body) => (await call(route, { headers, ...(body && { body }) })).json(),
  };
}

const references = new Map([
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&#39;", "'"],
  ["&amp;", "&"],
]);

/** Decodes the character references of a text in HTML. */
export function textOf(html: string): string {
  return html.replaceAll(/&[^;]+;/g, (reference) => references.get(reference) ?? reference);
}

/** Returns the text of an HTML fragment, without its elements. */
export function wordsOf(html: string): string {
  return textOf(html.replaceAll(/<[^>]*>/g, " "))
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Returns the default fields of a form. On a page with several forms, `action` selects the form. */
export function fieldsOf(html: string, action: string): Fields {
  const form = html.split("<form").find((part) => part.includes(`action="${action}"`)) ?? "";
  const [inside = ""] = form.split("</form>");
  const inputs = [...inside.matchAll(/<input\b([^>]*)>/g)]
    .map(([, attributes = ""]) => attributes)
    .filter((attributes) => !attributes.includes('type="checkbox"') || /\bchecked\b/.test(attributes))
    .map((attributes): [string, string] => [
      /\bname="([^"]*)"/.exec(attributes)?.[1] ?? "",
      textOf(/\bvalue="([^"]*)"/.exec(attributes)?.[1] ?? ""),
    ]);
  const selected = [...inside.matchAll(/<select\b[^>]*\bname="([^"]*)"[\s\S]*?<\/select>/g)].map(
    ([select, name = ""]): [string, string] => [
      name,
      /<option value="([^"]*)"[^>]*\bselected\b/.exec(select)?.[1] ?? "",
    ],
  );
  return [...inputs, ...selected];
}

/** Replaces the fields with the names of the given ones. */
export function withFields(fields: Fields, others: Fields): Fields {
  const replaced = new Set(others.map(([name]) => name));
  return [...fields.filter(([name]) => !replaced.has(name)), ...others];
}

/** Makes the call of a curl line. A shell splits its words. */
export function followCurl(
  { call }: ManagementServer,
  line: string,
  environment: Record<string, string> = {},
): Promise<Response> {
  const script = `curl() { printf '%s\\0' "$@"; }\n${line}`;
  const [flags, url = "", ...options] = execFileSync("sh", ["-c", script], {
    encoding: "utf8",
    env: { ...process.env, ...environment },
  })
    .split("\0")
    .slice(0, -1);
  if (flags !== "-sS" || !url.startsWith(`${origin}/`)) throw new Error(`no call of this server: ${line}`);
  const valuesOf = (flag: string) => options.filter((_, index) => options[index - 1] === flag);
  const headers = Object.fromEntries(
    valuesOf("-H").map((header): [string, string] => {
      const [name = "", value = ""] = header.split(": ");
      return [name, value];
    }),
  );
  const [body] = [...valuesOf("-d"), ...valuesOf("--data-binary")];
  const path = url.slice(origin.length);
  return body === undefined ? call(`GET ${path}`, { headers }) : call(`POST ${path}`, { headers, body });
}
