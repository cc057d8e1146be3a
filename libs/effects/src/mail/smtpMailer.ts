import { OutgoingError, type Resolve } from '@almanac/outgoing';
import { FinalRefusalError } from '../handler.ts';
import type { Mailer } from './mail.ts';
import { smtpCodesOf, smtpTransport } from './smtpTransport.ts';

/** Timeout in milliseconds, shorter than an attempt of an outside effect. */
const TIMEOUT_MS = 10_000;

/** Creates a mailer for an SMTP server. @param url `smtp://user:password@host:587`, or `smtps://…` */
export const createSmtpMailer = ({
  url,
  from,
  resolve,
}: {
  readonly url: string;
  readonly from?: string | undefined;
  readonly resolve?: Resolve;
}): Mailer => ({
  from,
  send: async ({ id, ...mail }, signal) => {
    const transport = await smtpTransport({ url, patience: TIMEOUT_MS, resolve }, signal);
    const end = (): void => transport.close();
    signal.addEventListener('abort', end, { once: true });
    try {
      const host = mail.from.slice(mail.from.lastIndexOf('@') + 1);
      await transport.sendMail({
        ...mail,
        messageId: `<${id}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    } catch (error) {
      throw withoutAddresses(error);
    } finally {
      signal.removeEventListener('abort', end);
      transport.close();
    }
  },
});

/**
 * Returns an error with codes only: messages of mail servers and of the client contain addresses and may quote the
 * mail.
 */
const withoutAddresses = (error: unknown): Error => {
  if (error instanceof OutgoingError) return new Error(`the mail server did not take the mail (${error.reason})`);
  const { code, responseCode } = smtpCodesOf(error);
  const status = typeof responseCode === 'number' ? ` with ${responseCode}` : '';
  const kind = typeof code === 'string' && /^[A-Z]+$/.test(code) ? ` (${code})` : '';
  const text = `the mail server did not take the mail${status}${kind}`;
  const isFinal = typeof responseCode === 'number' && responseCode >= 500 && code === 'EENVELOPE';
  return isFinal ? new FinalRefusalError(text) : new Error(text);
};
