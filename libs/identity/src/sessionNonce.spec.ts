import type { Principal } from './principal.ts';
import { type NonceOptions, nonceFits, sessionNonce } from './sessionNonce.ts';

const HOUR = 3_600_000;
const start = Date.parse('2026-07-01T00:00:00Z');
const at = (hours: number, more: Partial<NonceOptions> = {}): NonceOptions => ({
  action: 'interface',
  secret: 'secret',
  now: new Date(start + hours * HOUR),
  ...more,
});
const of = (id: number, session: string): Principal => ({
  kind: 'user',
  id,
  login: 'ada',
  roles: [],
  credential: { kind: 'session', id: session },
});
const ada = of(2, 'one');

describe('a session nonce', () => {
  it('fits under the new secret of a site while the former one is accepted', () => {
    const former = sessionNonce(ada, at(0));
    expect(nonceFits(former, ada, at(1, { secret: 'new' }))).toBe(false);
    expect(nonceFits(former, ada, at(1, { secret: 'new', otherSecrets: ['secret'] }))).toBe(true);
    expect(nonceFits(former, of(3, 'one'), at(1, { secret: 'new', otherSecrets: ['secret'] }))).toBe(false);
  });

  it('has 128 bits', () => {
    expect(Buffer.from(sessionNonce(ada, at(0)), 'base64url')).toHaveLength(16);
  });

  it.each([
    [0, 23.9, true],
    [0, 24, false],
    [11.9, 23.9, true],
    [11.9, 24, false],
    [12, 35.9, true],
  ])('fits by the hour: made at %s, at hour %s: %s', (made, used, good) => {
    expect(nonceFits(sessionNonce(ada, at(made)), ada, at(used))).toBe(good);
  });

  it.each<[string, Principal, NonceOptions]>([
    ['another user', of(3, 'one'), at(0)],
    ['another session', of(2, 'two'), at(0)],
    ['a visitor', { kind: 'anonymous' }, at(0)],
    ['another action', ada, at(0, { action: 'form' })],
    ['another site', ada, at(0, { secret: 'other' })],
  ])('does not fit %s', (_whom, principal, options) => {
    expect(nonceFits(sessionNonce(ada, at(0)), principal, options)).toBe(false);
  });

  it.each(['', 'x', '!!!', 'A'.repeat(20), 'A'.repeat(5_000)])('is not accepted if it is invented: %s', (made) => {
    expect(nonceFits(made, ada, at(0))).toBe(false);
  });
});
