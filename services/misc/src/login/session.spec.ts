import { fold } from '@almanac/event-sourcing';
import { given, metadata, recorded } from '@almanac/event-sourcing/testing';
import { type SessionCommand, type SessionEvent, sessionDecider } from './session.ts';

const START = Date.parse('2031-01-01T12:00:00.000Z');
const after = (seconds: number): Date => new Date(START + seconds * 1_000);

/** Events as recorded at a given time. */
const begun: SessionEvent = { type: 'SignInBegun', data: { user: 7, until: '2031-01-01T12:10:00.000Z' } };
const issued = (id: string, byPair = false): SessionEvent => ({
  type: 'CodeIssued',
  data: { id, until: '2031-01-01T12:03:00.000Z', byPair, mailed: true },
});
const wrong: SessionEvent = { type: 'CodeRefused', data: {} };
const issue = (at: Date, byPair = false): SessionCommand => ({ type: 'Issue', id: 'new', byPair, mailed: true, at });

const stateAfter = (...events: readonly SessionEvent[]) =>
  fold(sessionDecider, recorded('signin-1', events, metadata({ at: after(0).toISOString() })));

const decided = (events: readonly SessionEvent[], command: SessionCommand) => {
  try {
    return sessionDecider.decide(stateAfter(...events), command, undefined).map(({ type }) => type);
  } catch (error) {
    const { status, data } = error as { readonly status: number; readonly data: { readonly retry_after?: number } };
    return [status, data.retry_after];
  }
};

describe('a sign-in that waits for its code', () => {
  it('lasts ten minutes', () => {
    given(sessionDecider, [])
      .when((state) => sessionDecider.decide(state, { type: 'Begin', user: 7, at: after(0) }, undefined))
      .then([begun]);
  });

  it('gives a code three minutes, but no more than it has left itself', () => {
    const untilOf = (at: Date) =>
      (
        sessionDecider.decide(stateAfter(begun), issue(at), undefined)[0] as Extract<
          SessionEvent,
          { type: 'CodeIssued' }
        >
      ).data.until;
    expect([untilOf(after(60)), untilOf(after(500))]).toEqual(['2031-01-01T12:04:00.000Z', '2031-01-01T12:10:00.000Z']);
  });

  it('may have three codes sent, 30 seconds apart', () => {
    expect(decided([begun, issued('a')], issue(after(10)))).toEqual([429, 20]);
    expect(decided([begun, issued('a')], issue(after(30)))).toEqual(['CodeIssued']);
    expect(decided([begun, issued('a'), issued('b'), issued('c')], issue(after(100)))).toEqual([429, 500]);
  });

  it('may have one code sent by its pair', () => {
    expect(decided([begun], issue(after(0), true))).toEqual(['CodeIssued']);
    expect(decided([begun, issued('a', true)], issue(after(60), true))).toEqual([403, undefined]);
    expect(decided([begun, issued('a', true)], issue(after(60)))).toEqual(['CodeIssued']);
  });

  const check = (fits: Extract<SessionCommand, { type: 'Check' }>['fits'], at = after(60)): SessionCommand => ({
    type: 'Check',
    fits,
    at,
  });

  it('ends with the last code, while it is valid, or with a recovery code', () => {
    expect(decided([begun, issued('a')], check({ code: 'a' }))).toEqual(['SignInVerified']);
    expect(decided([begun, issued('a'), issued('b')], check({ code: 'a' }))).toEqual(['CodeRefused']);
    expect(decided([begun, issued('a')], check({ code: 'a' }, after(180)))).toEqual(['CodeRefused']);
    expect(decided([begun], check('recovery'))).toEqual(['SignInVerified']);
  });

  it.each<readonly [string, readonly SessionEvent[], Date]>([
    ['is not begun', [], after(0)],
    ['ends after ten minutes', [begun, issued('a')], after(600)],
    ['takes a code once', [begun, issued('a'), { type: 'SignInVerified', data: { by: 'code' } }], after(1)],
    ['ends with the fifth wrong code', [begun, issued('a'), wrong, wrong, wrong, wrong, wrong], after(1)],
  ])('%s, and then ignores every command', (_, events, at) => {
    for (const command of [check({ code: 'a' }, at), check('recovery', at), check('nothing', at), issue(at)])
      expect(decided(events, command)).toEqual([403, undefined]);
  });
});
