import { anonymous, type Principal, type User } from './principal.ts';
import { createSigner, createVerifier } from './rememberedSeals.ts';
import { signPrincipal } from './signedPrincipal.ts';

const now = new Date('2026-01-01T12:00:00.400Z');
const later = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
const user = (id: number, more: Partial<User> = {}): User => ({
  kind: 'user',
  id,
  login: 'zoe',
  roles: ['editor'],
  ...more,
});

describe('a seal that is requested again within a second', () => {
  const between = { from: 'gateway', for: 'core' };
  const sign = createSigner({ secret: 'secret' }, between);
  const verify = createVerifier({ secret: 'secret' }, 'core');

  it('has the header of the first time, which is valid as long', () => {
    const header = sign(anonymous, now)['x-almanac-principal'];
    expect(header).toBe(signPrincipal(anonymous, 'secret', now, between));
    expect(sign(anonymous, later(500))).toEqual({ 'x-almanac-principal': header });
    expect(verify(header, later(59_999))?.principal).toEqual(anonymous);
  });

  it.each([600, 60_000, -600])('has another header %i ms later', (milliseconds) => {
    sign(anonymous, now);
    const header = sign(anonymous, later(milliseconds))['x-almanac-principal'];
    expect(header).toBe(signPrincipal(anonymous, 'secret', later(milliseconds), between));
  });

  it('differs between principals', () => {
    const principals: Principal[] = [anonymous, user(1), user(2), user(1, { roles: ['author'] })];
    for (const principal of [...principals, ...principals])
      expect(verify(sign(principal, now)['x-almanac-principal'], now)?.principal).toEqual(principal);
  });
});

describe('a repeated verification', () => {
  it('returns the first result for every header', () => {
    const verify = createVerifier({ secret: 'secret' }, 'core');
    const [one, other] = [signPrincipal(user(1), 'secret', now), signPrincipal(user(2), 'secret', now)];
    const [payload] = one.split('.');
    const forged = [`${payload}.${other.split('.')[1]}`, signPrincipal(user(1), 'other', now), `${one}.`, '', '.'];
    for (let turn = 0; turn < 2; turn++) {
      expect([one, other].map((header) => verify(header, now)?.principal)).toEqual([user(1), user(2)]);
      for (const header of forged) expect(verify(header, now)).toBeUndefined();
    }
  });

  it('accepts headers that are signed for its own service, and those of a former release for none', () => {
    const verify = createVerifier({ secret: 'secret' }, 'core');
    for (const [recipient, expected] of [
      ['core', user(1)],
      ['calendar', undefined],
      [undefined, user(1)],
    ] as const) {
      const header = signPrincipal(user(1), 'secret', now, { for: recipient });
      expect([verify(header, now)?.principal, verify(header, now)?.principal]).toEqual([expected, expected]);
    }
  });

  it('ends with the minute', () => {
    const verify = createVerifier({ secret: 'secret' }, 'core');
    const header = signPrincipal(user(1), 'secret', now);
    expect(verify(header, later(59_999))?.principal).toEqual(user(1));
    expect(verify(header, later(60_000))).toBeUndefined();
    expect(verify(header, later(60_001))).toBeUndefined();
  });

  it('stays right beyond the limit of its cache', () => {
    const verify = createVerifier({ secret: 'secret' }, 'core');
    const ids = Array.from({ length: 1_200 }, (_, id) => id + 1);
    const headers = ids.map((id) => signPrincipal(user(id), 'secret', now));
    for (const _ of [1, 2])
      expect(headers.map((header) => (verify(header, now)?.principal as User | undefined)?.id)).toEqual(ids);
  });
});
