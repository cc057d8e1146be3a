import {
  contentOfBody,
  contentOfStream,
  openSeal,
  SEAL_HEADER,
  type SealedRequestParts,
  sealRequest,
} from './requestSeal.ts';

const now = new Date('2026-01-01T12:00:00Z');
const later = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
const SECRET = 'a secret of the site';
const headers = { 'x-almanac-principal': 'somebody', 'x-forwarded-for': '198.51.100.4' };
const line: SealedRequestParts = { method: 'POST', target: '/internal/tags?a=1', headers };
const content = contentOfBody('{"tags":[]}');

const sealed = (more: Partial<SealedRequestParts> = {}, secret = SECRET): SealedRequestParts => {
  const seal = sealRequest(line, content, secret, now);
  return { ...line, ...more, headers: { ...(more.headers ?? headers), [SEAL_HEADER]: seal } };
};

describe('the seal of a request', () => {
  it('covers the sender’s statement about the body, for a minute', () => {
    expect(openSeal(sealed(), SECRET, later(59_999))).toBe(content);
    expect(openSeal(sealed(), SECRET, later(60_000))).toBeUndefined();
  });

  it.each<[string, Partial<SealedRequestParts>]>([
    ['method', { method: 'PUT' }],
    ['path', { target: '/internal/media?a=1' }],
    ['query', { target: '/internal/tags?a=2' }],
    ['principal', { headers: { ...headers, 'x-almanac-principal': 'somebody else' } }],
    ['principal, now missing', { headers: { 'x-forwarded-for': '198.51.100.4' } }],
    ['address', { headers: { ...headers, 'x-forwarded-for': '198.51.100.5' } }],
  ])('is invalid for another %s', (_what, more) => {
    expect(openSeal(sealed(more), SECRET, now)).toBeUndefined();
  });

  it('is valid under every accepted secret', () => {
    const others = ['the next one', SECRET];
    expect(openSeal(sealed(), 'the new one', now, others)).toBe(content);
    expect(openSeal(sealed({}, 'a foreign one'), 'the new one', now, others)).toBeUndefined();
  });

  it('is invalid under another secret, without a seal, or damaged', () => {
    expect(openSeal(sealed({}, 'another secret'), SECRET, now)).toBeUndefined();
    expect(openSeal(line, SECRET, now)).toBeUndefined();
    const [expires, , mac] = String(sealed().headers[SEAL_HEADER]).split('.');
    const later = `${Number(expires) + 1}`;
    const body = Buffer.from(contentOfBody('{}')).toString('base64url');
    for (const seal of [
      '',
      '.',
      '..',
      'a.b.c',
      `${expires}.${body}.${mac}`,
      `${later}.${body}.${mac}`,
      `${expires}.${mac}`,
    ])
      expect(openSeal({ ...line, headers: { ...headers, [SEAL_HEADER]: seal } }, SECRET, now)).toBeUndefined();
  });

  it('leaves no way to confuse two members', () => {
    const moved = { ...line, method: 'POS', target: 'T/internal/tags?a=1' };
    expect(openSeal(sealed(moved), SECRET, now)).toBeUndefined();
  });
});

describe('the seal of a body that is passed on unread', () => {
  it('covers its type and its length', () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '12' };
    expect(contentOfStream({ headers: form })).toBe('stream:12:application/x-www-form-urlencoded');
    expect(contentOfStream({ headers: { 'transfer-encoding': 'chunked' } })).toBe('stream::');
  });

  it('says that there is none, if there is none', () => {
    expect(contentOfStream({ headers: { 'content-length': '0' } })).toBe(contentOfBody(''));
    expect(contentOfStream({ headers: {} })).toBe(contentOfBody(''));
  });
});
