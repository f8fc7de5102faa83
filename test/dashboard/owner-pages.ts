import { execFileSync } from "node:child_process";
import { createAccount, createSession } from "@tools-api/core/accounts";
import type { ManagementServer } from "../server/management-server.ts";

/** Fields in their order, of which one may stand there several times. */
export type Fields = [name: string, value: string][];

/** The pages as somebody who is signed in sees them, without script. */
export interface OwnerPages {
  /** The account's id. */
  account: string;
  get: (path: string, headers?: Record<string, string>) => Promise<Response>;
  post: (path: string, fields: Fields, headers?: Record<string, string>) => Promise<Response>;
  /** A management call in the same name. */
  ask: (call: string, body?: object) => Promise<unknown>;
}

const origin = "http://localhost:3000";
let owners = 0;

/** An owner without a key. */
export async function openOwnerPages(
  { documents, call }: ManagementServer,
  { now = Date.now(), name = "" } = {},
): Promise<OwnerPages> {
  owners += 1;
  const account = await createAccount(documents, { email: `pages${owners}@example.com`, name }, now);
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

/** What a piece of HTML without elements says. */
export function textOf(html: string): string {
  return html.replaceAll(/&[^;]+;/g, (reference) => references.get(reference) ?? reference);
}

/** What a piece of HTML says, without its elements. */
export function wordsOf(html: string): string {
  return textOf(html.replaceAll(/<[^>]*>/g, " "))
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The fields that a form sends as it stands; of a page with several, the form with that action. */
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

/** The fields with others in place of those of the same names. */
export function withFields(fields: Fields, others: Fields): Fields {
  const replaced = new Set(others.map(([name]) => name));
  return [...fields.filter(([name]) => !replaced.has(name)), ...others];
}

/** Makes the call of a curl line, with its words as a shell reads them. */
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
  const [body] = valuesOf("-d");
  const path = url.slice(origin.length);
  return body === undefined ? call(`GET ${path}`, { headers }) : call(`POST ${path}`, { headers, body });
}
