import { forbidden, type RestRequest, type Route, route, text } from '@almanac/rest';
import { LimitReachedError, type Limits } from '@almanac/service';
import { createGuessBounds } from './passwordGuesses.ts';

const declared = { summary: 'A thing.', handle: async () => ({ body: {} }) };
const args = { password: text() };
const read = route({ ...declared, namespace: 'a/v1', path: '/things', methods: ['GET'], args });

describe('guesses of record passwords', () => {
  let counted: string[];
  let bound: (route: Route) => Route;
  beforeEach(() => {
    counted = [];
    const limits = () => ({
      spend: async (...who: string[]) => {
        if (counted.push(who.join()) > 3) throw new LimitReachedError('record-password', 60);
      },
    });
    bound = createGuessBounds({ limits: limits as unknown as Limits, secret: 'the secret of the specs' });
  });

  const ask = async (of: Route, password: unknown, path = '/a/v1/things', ip = '192.0.2.1') =>
    of.permission?.({
      args: { password },
      params: {},
      path,
      headers: { 'x-forwarded-for': ip },
    } as unknown as RestRequest);

  it('count once each: another password, another record, another network', async () => {
    const bounded = bound(read);
    for (const password of ['a', 'a', '', undefined, ['b'], 'b']) expect(await ask(bounded, password)).toBe(true);
    await ask(bounded, 'a', '/a/v1/things/1');
    expect(counted).toEqual(['192.0.2.1', '192.0.2.1', '192.0.2.1']);
    await expect(ask(bounded, 'c', '/a/v1/things', '2001:db8::1')).rejects.toMatchObject({
      status: 429,
      code: 'too_many_attempts',
      data: { retry_after: 60 },
    });
    expect(counted.at(-1)).toBe('2001:db8::/64');
    expect([await ask(bounded, 'a'), counted.length]).toEqual([true, 4]);
  });

  it('are the passwords that a read uses, and those in the form of a page', async () => {
    const asked = { args: { password: 'read' }, params: { password: '' }, path: '/a/v1/things', headers: {} };
    await bound(read).permission?.(asked as unknown as RestRequest);
    expect(counted).toHaveLength(1);
    const form = bound({ ...read, methods: ['POST'], namespace: 'internal', path: '/pages/{slug}', args: {} });
    await form.permission?.({ ...asked, args: {}, params: { password: 'sent' } } as unknown as RestRequest);
    expect(counted).toHaveLength(2);
  });

  it('count again if they repeat a refused one', async () => {
    const bounded = bound(read);
    for (const password of ['a', 'b', 'c']) await ask(bounded, password);
    for (let again = 0; again < 2; again++) await expect(ask(bounded, 'd')).rejects.toThrow('too many attempts');
    expect(counted).toHaveLength(5);
  });

  it('leave permissions unchanged', async () => {
    const permission = (request: RestRequest): boolean => {
      throw forbidden(request.principal ?? { kind: 'anonymous' });
    };
    await expect(ask(bound({ ...read, permission }), 'a')).rejects.toMatchObject({ code: 'rest_forbidden' });
    await expect(ask(bound({ ...read, permission: async () => false }), 'a')).resolves.toBe(false);
    expect(counted).toHaveLength(1);
  });

  it.each<readonly [string, Partial<Route>, boolean]>([
    ['reads', {}, true],
    ['reads of what has none', { args: {} }, false],
    ['writes, whose password is content', { methods: ['POST'] }, false],
    ['forms of pages', { methods: ['POST'], namespace: 'internal', path: '/pages/{slug}', args: {} }, true],
    ['other forms', { methods: ['POST'], namespace: 'internal', path: '/admin/account', args: {} }, false],
  ])('are checked at %s', async (_what, more, isBounded) => {
    const one = { ...read, ...more };
    expect(bound(one) !== one).toBe(isBounded);
  });
});
