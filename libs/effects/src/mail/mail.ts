/** A mail to one person. */
export interface Mail {
  /** The same id in every attempt, so that mail servers can drop duplicates. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/** Sends mail. */
export interface Mailer {
  /** Sender chosen by the operator; undefined for a sender at the site's host. */
  readonly from: string | undefined;
  /**
   * Sends a mail; resolves once the mail server has accepted it.
   * @throws Error without addresses in its message, so it may be logged; FinalRefusalError if a retry is useless
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
}
