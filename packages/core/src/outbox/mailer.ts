/** A message to one mailbox. */
export interface Mail {
  /** A valid email address, without a name. */
  to: string;
  /** One line. */
  subject: string;
  text: string;
  html: string;
  /** The local part of the Message-ID, the same at every attempt. */
  id: string;
  /**
   * The URL that ends mails of this kind with one POST (RFC 8058). Absent: the receiver cannot end them. A mailer sends it
   * as `List-Unsubscribe`.
   */
  unsubscribeUrl?: string;
}

/** A way to send mail, such as `smtpMailer`. */
export interface Mailer {
  /**
   * Sends a mail. Resolves once a server has accepted it. Throws `Undeliverable` if the server refuses the mailbox or the
   * content permanently, and any other error if a later attempt may succeed.
   */
  send(mail: Mail, options: { signal: AbortSignal }): Promise<void>;
}
