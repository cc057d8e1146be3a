import { given } from '@almanac/event-sourcing/testing';
import { type RecoveryCodesEvent, recoveryCodesDecider } from './recoveryCodes.ts';

const made = (set: string): RecoveryCodesEvent => ({ type: 'RecoveryCodesMade', data: { set } });
const used = (set: string, index: number): RecoveryCodesEvent => ({ type: 'RecoveryCodeUsed', data: { set, index } });
const use = (set: string, index: number) => ({ type: 'Use', set, index }) as const;

describe('the decisions on recovery codes', () => {
  it('create a set in place of the one before, with all codes unused', () => {
    given(recoveryCodesDecider, [made('a'), used('a', 2)])
      .when({ type: 'Make', set: 'b' })
      .then([made('b')]);
    given(recoveryCodesDecider, [made('a'), used('a', 2), made('b')]).thenState({ version: 3, set: 'b', used: [] });
  });

  it.each([
    ['is used once', [made('a'), used('a', 1)], use('a', 1), []],
    ['leaves the others of its set', [made('a'), used('a', 1)], use('a', 2), [used('a', 2)]],
    ['is of no use once another set was made', [made('a'), made('b')], use('a', 1), []],
    [
      'of another set may have the number of one that is used',
      [made('a'), used('a', 1), made('b')],
      use('b', 1),
      [used('b', 1)],
    ],
    ['is none before the first set', [], use('a', 1), []],
  ])('handle a code: it %s', (_what, events, command, expected) => {
    given(recoveryCodesDecider, events).when(command).then(expected);
  });
});
