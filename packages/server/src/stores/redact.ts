const secretName = /pass|secret|token|key|auth|credential/i;

/**
 * What may be secret in the URL of a store, as written and as meant: its password, that of a URL among its options,
 * and options of such names.
 */
function secretsOf(url: string): string[] {
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

/** Takes the secrets of URLs out of texts, such as the messages of a driver. */
export function redactor(urls: readonly string[]): (text: string) => string {
  const secrets = [...new Set(urls.flatMap(secretsOf))].toSorted((a, b) => b.length - a.length);
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
}
