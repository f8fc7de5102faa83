/**
 * The actions of the audit log and their meanings. Each name is an object and a past participle. Mail and webhooks use
 * the same names. To add an action, add a row.
 */
export const auditActions = {
  "account.created": "The account was opened.",
  "account.renamed": "The name of the account changed.",
  "account.closed": "The account was closed.",
  "account.suspended": "The account was suspended.",
  "account.reactivated": "The account was reactivated.",
  "role.changed": "The role of the account changed.",
  "email.changed": "The email address of the account changed.",
  "email.verified": "The owner confirmed the email address by a link in a mail.",
  "password.reset": "The owner used a link in a mail to set a new password.",
  "password.changed": "The password was set, which ended all other sessions.",
  "session.created": "The owner signed in.",
  "session.ended": "A session was ended before its expiry.",
  "passkey.created": "A passkey was added.",
  "passkey.removed": "A passkey was removed.",
  "identity_provider.linked": "A user of the identity provider was linked to the account.",
  "identity_provider.unlinked": "The user of the identity provider was unlinked.",
  "sign_in_link.created": "A one-time sign-in link was created.",
  "sign_in_link.redeemed": "A one-time sign-in link was used.",
  "key.created": "An API key was created.",
  "key.changed": "The name, the scopes or the limit of an API key changed.",
  "key.rotated": "An API key got a new secret.",
  "key.revoked": "An API key was revoked.",
  "client.created": "An OAuth client was registered.",
  "client.changed": "The name, the redirect URIs or the scopes of an OAuth client changed.",
  "client.rotated": "An OAuth client got a new secret.",
  "client.revoked": "An OAuth client was revoked.",
  "grant.created": "The owner allowed an app to use the account.",
  "grant.changed": "The owner allowed an app further scopes.",
  "grant.revoked": "The grant of an app ended.",
  "plan.changed": "The plan or the daily limit changed.",
  "plan.change_scheduled": "A plan change was scheduled for the end of the billing cycle.",
  "plan.change_canceled": "A scheduled plan change was canceled.",
  "invitation.created": "An operator invited a user to open an account.",
  "invitation.revoked": "An operator revoked an invitation.",
  "invoice.paid": "An invoice was paid.",
  "payment.retried": "A failed payment became due again before its next attempt.",
} as const satisfies Readonly<Record<`${string}.${string}`, string>>;

export type AuditAction = keyof typeof auditActions;
