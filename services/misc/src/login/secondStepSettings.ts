import type { Mailer } from '@almanac/effects/mail';
import { type OwnSettings, outsideAddress, readEnvironment, readMailer } from '@almanac/service';
import { z } from 'zod';
import { createMfaApp, type MfaApp } from './mfaApp.ts';

const variables = z
  .object({
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
  const { MFA_APP_URL, MFA_APP_KEY } = readEnvironment(variables, own);
  return {
    mail: readMailer(own),
    mfaApp:
      MFA_APP_URL === undefined || MFA_APP_KEY === undefined
        ? undefined
        : createMfaApp({ url: MFA_APP_URL, key: MFA_APP_KEY }),
  };
};
