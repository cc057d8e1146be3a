import { createSmtpMailer, type Mailer } from '@almanac/effects/mail';
import { type Outgoing, OutgoingError, type Policy, parsePrivateTargets, publicPolicy } from '@almanac/outgoing';
import { invalidParams } from '@almanac/rest';
import { z } from 'zod';
import type { OwnSettings } from './definition.ts';
import { readEnvironment } from './environment.ts';

const variables = z.object({
  /** Hosts and networks within private networks that requests to addresses from people may reach; default none. */
  PRIVATE_TARGETS: z
    .string()
    .transform((text, context) => {
      const targets = parsePrivateTargets(text);
      if (targets === undefined)
        context.addIssue('must be hosts, addresses or networks, such as staging.internal,10.2.0.0/16');
      return targets;
    })
    .optional(),
});

/**
 * Returns the policy for requests to addresses that people give: public ones, and those of `PRIVATE_TARGETS`.
 * @throws ConfigurationError
 */
export const readPublicPolicy = (own: OwnSettings): Policy => {
  const { PRIVATE_TARGETS: privateTargets } = readEnvironment(variables, own);
  return publicPolicy(privateTargets && { privateTargets });
};

/** Milliseconds for the resolution of a host name while an address is stored. */
const RESOLUTION_TIMEOUT_MS = 3_000;

/**
 * Checks the argument `url` before it is stored: a client that refuses it would never ask it. A name without an address
 * is accepted, since its host may be set up later and each request checks it again.
 * @param message says which addresses are allowed
 * @throws InvalidParamsError 400
 */
export const requireAllowedAddress = async (
  outgoing: Pick<Outgoing, 'check'>,
  url: string,
  message: string,
): Promise<void> => {
  try {
    await outgoing.check(url, RESOLUTION_TIMEOUT_MS);
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    if (error.reason === 'refused') throw invalidParams({ url: message });
  }
};

/** Schema of the site's public address, without slashes at its end. */
export const siteAddress = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/(?<!\/)\/+$/, ''));

const mailVariables = z.object({
  /** Address of the mail server. */
  MAIL_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Sender of mails. */
  MAIL_FROM: z.email().optional(),
});

/** Returns the mailer of the site; undefined without a mail server. @throws ConfigurationError */
export const readMailer = (own: OwnSettings): Mailer | undefined => {
  const { MAIL_URL, MAIL_FROM } = readEnvironment(mailVariables, own);
  return MAIL_URL === undefined ? undefined : createSmtpMailer({ url: MAIL_URL, from: MAIL_FROM });
};
