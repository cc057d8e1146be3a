import type { EffectsDefinition, RunningEffects } from '@almanac/effects';
import type { Mailer } from '@almanac/effects/mail';
import { type OwnSettings, readEnvironment, readMailer, siteAddress } from '@almanac/service';
import { z } from 'zod';
import type { AccountsCore } from '../users/accountsCore.ts';
import type { PasswordMail, PasswordMails } from '../users/passwordMailsPort.ts';
import { userOfSignIn } from '../users/readModels/userList.ts';
import { administrationAddress } from './administrationPage.ts';
import { LINK_LIFETIME_MS, makePasswordLink, SET_PASSWORD } from './passwordLinks.ts';

/** The mail server, and the site's own address, which links in mails need: a request could name another host. */
export interface PasswordMailSettings {
  readonly mail: Mailer;
  /** `https://example.org`, without a slash at its end. */
  readonly publicUrl: string;
}

const variables = z.object({
  /** The site's public address. */
  PUBLIC_URL: siteAddress.optional(),
});

/** Returns these settings; undefined without a mail server or a public address. @throws ConfigurationError */
export const readPasswordMailSettings = (own: OwnSettings): PasswordMailSettings | undefined => {
  const mail = readMailer(own);
  const { PUBLIC_URL: publicUrl } = readEnvironment(variables, own);
  return mail === undefined || publicUrl === undefined ? undefined : { mail, publicUrl };
};

const PASSWORD_MAIL_KIND = 'password-mail';
const EFFECT = 'password-mail';
/** A mail that the mail server has not accepted by then is given up. */
const PATIENCE_MS = 60 * 60 * 1_000;
/** Delays before the retries, in milliseconds. */
const RETRY_DELAYS_MS = [5_000, 30_000, 5 * 60_000];

const mailData = z.object({ request: z.string() });

/** Creates the port that queues mails. @param effects the running effects of `passwordMailEffects` */
export const createPasswordMails = (
  { entries, newId, random, now }: Pick<AccountsCore, 'entries' | 'newId' | 'random' | 'now'>,
  effects: () => Pick<RunningEffects, 'add'>,
): PasswordMails => ({
  request: async (mail, { principal, correlation }) => {
    const [id, at] = [newId(), now()];
    const until = at.getTime() + PATIENCE_MS;
    await entries.put(PASSWORD_MAIL_KIND, id, mail, { expiresAt: until });
    const data = { request: id };
    // no commit requests the mail: time and a random number take the place of its position, which keeps it apart from others
    const place = { source: 'core', epoch: 0, position: at.getTime(), n: random(4).readUInt32BE() } as const;
    const origin = {
      ...place,
      type: EFFECT,
      key: id,
      data,
      at: at.toISOString(),
      principal,
      language: mail.language,
      correlation,
    };
    const wanted = { type: EFFECT, receiver: 'mail', key: id, data, until: new Date(until).toISOString() };
    await effects().add(origin, [wanted]);
  },
});

export const passwordMailMessages = {
  subject: 'Set your password for {site}',
  invited: 'You have an account on {site}. Your username is {login}. Set your password here:',
  forgotten: 'Somebody asked for a new password for your account {login} on {site}. Set it here:',
  invitedUntil: 'The link works once, within seven days.',
  forgottenUntil: 'The link works once, within one day. If this was not you, do nothing: your password stays as it is.',
} as const;

type Ports = Pick<AccountsCore, 'entries' | 'documents' | 'random' | 'now' | 'texts' | 'settings'>;

/**
 * Effects that mail links. Each try makes a link of its own, so no link is stored, and looks up the user, so that the
 * form of a forgotten password takes the same time for every name.
 */
export const passwordMailEffects = (core: Ports, settings: PasswordMailSettings): EffectsDefinition => ({
  name: 'core.password-mails',
  wants: () => [],
  handlers: {
    [EFFECT]: {
      waits: RETRY_DELAYS_MS,
      handle: async ({ id, data }, signal) => {
        const { request } = mailData.parse(data);
        const asked = await core.entries.get<PasswordMail>(PASSWORD_MAIL_KIND, request);
        if (asked === undefined) return;
        const letter = await letterOf(core, settings, asked.body);
        if (letter !== undefined) await settings.mail.send({ id, ...letter }, signal);
        await core.entries.delete(PASSWORD_MAIL_KIND, request);
      },
    },
  },
});

/** Returns the mail with a new link; undefined if the user is unknown or has no address. */
const letterOf = async (
  core: Ports,
  { mail, publicUrl: baseUrl }: PasswordMailSettings,
  { name, purpose, language }: PasswordMail,
) => {
  const user = await userOfSignIn(core.documents, name);
  if (user === undefined || user.email === '') return undefined;
  const params = { site: core.settings.current().name, login: user.login };
  const text = (message: string): string => core.texts.text(message, language, params);
  const page = administrationAddress({ baseUrl, language }, SET_PASSWORD);
  const token = await makePasswordLink(core, user, LINK_LIFETIME_MS[purpose]);
  const lines = [
    text(passwordMailMessages[purpose]),
    `${page}?token=${token}`,
    text(passwordMailMessages[`${purpose}Until`]),
  ];
  return {
    from: mail.from ?? `no-reply@${new URL(baseUrl).hostname}`,
    to: user.email,
    subject: text(passwordMailMessages.subject),
    text: `${lines.join('\n\n')}\n`,
  };
};
