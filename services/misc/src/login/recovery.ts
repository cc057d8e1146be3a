import { randomInt } from 'node:crypto';
import type { CommandContext, UnitOfWork } from '@almanac/event-sourcing';
import {
  isUsable,
  type RecoveryCode,
  type RecoveryCodes,
  recoveryCodeStates,
  recoveryCodesDecider,
} from './recoveryCodes.ts';
import { indexOfCode, recoveryHashes } from './recoveryHashes.ts';
import type { SecondStepPorts } from './secondStepPorts.ts';

const HOW_MANY = 10;
const LENGTH = 12;
/** Letters and digits without those that are easily confused. */
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

/** Returns a new code in its displayed form: `ABCD-EFGH-JKMN`. */
const newCode = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)])
    .join('')
    .replaceAll(/(.{4})(?=.)/g, '$1-');

/** Returns the hashed form of a code, however it is typed. */
const plain = (code: string): string => code.toUpperCase().replaceAll(/[\s-]/g, '');

type Ports = Pick<SecondStepPorts, 'documents' | 'commands' | 'kept' | 'secret' | 'newId'>;

/** Creates ten recovery codes in place of the former ones. Only the caller gets them; hashes are stored. */
export const makeRecoveryCodes = async (ports: Ports, user: number, context: CommandContext): Promise<string[]> => {
  const { commands, kept, newId } = ports;
  const codes = Array.from({ length: HOW_MANY }, newCode);
  const set = newId();
  const former = await stateOf(ports, user);
  await kept.keepRecovery(set, await recoveryHashes(ports, set, codes.map(plain)));
  await commands.run(context, (unit) => unit.decide(recoveryCodesDecider, user, { type: 'Make', set }, undefined));
  if (former.set !== '') await kept.forgetRecovery(former.set);
  return codes;
};

const stateOf = async ({ documents }: Pick<Ports, 'documents'>, user: number): Promise<RecoveryCodes> =>
  (await documents.get<RecoveryCodes>(recoveryCodeStates, user))?.body ?? recoveryCodesDecider.initialState;

/** True if the text has the form of a recovery code: no other text is worth a slow hash. */
const isLikeOne = (code: string): boolean =>
  code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter));

/** Returns the user's recovery code that was typed, at the cost of one slow hash; undefined if it is wrong or used. */
export const matchRecoveryCode = async (
  ports: Ports,
  unit: UnitOfWork,
  { user, typed }: { readonly user: number; readonly typed: string },
): Promise<RecoveryCode | undefined> => {
  if (!isLikeOne(plain(typed))) return undefined;
  const state = await unit.load(recoveryCodesDecider, user);
  const index = await indexOfCode(ports, state.set, plain(typed));
  const code = index === undefined ? undefined : { set: state.set, index };
  return code !== undefined && isUsable(state, code) ? code : undefined;
};
