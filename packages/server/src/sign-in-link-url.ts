/** The address of the page that a one-time sign-in link opens. */
export function signInLinkUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/sign-in/link?token=${token}`;
}
