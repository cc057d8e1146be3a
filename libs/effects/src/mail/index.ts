export type { Mail, Mailer } from './mail.ts';
export { createSmtpMailer } from './smtpMailer.ts';
export { smtpCodesOf, smtpTransport } from './smtpTransport.ts';
