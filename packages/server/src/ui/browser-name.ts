import { parse } from "bowser";

const maxNameLength = 60;

/**
 * Returns the name of a browser, such as Firefox 128 on Linux. Returns the start of the header for an unknown browser.
 */
export function browserName(userAgent: string): string {
  if (userAgent.trim() === "") return "Unknown browser";
  const { browser, os } = parse(userAgent);
  if (browser.name) {
    const name = [browser.name, browser.version?.split(".")[0]].filter(Boolean).join(" ");
    return os.name ? `${name} on ${os.name}` : name;
  }
  return userAgent.length > maxNameLength
    ? `${userAgent.slice(0, maxNameLength - 1).toWellFormed()}…`
    : userAgent;
}
