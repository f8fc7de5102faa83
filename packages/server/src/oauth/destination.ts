/**
 * Returns the destination of a response as the address bar shows it: the host, or the scheme of an app on the user's
 * device. An application can choose all other text on the consent page freely.
 */
export function redirectDestination(redirectUri: string): string {
  const url = new URL(redirectUri);
  return url.host === "" ? url.protocol : url.host;
}
