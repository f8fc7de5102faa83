const secretName = /pass|secret|token|key|auth|credential/i;

/**
 * Returns the possible secrets in the URL of a store, encoded and decoded: its password, the passwords of URLs among
 * its options, and options with such names.
 */
function secretsIn(url: string): string[] {
  const passwords = [url, decoded(url)].flatMap((text) => [...text.matchAll(/\/\/[^/?#@]*?:([^/?#@]*)@/g)]);
  const options = [...url.matchAll(/[?&]([^=&#]*)=([^&#]*)/g)];
  return [
    ...passwords.map(([, password = ""]) => password),
    ...options.filter(([, name = ""]) => secretName.test(name)).map(([, , value = ""]) => value),
  ]
    .flatMap((secret) => [secret, decoded(secret)])
    .filter((secret) => secret !== "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const letter = /[\p{L}\p{N}]/u;
const minLength = 4;

/** Hides a secret in a text. A short one, such as "p", is hidden where it is no part of a word: not in "respond". */
function hide(text: string, secret: string): string {
  if (secret.length >= minLength) return text.replaceAll(secret, "***");
  return text.replaceAll(secret, (found, at: number) =>
    letter.test(text.charAt(at - 1)) || letter.test(text.charAt(at + found.length)) ? found : "***",
  );
}

/** Creates a function that removes the secrets of URLs from texts, such as messages of a driver. */
export function redactor(urls: readonly string[]): (text: string) => string {
  const secrets = [...new Set(urls.flatMap(secretsIn))].toSorted((a, b) => b.length - a.length);
  return (text) => secrets.reduce(hide, text);
}
