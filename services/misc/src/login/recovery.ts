import { randomInt } from 'node:crypto';
import type { CommandContext, UnitOfWork } from '@almanac/event-sourcing';
import {
  isGood,
  type RecoveryCode,
  type RecoveryCodes,
  recoveryCodeStates,
  recoveryCodesDecider,
} from './recoveryCodes.ts';
import { indexOfCode, recoveryHashes } from './recoveryHashes.ts';
import type { SecondStepPorts } from './secondStepPorts.ts';

const HOW_MANY = 10;
const LENGTH = 12;
/** Without letters and digits that are taken for one another. */
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

/** As it is shown: `ABCD-EFGH-JKMN`. */
const newCode = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)])
    .join('')
    .replaceAll(/(.{4})(?=.)/g, '$1-');

/** As it is hashed: however it is typed. */
const plain = (code: string): string => code.toUpperCase().replaceAll(/[\s-]/g, '');

type Ports = Pick<SecondStepPorts, 'documents' | 'commands' | 'kept' | 'secret' | 'newId'>;

/** Makes ten recovery codes in place of those before; they are known to whoever asks, and nowhere else. */
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

/** Whether it can be a recovery code at all: no other text is worth a slow hash. */
const isLikeOne = (code: string): boolean =>
  code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter));

/** Which recovery code of a user this is, at the cost of one slow hash; undefined for none, and for one that is used up. */
export const fittingRecovery = async (
  ports: Ports,
  unit: UnitOfWork,
  { user, typed }: { readonly user: number; readonly typed: string },
): Promise<RecoveryCode | undefined> => {
  if (!isLikeOne(plain(typed))) return undefined;
  const state = await unit.load(recoveryCodesDecider, user);
  const index = await indexOfCode(ports, state.set, plain(typed));
  const code = index === undefined ? undefined : { set: state.set, index };
  return code !== undefined && isGood(state, code) ? code : undefined;
};
