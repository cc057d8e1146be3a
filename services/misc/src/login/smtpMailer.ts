import { FinalRefusalError } from '@almanac/effects';
import { OutgoingError, type Resolve } from '@almanac/outgoing';
import { smtpCodesOf, smtpTransport } from '../smtpTransport.ts';
import type { Mailer } from './mail.ts';

/** In milliseconds: shorter than a try of an outside effect. */
const PATIENCE = 10_000;

/** Sends by SMTP. @param url `smtp://user:password@host:587`, or `smtps://…` */
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
    const transport = smtpTransport({ url, patience: PATIENCE, resolve }, signal);
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

/** What mail servers and the client say names addresses, and may quote the mail: only codes are told on. */
const withoutAddresses = (error: unknown): Error => {
  if (error instanceof OutgoingError) return new Error(`the mail server did not take the mail (${error.reason})`);
  const { code, responseCode } = smtpCodesOf(error);
  const status = typeof responseCode === 'number' ? ` with ${responseCode}` : '';
  const kind = typeof code === 'string' && /^[A-Z]+$/.test(code) ? ` (${code})` : '';
  const text = `the mail server did not take the mail${status}${kind}`;
  const isFinal = typeof responseCode === 'number' && responseCode >= 500 && code === 'EENVELOPE';
  return isFinal ? new FinalRefusalError(text) : new Error(text);
};
