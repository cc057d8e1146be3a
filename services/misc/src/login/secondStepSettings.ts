import { type OwnSettings, outsideAddress, readEnvironment } from '@almanac/service';
import { z } from 'zod';
import type { Mailer } from './mail.ts';
import { createMfaApp, type MfaApp } from './mfaApp.ts';
import { createSmtpMailer } from './smtpMailer.ts';

const variables = z
  .object({
    /** Address of the mail server. */
    MAIL_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    /** Sender of mails. */
    MAIL_FROM: z.email().optional(),
    MFA_APP_URL: outsideAddress.optional(),
    MFA_APP_KEY: z.string().min(16).optional(),
  })
  .refine((own) => (own.MFA_APP_URL === undefined) === (own.MFA_APP_KEY === undefined), {
    message: 'MFA_APP_URL and MFA_APP_KEY go together',
    path: ['MFA_APP_KEY'],
  });

/** Mail server and outside app that deliver codes; undefined if not configured. */
export interface SecondStepOutside {
  readonly mail?: Mailer | undefined;
  readonly mfaApp?: MfaApp | undefined;
}

/** @throws ConfigurationError */
export const secondStepOutside = (own: OwnSettings): SecondStepOutside => {
  const { MAIL_URL, MAIL_FROM, MFA_APP_URL, MFA_APP_KEY } = readEnvironment(variables, own);
  return {
    mail: MAIL_URL === undefined ? undefined : createSmtpMailer({ url: MAIL_URL, from: MAIL_FROM }),
    mfaApp:
      MFA_APP_URL === undefined || MFA_APP_KEY === undefined
        ? undefined
        : createMfaApp({ url: MFA_APP_URL, key: MFA_APP_KEY }),
  };
};
