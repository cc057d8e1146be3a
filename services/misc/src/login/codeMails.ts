import { type EffectHandler, type EffectsDefinition, FinalRefusalError, type WantedEffect } from '@almanac/effects';
import type { Mail } from '@almanac/effects/mail';
import type { NewEvent } from '@almanac/event-store';
import { z } from 'zod';
import type { Misc } from '../misc.ts';
import type { MailEntry } from './privateEntries.ts';
import type { SecondStepPorts } from './secondStepPorts.ts';
import type { SessionEvent } from './session.ts';

export const mailMessages = {
  subject: 'Your code for {site}',
  code: 'Your code for signing in to {site} is {code}. It is valid once, for three minutes.',
  from: 'Signing in from: {places}.',
  notYou: 'If this was not you, somebody knows your password. Change it.',
} as const;

type Ports = Pick<SecondStepPorts, 'texts' | 'settings' | 'mail' | 'kept'>;

/** Delays before the retries, in milliseconds: a code is valid for three minutes. */
const RETRY_DELAYS_MS = [2_000, 5_000, 10_000, 20_000];

type IssuedCode = NewEvent & Extract<SessionEvent, { readonly type: 'CodeIssued' }>;

const isIssued = (event: NewEvent): event is IssuedCode => event.type === 'CodeIssued';

const mailData = z.object({ code: z.string() });

const wishesOf = ({ stream, data }: IssuedCode): WantedEffect[] => {
  const { id, until, mailed } = data;
  return mailed ? [{ type: 'login-code', receiver: 'mail', key: stream, data: { code: id }, until }] : [];
};

/** Effects that mail codes after the commits that issue them. */
export const codeMails = (ports: Ports): EffectsDefinition => ({
  name: 'misc.second-step',
  wants: ({ events }) => events.filter(isIssued).flatMap(wishesOf),
  handlers: { 'login-code': mailOfCode(ports) },
});

const mailOfCode = ({ mail, kept, texts, settings }: Ports): EffectHandler => ({
  waits: RETRY_DELAYS_MS,
  handle: async ({ id, data }, signal) => {
    const { code } = mailData.parse(data);
    const letter = await kept.letterOf(code);
    // the mail was already sent but not yet recorded, or the code has expired
    if (letter === undefined) return;
    if (mail === undefined) throw new FinalRefusalError('no mail server is configured any more');
    await mail.send({ id, ...mailOf(letter, { texts, site: settings.current().name, from: mail.from }) }, signal);
    await kept.forgetLetter(code);
  },
});

interface Around extends Pick<Misc, 'texts'> {
  readonly site: string;
  readonly from: string | undefined;
}

const mailOf = (letter: MailEntry, { texts, site, from }: Around): Omit<Mail, 'id'> => {
  const { code, to, host, language, ip, browser, location } = letter;
  const text = (message: string, params: Readonly<Record<string, string>> = {}): string =>
    texts.text(message, language, params);
  const places = [ip, location, browser].map(inOneLine).filter((each) => each !== '');
  const lines = [
    text(mailMessages.code, { site: inOneLine(site), code }),
    ...(places.length === 0 ? [] : [text(mailMessages.from, { places: places.join(', ') })]),
    text(mailMessages.notYou),
  ];
  return {
    from: from ?? `no-reply@${host}`,
    to,
    subject: text(mailMessages.subject, { site: inOneLine(site) }),
    text: `${lines.join('\n\n')}\n`,
  };
};

/** Cleans a value from a client: one line, no control characters, no text that a mail program turns into a link. */
const inOneLine = (said: string): string =>
  said
    .replaceAll(/(?:https?:)?\/\/|\bwww\./gi, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
