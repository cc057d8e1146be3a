/** A mail to one person. */
export interface Mail {
  /** The same in every try: receivers that know such ids take it once. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/** Sends mail. */
export interface Mailer {
  /** The sender that the operator has chosen; undefined for one of the site's host. */
  readonly from: string | undefined;
  /**
   * Resolves once the mail server has taken it. @throws Error that names no address: it may be logged;
   * FinalRefusalError where no further try is of use
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
}
