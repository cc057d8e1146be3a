import type { CommandContext, UnitOfWork } from '@almanac/event-sourcing';
import { miscErrors } from '../errors.ts';
import { createBeginning } from './beginSignIn.ts';
import { type CodeMail, createCodeSending } from './codeSending.ts';
import { codeHash, digestOf, sameDigest } from './digests.ts';
import { openSignIn, storedSignIn } from './openSignIns.ts';
import { matchRecoveryCode } from './recovery.ts';
import { recoveryCodesDecider } from './recoveryCodes.ts';
import type { SecondStepPorts } from './secondStepPorts.ts';
import { type CodeMatch, isOpen, type Session, sessionDecider } from './session.ts';

const isCode = async (ports: SecondStepPorts, session: string, { code }: Session, typed: string): Promise<boolean> => {
  const hash = code === null ? undefined : await ports.kept.codeHashOf(code.id);
  return sameDigest(hash ?? '', codeHash(typed, session, ports.secret));
};

/**
 * Checks the typed text; a recovery code is consumed in the same commit.
 * @throws DomainError 403 for an expired sign-in, before any slow hash
 */
const decideCheck = async (
  ports: SecondStepPorts,
  unit: UnitOfWork,
  session: string,
  typed: string,
): Promise<Session> => {
  const before = await unit.load(sessionDecider, session);
  const { user, code } = before;
  if (!isOpen(before, ports.now())) throw miscErrors.sessionForbidden();
  const known: CodeMatch =
    code !== null && (await isCode(ports, session, before, typed)) ? { code: code.id } : 'nothing';
  const recovery = known === 'nothing' ? await matchRecoveryCode(ports, unit, { user, typed }) : undefined;
  const fits: CodeMatch = recovery === undefined ? known : 'recovery';
  const command = { type: 'Check', fits, at: ports.now() } as const;
  const after = await unit.decide(sessionDecider, session, command, undefined);
  if (recovery !== undefined) await unit.decide(recoveryCodesDecider, user, { type: 'Use', ...recovery }, undefined);
  return after;
};

/** Creates the operations on sign-ins between right password and right code (docs/interface/login.md §1, §3). */
export const createSignIns = (ports: SecondStepPorts) => {
  const { commands, kept, now } = ports;
  const send = createCodeSending(ports);

  return {
    begin: createBeginning(ports, send),

    /** Sends a code for the holder of token and secret. @throws DomainError 403, 429, 503 */
    sendByPair: async (token: string, secret: string, isFromHere: boolean, asked: CodeMail): Promise<void> => {
      const pair = await kept.pairOf(token);
      const fits = sameDigest(pair?.secret ?? '', digestOf(secret));
      const state = await storedSignIn(ports, pair?.session ?? ports.newId());
      const isGood = fits && isFromHere && isOpen(state, now()) && !state.pairUsed;
      if (pair === undefined || !isGood) throw miscErrors.sessionForbidden();
      await send(pair.session, state, asked, true);
    },

    /** Sends another code, for the browser that began the sign-in. @throws DomainError 403, 429, 503 */
    sendAgain: async (browser: string, asked: CodeMail): Promise<void> => {
      const [session, state] = await openSignIn(ports, await kept.sessionOfBrowser(browser));
      await send(session, state, asked, false);
    },

    /**
     * Checks the text typed in the browser that began the sign-in.
     * @returns the user; undefined for a wrong code
     * @throws DomainError 403 for an expired sign-in
     */
    check: async (browser: string, sent: string, context: CommandContext): Promise<number | undefined> => {
      const [session] = await openSignIn(ports, await kept.sessionOfBrowser(browser));
      const typed = sent.replaceAll(/\s+/g, '');
      // guesses of one sign-in run one after another, so that even parallel ones cost only five slow hashes together
      const mutexKeys = [`${sessionDecider.category}-${session}`];
      const { result } = await commands.run(context, (unit) => decideCheck(ports, unit, session, typed), { mutexKeys });
      return result.verified ? result.user : undefined;
    },
  };
};

export type SignIns = ReturnType<typeof createSignIns>;
