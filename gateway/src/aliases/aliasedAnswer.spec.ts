import { anonymous } from '@almanac/identity';
import { keyOfRendered } from './aliasedAnswer.ts';

describe('the rendered body of an answer', () => {
  const asked = {
    kind: 'page' as const,
    request: { method: 'GET' },
    principal: anonymous,
    apiRoot: 'https://site.test/en/json',
    path: '/talk/',
    query: '',
  };
  const key = (request: object = {}, head: object = {}) =>
    keyOfRendered({ ...asked, ...request }, { status: 200, headers: { 'cache-control': 'public, no-cache' }, ...head });

  it('is kept for pages as for the interface, by kind, root, path and query', () => {
    const keys = [key(), key({ kind: 'rest' }), key({ apiRoot: 'https://site.test/fr/json' }), key({ query: 'a=1' })];
    expect(new Set(keys).size).toBe(4);
    expect(keys).not.toContain(undefined);
  });

  it('is not kept if it is that of a user, a write, a refusal, or a page that a password has opened', () => {
    const user = { kind: 'user', userId: 1, roles: ['editor'] };
    expect(key({ principal: user })).toBeUndefined();
    expect(key({ request: { method: 'POST' } })).toBeUndefined();
    expect(key({}, { status: 404 })).toBeUndefined();
    expect(key({}, { headers: { 'cache-control': 'private, no-store' } })).toBeUndefined();
  });
});
