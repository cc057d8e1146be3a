import type { CommandContext } from '@almanac/event-sourcing';

/** The reason for a link that sets a password. */
export type LinkPurpose = 'invited' | 'forgotten';

/** A requested mail with a link that sets a password. */
export interface PasswordMail {
  /** Login or e-mail address as typed; nothing is sent if no user has it. */
  readonly name: string;
  readonly purpose: LinkPurpose;
  readonly language: string;
}

/** Sends links that set passwords by mail; implemented by `sign-in`. */
export interface PasswordMails {
  /** Queues a mail, in the same time for a known and an unknown name. It is durable when the promise resolves. */
  request(mail: PasswordMail, context: CommandContext): Promise<void>;
}
