import type { Collection } from '@almanac/documents';
import type { Decider, Registration } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';

/** One code of a set. */
export interface RecoveryCode {
  readonly set: string;
  readonly index: number;
}

/** The recovery codes of a user. Their hashes are stored separately, by the id of the set. */
export interface RecoveryCodes {
  readonly version: number;
  /** The current set; empty before the first. */
  readonly set: string;
  /** Indexes of the used codes. */
  readonly used: readonly number[];
}

export type RecoveryCodesEvent =
  | Event<'RecoveryCodesMade', { readonly set: string }>
  | Event<'RecoveryCodeUsed', RecoveryCode>;

export type RecoveryCodesCommand =
  | { readonly type: 'Make'; readonly set: string }
  | ({ readonly type: 'Use' } & RecoveryCode);

/** Decider of the recovery codes of users, `recovery-<user>` (docs/interface/login.md §4). */
export const recoveryCodesDecider: Decider<RecoveryCodes, RecoveryCodesEvent, RecoveryCodesCommand> = {
  category: 'recovery',
  initialState: { version: 0, set: '', used: [] },
  eventTypes: ['RecoveryCodesMade', 'RecoveryCodeUsed'],
  projectionVersion: 1,
  evolve: (state, { type, data, version }) =>
    type === 'RecoveryCodesMade'
      ? { version, set: data.set, used: [] }
      : { ...state, version, used: [...state.used, data.index] },
  decide: (state, command) => {
    if (command.type === 'Make') return [{ type: 'RecoveryCodesMade', data: { set: command.set } }];
    const { set, index } = command;
    return isUsable(state, command) ? [{ type: 'RecoveryCodeUsed', data: { set, index } }] : [];
  },
};

/** True if a code belongs to the current set and is unused. */
export const isUsable = ({ set, used }: RecoveryCodes, code: RecoveryCode): boolean =>
  set === code.set && !used.includes(code.index);

export const recoveryCodeStates: Collection = {
  name: 'recovery-codes',
  projectionVersion: recoveryCodesDecider.projectionVersion,
  indexes: [],
};

export const recoveryCodesRegistration: Registration<RecoveryCodes, RecoveryCodesEvent> = {
  aggregate: recoveryCodesDecider,
  collection: recoveryCodeStates,
};
