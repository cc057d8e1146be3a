import { isSignedBy, type SignedParts, signatureHeaders } from './signature.ts';

const signed: SignedParts = { method: 'POST', path: '/v1/jobs?a=1', body: '{"jobs":[]}' };
const now = Date.parse('2031-01-01T12:00:00Z');
const key = { name: 'operator', secret: 'a key of both sides, long enough' };
const headers = signatureHeaders(signed, key, now);
const said = { time: headers['x-engine-time'], signature: headers['x-engine-signature'] };

describe('a signature', () => {
  it('fits the signed request', () => expect(isSignedBy(signed, said, key.secret, now)).toBe(true));

  it('names the key, and does not show it', () => {
    expect(headers['x-engine-key']).toBe('operator');
    expect(JSON.stringify(headers)).not.toContain(key.secret);
  });

  it.each([
    ['another method', { ...signed, method: 'PUT' }],
    ['another path', { ...signed, path: '/v1/jobs?a=2' }],
    ['another body', { ...signed, body: '{"jobs":[1]}' }],
    ['a part moved from path to body', { ...signed, path: '/v1/jobs', body: '?a=1{"jobs":[]}' }],
  ])('does not fit %s', (_what, other) => expect(isSignedBy(other, said, key.secret, now)).toBe(false));

  it('does not fit another key', () => expect(isSignedBy(signed, said, `${key.secret}.`, now)).toBe(false));

  it('does not fit another time', () =>
    expect(isSignedBy(signed, { ...said, time: String(Number(said.time) + 1) }, key.secret, now)).toBe(false));

  it('fits for five minutes', () => {
    expect(isSignedBy(signed, said, key.secret, now + 300_000)).toBe(true);
    expect(isSignedBy(signed, said, key.secret, now + 301_000)).toBe(false);
    expect(isSignedBy(signed, said, key.secret, now - 301_000)).toBe(false);
  });

  it.each([
    ['nothing', {}],
    ['no time', { signature: said.signature }],
    ['a time that is none', { ...said, time: '1e9' }],
    ['a signature that is none', { ...said, signature: 'é'.repeat(64) }],
    ['a short one', { ...said, signature: said.signature?.slice(2) }],
  ])('is missing if there is %s', (_what, bad) =>
    expect(isSignedBy(signed, { time: undefined, signature: undefined, ...bad }, key.secret, now)).toBe(false),
  );
});
