import { z } from 'zod';
import { id } from '../facts.ts';
import { internalContract } from './internalContract.ts';
import { mediumUses, namedMedium } from './mediumUses.ts';

// Requests of core to misc for the second step of signing in: docs/architecture.md §10.

/** Seconds in which a code must arrive after a correct password. */
export const SIGN_IN_SECONDS = 600;

const said = z.string().max(500).default('');
const session = z.string().max(200).meta({ description: 'What the browser holds that has begun.' });
const site = z.url().meta({ description: 'The address of the site.' });

export const beginSignInOfMisc = internalContract('misc.begin-sign-in', {
  askedBy: ['core'],
  method: 'POST',
  path: '/internal/second-step/begin',
  description: 'Begins the second step of somebody whose password was right.',
  request: z.object({
    user: id,
    address: z.string().max(320).meta({ description: 'Their mail address; empty for none.' }),
    ip: said,
    browser: said,
    site,
    apiRoot: z.url(),
  }),
  answer: z.object({
    browser: z.string().min(1).meta({ description: 'The secret that binds the sign-in to the browser.' }),
    redirect: z.string().nullable().meta({ description: 'The page of an outside app; null for the site’s own.' }),
    first: z.enum(['sent', 'limited', 'failed', 'by-app']).meta({ description: 'What became of the first code.' }),
  }),
});

export const sendCodeOfMisc = internalContract('misc.send-code', {
  askedBy: ['core'],
  method: 'POST',
  path: '/internal/second-step/send',
  description: 'Sends another code.',
  request: z.object({ session, ip: said, browser: said, site }),
  answer: z.object({}),
});

export const checkCodeOfMisc = internalContract('misc.check-code', {
  askedBy: ['core'],
  method: 'POST',
  path: '/internal/second-step/check',
  description: 'Checks a code; a right one says who signs in, once.',
  request: z.object({ session, code: z.string().max(200) }),
  answer: z.object({ user: id }),
});

export const makeRecoveryCodesOfMisc = internalContract('misc.make-recovery-codes', {
  askedBy: ['core', 'operator'],
  method: 'POST',
  path: '/internal/second-step/recovery-codes',
  description: 'Makes recovery codes in place of those before.',
  request: z.object({ user: id }),
  answer: z.object({ codes: z.array(z.string()) }),
});

export const findMediumUsesOfMisc = internalContract('misc.find-medium-uses', {
  askedBy: ['core'],
  method: 'POST',
  path: '/internal/medium-uses',
  description: 'Finds the popups that use a medium, as far as the caller may know of them.',
  request: namedMedium,
  answer: mediumUses,
});

export const miscInternals = [
  beginSignInOfMisc,
  sendCodeOfMisc,
  checkCodeOfMisc,
  makeRecoveryCodesOfMisc,
  findMediumUsesOfMisc,
] as const;
