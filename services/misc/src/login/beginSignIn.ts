import { randomBytes } from 'node:crypto';
import type { CommandContext } from '@almanac/event-sourcing';
import { isDomainError } from '@almanac/i18n';
import { networkOf, spendRequest } from '@almanac/service';
import { type Asked, type CodeSending, deliveryFailed } from './codeSending.ts';
import { digestOf } from './digests.ts';
import { maskedAddress } from './mfaApp.ts';
import { storedSignIn } from './openSignIns.ts';
import type { SecondStepPorts } from './secondStepPorts.ts';
import { sessionDecider } from './session.ts';

/** Somebody whose password was right. */
export interface Beginning {
  readonly user: number;
  /** Their mail address; empty for none. */
  readonly address: string;
  readonly ip: string;
  readonly browser: string;
  /** `{base_url}` */
  readonly site: string;
  readonly apiRoot: string;
  readonly context: CommandContext;
}

/** What became of the code that begins a sign-in. */
export type FirstCode = 'sent' | 'limited' | 'failed' | 'by-app';

export interface Begun {
  /** The secret that binds the sign-in to its browser. */
  readonly browser: string;
  /** Where an outside app shows its page. */
  readonly redirect: string | null;
  readonly first: FirstCode;
}

/** Tells the outside app of a sign-in, where there is one. @throws DomainError 503 */
const handOver = async (ports: SecondStepPorts, session: string, beginning: Beginning): Promise<string | null> => {
  const { mfaApp, kept, log } = ports;
  if (mfaApp === undefined) return null;
  const { ip, user, address, site, apiRoot, context } = beginning;
  const handshake = {
    ip,
    user,
    loginUrl: `${site}/${context.language}/admin/code`,
    sendCodeUrl: `${apiRoot}/login/v1/mfa/send-code`,
    maskedAddress: maskedAddress(address),
  };
  const { token, secret, redirectUrl } = await mfaApp.begin(handshake).catch((error: unknown) => {
    log.warn({ err: error }, 'the app of the second step is away');
    throw deliveryFailed();
  });
  await kept.keepPair(token, { session, secret: digestOf(secret) });
  return redirectUrl;
};

/**
 * Makes what begins a sign-in. Where no outside app leads on, the first code is sent; where it cannot be, a recovery code
 * still lets in.
 */
export const createBeginning = (ports: SecondStepPorts, send: CodeSending) => {
  const { commands, kept, now } = ports;
  const begins = ports.limits('second-step-begin');

  const firstCode = async (session: string, asked: Asked): Promise<FirstCode> => {
    try {
      await send(session, await storedSignIn(ports, session), asked, false);
      return 'sent';
    } catch (error) {
      if (!isDomainError(error)) throw error;
      return error.status === 429 ? 'limited' : 'failed';
    }
  };

  /** @throws DomainError 429, 503 */
  return async (beginning: Beginning): Promise<Begun> => {
    const { user, address, ip, browser, site, context } = beginning;
    await spendRequest(begins, networkOf(ip));
    const [session, secret] = [ports.newId(), randomBytes(32).toString('base64url')];
    const redirect = await handOver(ports, session, beginning);
    if (address !== '') await kept.keepAddress(session, address);
    await kept.keepBrowser(secret, session);
    const command = { type: 'Begin', user, at: now() } as const;
    await commands.run(context, (unit) => unit.decide(sessionDecider, session, command, undefined));
    const first = redirect === null ? await firstCode(session, { ip, browser, site, context }) : 'by-app';
    return { browser: secret, redirect, first };
  };
};
