import { randomInt } from 'node:crypto';
import type { CommandContext } from '@almanac/event-sourcing';
import { hasCode } from '@almanac/event-store';
import { isDomainError } from '@almanac/i18n';
import { type Limiter, spendRequest } from '@almanac/service';
import { miscErrors } from '../errors.ts';
import { codeHash } from './digests.ts';
import type { SecondStepPorts } from './secondStepPorts.ts';
import { type Session, sessionDecider } from './session.ts';

/** Contents of a mail in addition to the code. */
export interface CodeMail {
  /** The code to send; generated if absent. */
  readonly code?: string | undefined;
  readonly ip?: string | undefined;
  readonly browser?: string | undefined;
  readonly location?: string | undefined;
  readonly site: string;
  readonly context: CommandContext;
}

const sixDigits = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Issues a code, and requests its mail if the session has an address. @throws DomainError 403, 429, 503 */
const issue = async (ports: SecondStepPorts, session: string, asked: CodeMail, byPair: boolean): Promise<void> => {
  const { commands, kept, mail, now } = ports;
  const to = await kept.addressOf(session);
  if (to !== undefined && mail === undefined) throw miscErrors.deliveryFailed();
  const id = ports.newId();
  const { code = sixDigits(), ip = '', browser = '', location = '', site, context } = asked;
  await kept.keepCode(id, codeHash(code, session, ports.secret));
  const { language } = context;
  const letter = { code, language, host: new URL(site).hostname, ip, browser, location };
  if (to !== undefined) await kept.keepLetter(id, { ...letter, to });
  const command = { type: 'Issue', id, byPair, mailed: to !== undefined, at: now() } as const;
  try {
    await commands.run(context, (unit) => unit.decide(sessionDecider, session, command, undefined));
  } catch (error) {
    // the commit may exist if its outcome is unknown: then the code is valid and its mail is sent
    if (!hasCode(error, 'outcome-unknown')) await kept.forgetLetter(id);
    throw error;
  }
};

/** Runs work that counts against each limiter for a user; failed work is not counted. */
const counted = async (limiters: readonly Limiter[], who: string, work: () => Promise<void>): Promise<void> => {
  const spent: Limiter[] = [];
  try {
    for (const limiter of limiters) {
      await spendRequest(limiter, who);
      spent.push(limiter);
    }
    await work();
  } catch (error) {
    for (const limiter of spent) await limiter.giveBack(who);
    throw error;
  }
};

/**
 * Returns the function that issues and mails codes, limited per user, hour and day. Every failure on the side of the
 * site is answered with 503.
 */
export const createCodeSending = (ports: SecondStepPorts) => {
  const limiters = [ports.limits('second-step-day'), ports.limits('second-step-hour')];
  return async (session: string, { user }: Session, asked: CodeMail, byPair: boolean): Promise<void> => {
    try {
      await counted(limiters, String(user), () => issue(ports, session, asked, byPair));
    } catch (error) {
      if (isDomainError(error) && error.status < 500) throw error;
      ports.log.warn({ err: error }, 'a code could not be sent');
      throw miscErrors.deliveryFailed();
    }
  };
};

export type CodeSending = ReturnType<typeof createCodeSending>;
