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
  const key = (request: object = {}, status = 200) => keyOfRendered({ ...asked, ...request }, { status });

  it('is kept for pages as for the interface, by user, kind, root, path and query', () => {
    const user = { kind: 'user', id: 1, login: 'ed', roles: ['editor'] };
    const keys = [
      key(),
      key({ principal: user }),
      key({ principal: { ...user, id: 2 } }),
      key({ kind: 'rest' }),
      key({ apiRoot: 'https://site.test/fr/json' }),
      key({ query: 'a=1' }),
    ];
    expect(new Set(keys).size).toBe(6);
    expect(keys).not.toContain(undefined);
  });

  it('is not kept if it is that of a write or a refusal', () => {
    expect(key({ request: { method: 'POST' } })).toBeUndefined();
    expect(key({}, 404)).toBeUndefined();
  });
});
