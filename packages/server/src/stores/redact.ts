const secretName = /pass|secret|token|key|auth|credential/i;

/** What may be secret in the URL of a store: its password, and options of such names. As written and as meant. */
function secretsOf(url: string): string[] {
  const written = /\/\/[^/?#@]*?:([^/?#@]*)@/.exec(url)?.[1] ?? "";
  const options = [...url.matchAll(/[?&]([^=&#]*)=([^&#]*)/g)];
  const secrets = options.filter(([, name = ""]) => secretName.test(name)).map(([, , value = ""]) => value);
  return [written, ...secrets]
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
