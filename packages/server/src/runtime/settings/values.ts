import { ToolsError } from "@tools-api/core/errors";
import { comparedEmail, describeValue, EmailAddress, readSettings } from "@tools-api/core/internal/schema";
import { z } from "zod";
import { type FetchPolicy, fetchPolicyFault, hostsExpected, invalidHost } from "../../http/fetch-policy.ts";
import { isLoopback } from "../../http/loopback.ts";
import { type CorsOrigins, invalidOrigin, originsExpected } from "../../http/origins.ts";

/** The minimum number of characters of a secret. */
const minSecretLength = 32;

/** Returns the schema of secrets that are separated by commas. No error quotes one. */
export function secretList() {
  return z
    .string()
    .transform((secrets) => secrets.split(",").map((secret) => secret.trim()))
    .pipe(
      z
        .array(z.string())
        .refine(
          (secrets) => secrets.every((secret) => secret.length >= minSecretLength),
          `expected comma-separated secrets of at least ${minSecretLength} characters`,
        ),
    );
}

/** Returns the schema of a whole number in a range. */
export function wholeNumber(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum));
}

/** Returns the parsed text of a JSON setting. Throws an error that does not quote it. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message would quote the text, which may contain a secret.
    throw new ToolsError("invalid_parameter", "expected JSON, received other text");
  }
}

export function isPublicUrl(value: string): boolean {
  return /^https?:\/\//.test(value) && URL.canParse(value);
}

/** Returns the schema of a store URL. Its error does not quote the URL, which may contain a password. */
export function storeUrl(faultOf: (url: string) => string | null) {
  return z.string().superRefine((url, context) => {
    const fault = faultOf(url);
    if (fault !== null) context.addIssue({ code: "custom", message: fault });
  });
}

/** Returns the schema of a JSON setting. Its errors give the location of a value and never quote the value. */
export function jsonSetting<Schema extends z.ZodType>(schema: Schema) {
  return z.string().transform((text, context): z.output<Schema> => {
    try {
      return readSettings(schema, parseJson(text));
    } catch (error) {
      if (!(error instanceof ToolsError)) throw error;
      context.addIssue({ code: "custom", message: error.message });
      return z.NEVER;
    }
  });
}

// The default message would quote the value, and a secret that is too short is still a secret.
export function secret() {
  return z.string().min(minSecretLength, `expected a secret of at least ${minSecretLength} characters`);
}

/** Reads `off`, `public`, or a list of hosts. */
export const fetchSetting = z.string().transform((text, context): FetchPolicy => {
  const policy = text === "off" || text === "public" ? text : text.split(",").map((host) => host.trim());
  const fault = fetchPolicyFault(policy);
  if (fault !== null) context.addIssue({ code: "custom", message: fault });
  return policy;
});

/** A list of names of the server. */
export const allowedHosts = z.string().transform((text, context): string[] => {
  const hosts = text.split(",").map((host) => host.trim());
  const invalid = invalidHost(hosts);
  if (invalid === undefined) return hosts;
  const message = `${hostsExpected}, separated by commas, received ${describeValue(invalid)}`;
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

/** A list of origins, or `*`. */
export const corsOrigins = z.string().transform((text, context): CorsOrigins => {
  if (text.trim() === "*") return "*";
  const origins = text.split(",").map((origin) => origin.trim());
  const invalid = invalidOrigin(origins);
  if (invalid === undefined) return origins;
  const message = `expected * or comma-separated ${originsExpected}, received ${describeValue(invalid)}`;
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

/** Returns whether a text is the URL of a mail server. It may contain a password, so no error quotes it. */
function isSmtpUrl(value: string): boolean {
  return /^smtps?:\/\/./.test(value) && URL.canParse(value) && new URL(value).hostname !== "";
}

export const smtpUrl = z
  .string()
  .refine(isSmtpUrl, "expected a URL such as smtps://user:password@smtp.example.com:465");

/** Returns whether a text is the issuer of an identity provider. Its answers sign owners in, so it needs TLS. */
export function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(value);
  const isSafe = protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
  return isSafe && username + password + search + hash === "";
}

export function isOpenIdScope(value: string): boolean {
  return value.length <= 500 && value.split(" ").includes("openid");
}

/** A list of domains of email addresses. */
export const domains = z.string().transform((text, context): string[] => {
  const names = text
    .split(",")
    .map((name) => comparedEmail(`user@${name.trim().replace(/^@/, "")}`).slice(5));
  const invalid = names.find((name) => !EmailAddress.safeParse(`user@${name}`).success);
  if (invalid === undefined) return names;
  const message = `expected comma-separated domains such as example.com, received ${describeValue(invalid)}`;
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});
