import { randomBytes } from 'node:crypto';
import { isDomainError } from '@almanac/domain';
import { networkOf } from '@almanac/service';
import type { CommandContext, UnitOfWork } from '@almanac/write-side';
import { spend } from '../limited.ts';
import { type Asked, createCodeSending, deliveryFailed } from './codeSending.ts';
import { codeHash, digestOf, sameDigest } from './digests.ts';
import { type Handshake, maskedAddress } from './mfaApp.ts';
import { fittingRecovery } from './recovery.ts';
import { recoveryCodesDecider } from './recoveryCodes.ts';
import type { SecondStepPorts } from './secondStepPorts.ts';
import { type Fits, forbiddenSession, isOpen, type Session, sessionDecider, sessions } from './session.ts';

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

/** Sign-ins between the right password and the right code (docs/interface/login.md §1, §3). */
export const createSignIns = (ports: SecondStepPorts) => {
  const { documents, commands, kept, now, mfaApp, log } = ports;
  const begins = ports.limits('second-step-begin');
  const send = createCodeSending(ports);

  const stateOf = async (session: string): Promise<Session> =>
    (await documents.get<Session>(sessions, session))?.body ?? sessionDecider.initialState;

  /** A sign-in that still waits for its code. @throws DomainError 403 */
  const openOf = async (session: string | undefined): Promise<readonly [string, Session]> => {
    const state = await stateOf(session ?? ports.newId());
    if (session === undefined || !isOpen(state, now())) throw forbiddenSession();
    return [session, state];
  };

  const handOver = async (session: string, handshake: Handshake): Promise<string | null> => {
    if (mfaApp === undefined) return null;
    const { token, secret, redirectUrl } = await mfaApp.begin(handshake).catch((error: unknown) => {
      log.warn({ err: error }, 'the app of the second step is away');
      throw deliveryFailed();
    });
    await kept.keepPair(token, { session, secret: digestOf(secret) });
    return redirectUrl;
  };

  const firstCode = async (session: string, asked: Asked): Promise<FirstCode> => {
    try {
      await send(session, await stateOf(session), asked, false);
      return 'sent';
    } catch (error) {
      if (!isDomainError(error)) throw error;
      return error.status === 429 ? 'limited' : 'failed';
    }
  };

  const isCode = async (session: string, { code }: Session, typed: string): Promise<boolean> => {
    const hash = code === null ? undefined : await kept.codeHashOf(code.id);
    return sameDigest(hash ?? '', codeHash(typed, session, ports.secret));
  };

  /** Decides what was typed; a recovery code is used up in the same commit. */
  const decide = async (unit: UnitOfWork, session: string, typed: string): Promise<Session> => {
    const before = await unit.load(sessionDecider, session);
    const { user, code } = before;
    const recovery = await fittingRecovery(ports, unit, { user, typed });
    const known: Fits = code !== null && (await isCode(session, before, typed)) ? { code: code.id } : 'nothing';
    const fits: Fits = recovery === undefined ? known : 'recovery';
    const after = await unit.decide(sessionDecider, session, { type: 'Check', fits, at: now() }, undefined);
    if (recovery !== undefined) await unit.decide(recoveryCodesDecider, user, { type: 'Use', ...recovery }, undefined);
    return after;
  };

  return {
    /**
     * Begins; where no outside app leads on, the first code is sent. Where it cannot be, a recovery code still lets in.
     * @throws DomainError 429, 503
     */
    begin: async ({ user, address, ip, browser, site, apiRoot, context }: Beginning) => {
      await spend(begins, networkOf(ip));
      const [session, secret] = [ports.newId(), randomBytes(32).toString('base64url')];
      const redirect = await handOver(session, {
        ip,
        user,
        loginUrl: `${site}/${context.language}/admin/code`,
        sendCodeUrl: `${apiRoot}/login/v1/mfa/send-code`,
        maskedAddress: maskedAddress(address),
      });
      if (address !== '') await kept.keepAddress(session, address);
      await kept.keepBrowser(secret, session);
      await commands.run(context, (unit) =>
        unit.decide(sessionDecider, session, { type: 'Begin', user, at: now() }, undefined),
      );
      const first = redirect === null ? await firstCode(session, { ip, browser, site, context }) : 'by-app';
      return { browser: secret, redirect, first };
    },

    /** Sends a code for whoever has the pair. @throws DomainError 403, 429, 503 */
    sendByPair: async (token: string, secret: string, isFromHere: boolean, asked: Asked): Promise<void> => {
      const pair = await kept.pairOf(token);
      const fits = sameDigest(pair?.secret ?? '', digestOf(secret));
      const state = await stateOf(pair?.session ?? ports.newId());
      const isGood = fits && isFromHere && isOpen(state, now()) && !state.pairUsed;
      if (pair === undefined || !isGood) throw forbiddenSession();
      await send(pair.session, state, asked, true);
    },

    /** Sends another code, for the browser that has begun. @throws DomainError 403, 429, 503 */
    sendAgain: async (browser: string, asked: Asked): Promise<void> => {
      const [session, state] = await openOf(await kept.sessionOfBrowser(browser));
      await send(session, state, asked, false);
    },

    /**
     * Checks what was typed in the browser that has begun.
     * @returns the user; undefined for a wrong code
     * @throws DomainError 403 where the sign-in is over
     */
    check: async (browser: string, sent: string, context: CommandContext): Promise<number | undefined> => {
      const [session] = await openOf(await kept.sessionOfBrowser(browser));
      const typed = sent.replaceAll(/\s+/g, '');
      const { result } = await commands.run(context, (unit) => decide(unit, session, typed));
      return result.verified ? result.user : undefined;
    },
  };
};

export type SignIns = ReturnType<typeof createSignIns>;
