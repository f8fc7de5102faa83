/** Returns the URL of the page that redeems a one-time sign-in link. */
export function signInLinkUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/sign-in/link?token=${token}`;
}
