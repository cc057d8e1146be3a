import { randomBytes } from 'node:crypto';
import type { beginSignInOfMisc } from '@almanac/contracts';
import type { CommandContext } from '@almanac/event-sourcing';
import { isDomainError } from '@almanac/i18n';
import { networkOf, spendRequest } from '@almanac/service';
import type { z } from 'zod';
import { miscErrors } from '../errors.ts';
import type { CodeMail, CodeSending } from './codeSending.ts';
import { digestOf } from './digests.ts';
import { maskedAddress } from './mfaApp.ts';
import { storedSignIn } from './openSignIns.ts';
import type { SecondStepPorts } from './secondStepPorts.ts';
import { sessionDecider } from './session.ts';

/** A sign-in whose password was right, as described by core. */
export type SignInRequest = z.infer<typeof beginSignInOfMisc.request> & { readonly context: CommandContext };

type BegunSignIn = z.infer<typeof beginSignInOfMisc.answer>;

/** Announces a sign-in to the outside app and returns its page; null without an app. @throws DomainError 503 */
const handOver = async (ports: SecondStepPorts, session: string, request: SignInRequest): Promise<string | null> => {
  const { mfaApp, kept, log } = ports;
  if (mfaApp === undefined) return null;
  const { ip, user, address, site, apiRoot, context } = request;
  const handshake = {
    ip,
    user,
    loginUrl: `${site}/${context.language}/admin/code`,
    sendCodeUrl: `${apiRoot}/login/v1/mfa/send-code`,
    maskedAddress: maskedAddress(address),
  };
  const { token, secret, redirectUrl } = await mfaApp.begin(handshake).catch((error: unknown) => {
    log.warn({ err: error }, 'the app of the second step does not answer');
    throw miscErrors.deliveryFailed();
  });
  await kept.keepPair(token, { session, secret: digestOf(secret) });
  return redirectUrl;
};

/**
 * Returns the function that begins the second step of a sign-in. Without an outside app it sends the first code; if
 * that fails, a recovery code still lets the user in.
 */
export const createBeginning = (ports: SecondStepPorts, send: CodeSending) => {
  const { commands, kept, now } = ports;
  const begins = ports.limits('second-step-begin');

  const firstCode = async (session: string, asked: CodeMail): Promise<BegunSignIn['first']> => {
    try {
      await send(session, await storedSignIn(ports, session), asked, false);
      return 'sent';
    } catch (error) {
      if (!isDomainError(error)) throw error;
      return error.status === 429 ? 'limited' : 'failed';
    }
  };

  /** @throws DomainError 429, 503 */
  return async (request: SignInRequest): Promise<BegunSignIn> => {
    const { user, address, ip, browser, site, context } = request;
    await spendRequest(begins, networkOf(ip));
    const [session, secret] = [ports.newId(), randomBytes(32).toString('base64url')];
    const redirect = await handOver(ports, session, request);
    if (address !== '') await kept.keepAddress(session, address);
    await kept.keepBrowser(secret, session);
    const command = { type: 'Begin', user, at: now() } as const;
    await commands.run(context, (unit) => unit.decide(sessionDecider, session, command, undefined));
    const first = redirect === null ? await firstCode(session, { ip, browser, site, context }) : 'by-app';
    return { browser: secret, redirect, first };
  };
};
