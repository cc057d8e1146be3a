import { given } from '@almanac/domain/testing';
import { type RecoveryCodesCommand, type RecoveryCodesEvent, recoveryCodesDecider } from './recoveryCodes.ts';

const made = (set: string): RecoveryCodesEvent => ({ type: 'RecoveryCodesMade', data: { set } });
const used = (set: string, index: number): RecoveryCodesEvent => ({ type: 'RecoveryCodeUsed', data: { set, index } });
const use = (set: string, index: number): RecoveryCodesCommand => ({ type: 'Use', set, index });

describe('the recovery codes of a user', () => {
  it('are made as often as they are asked for', () => {
    given(recoveryCodesDecider)
      .when({ type: 'Make', set: 'a' })
      .then([made('a')]);
    given(recoveryCodesDecider, [made('a')])
      .when({ type: 'Make', set: 'b' })
      .then([made('b')]);
  });

  it('are good once each', () => {
    given(recoveryCodesDecider, [made('a')])
      .when(use('a', 0))
      .then([used('a', 0)]);
    given(recoveryCodesDecider, [made('a'), used('a', 0)])
      .when(use('a', 0))
      .then([]);
    given(recoveryCodesDecider, [made('a'), used('a', 0)])
      .when(use('a', 1))
      .then([used('a', 1)]);
  });

  it('are good no more once others are made, all of which are unused', () => {
    const events = [made('a'), used('a', 0), made('b')];
    given(recoveryCodesDecider, events).when(use('a', 1)).then([]);
    given(recoveryCodesDecider, events)
      .when(use('b', 0))
      .then([used('b', 0)]);
  });
});
