import { anonymous, system } from './principal.ts';
import { createKey, isInSet, readPublicKeys, readSigningKey, SIGNATURE_HEADER } from './processKeys.ts';
import { createSigner, createVerifier, principalHeaders } from './rememberedSeals.ts';

const now = new Date('2026-01-01T12:00:00Z');
const secret = 'a secret';

const made = { core: createKey('core:1'), calendar: createKey('calendar:1'), later: createKey('core:2') };

const signingKey = (name: keyof typeof made) => {
  const key = readSigningKey(JSON.stringify(made[name].private));
  if (key === undefined) throw new Error('a created key is unreadable');
  return key;
};
const setOf = (...names: (keyof typeof made)[]) => {
  const set = readPublicKeys(JSON.stringify({ keys: names.map((name) => made[name].public) }));
  if (set === undefined) throw new Error('a created set is unreadable');
  return set;
};

describe('keys of processes', () => {
  it('are read as they are created', () => {
    expect(signingKey('core').kid).toBe('core:1');
    expect(isInSet(signingKey('core'), setOf('core', 'calendar'))).toBe(true);
    expect(isInSet(signingKey('later'), setOf('core', 'calendar'))).toBe(false);
  });

  it.each([
    ['no JSON', 'core'],
    ['a public key', JSON.stringify(made.core.public)],
    ['a kid without a sender', JSON.stringify({ ...made.core.private, kid: '2026' })],
    ['another curve', JSON.stringify({ ...made.core.private, crv: 'X25519' })],
    ['a damaged key', JSON.stringify({ ...made.core.private, d: 'short' })],
  ])('are refused as a private key: %s', (_what, text) => expect(readSigningKey(text)).toBeUndefined());

  it.each([
    ['no JSON', 'keys'],
    ['no key', { keys: [] }],
    ['a private key', { keys: [made.core.private] }],
    ['a kid twice', { keys: [made.core.public, { ...made.calendar.public, kid: 'core:1' }] }],
    ['a damaged key', { keys: [made.core.public, { ...made.calendar.public, x: 'short' }] }],
  ])('are refused as a set of public keys: %s', (_what, set) =>
    expect(readPublicKeys(JSON.stringify(set))).toBeUndefined(),
  );
});

describe('a principal that is signed by a process', () => {
  const between = { from: 'core', for: 'misc' };
  const publicKeys = setOf('core', 'calendar');
  const verify = createVerifier({ secret, publicKeys }, 'misc');
  const signed = (key: keyof typeof made, from: string) => {
    const headers = principalHeaders(system, { secret, signingKey: signingKey(key) }, now, { from, for: 'misc' });
    return [headers['x-almanac-principal'], headers[SIGNATURE_HEADER]] as const;
  };

  it('is accepted with the key of the sender that it names, also again', () => {
    const [header, signature] = signed('core', 'core');
    for (let turn = 0; turn < 2; turn++) expect(verify(header, now, signature)).toMatchObject(between);
  });

  it('is refused with the key of another process, although the secret is right', () => {
    const [header, signature] = signed('calendar', 'core');
    expect(verify(header, now, signature)).toBeUndefined();
  });

  it('is refused without a signature, without a sender, and with the signature of another principal', () => {
    const [header, signature] = signed('core', 'core');
    expect(verify(header, now, signature)).toBeDefined();
    expect(verify(header, now)).toBeUndefined();
    const other = principalHeaders(anonymous, { secret }, now, between)['x-almanac-principal'];
    expect(verify(other, now, signature)).toBeUndefined();
    const unnamed = principalHeaders(system, { secret, signingKey: signingKey('core') }, now, { for: 'misc' });
    expect(verify(unnamed['x-almanac-principal'], now, unnamed[SIGNATURE_HEADER])).toBeUndefined();
  });

  it.each(['', 'core:1', 'core:1.', 'core:1.AAAA', 'none:1.AAAA', '.'])('is refused with the signature %j', (text) => {
    const [header] = signed('core', 'core');
    expect(verify(header, now, text)).toBeUndefined();
  });

  it('is accepted by a process without public keys, as a former release does', () => {
    const former = createVerifier({ secret }, 'misc');
    const [header, signature] = signed('core', 'core');
    expect(former(header, now, signature)).toMatchObject(between);
  });

  it('is accepted with the former and the next key while the set has both', () => {
    const both = createVerifier({ secret, publicKeys: setOf('core', 'later') }, 'misc');
    for (const key of ['core', 'later'] as const) {
      const [header, signature] = signed(key, 'core');
      expect(both(header, now, signature)).toMatchObject(between);
    }
  });

  it('is signed once a second', () => {
    const sign = createSigner({ secret, signingKey: signingKey('core') }, between);
    expect(sign(system, now)).toBe(sign(system, now));
    expect(verify(sign(system, now)['x-almanac-principal'], now, sign(system, now)[SIGNATURE_HEADER])).toBeDefined();
  });
});
