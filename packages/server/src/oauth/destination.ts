/**
 * Returns the destination of a response as the address bar shows it: the host, or the scheme of an app on the user's
 * device. An application can choose all other text on the consent page freely.
 */
export function redirectDestination(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  // Attack: any app can claim a scheme, and put the host of another site after it.
  return protocol === "https:" || protocol === "http:" ? host : protocol;
}
