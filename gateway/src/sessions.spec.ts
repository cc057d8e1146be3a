import { sessionNonce } from '@almanac/identity';
import {
  ada,
  basic,
  FakeCore,
  FakeService,
  type GatewayUnderTest,
  NOW,
  type ReceivedRequest,
  SECRET,
  startWithServices,
} from './testing/fakeServices.ts';

const core = new FakeCore();
const calendar = new FakeService('cal/events/v1');
core.internal['/internal/session'] = ({ body }) => [
  200,
  { principal: JSON.parse(body).session === 'open' ? ada : { kind: 'anonymous' } },
];
let site: GatewayUnderTest;
const nonce = sessionNonce(ada, { action: 'interface', secret: SECRET, now: NOW });

beforeAll(async () => {
  site = await startWithServices({ core, calendar });
});
afterAll(() => site.stop());

const ask = async (headers: Record<string, string> = {}, query = '', init: RequestInit = {}) => {
  const answer = await fetch(`${site.origin}/en/json/core/v2/posts${query}`, { headers, ...init });
  const body = (await answer.json()) as ReceivedRequest & { code?: string };
  return { status: answer.status, headers: answer.headers, code: body.code, principal: body.principal };
};
const session = { cookie: 'almanac-session=open' };
const visitor = { kind: 'anonymous' };
const right = { 'x-core-nonce': nonce };
const wrong = { 'x-core-nonce': 'wrong' };

describe('a session', () => {
  it('is a visitor’s without a nonce, and its user’s with the right one, who gets a fresh one', async () => {
    expect((await ask(session)).principal).toEqual(visitor);
    const answer = await ask({ ...session, ...right });
    expect([answer.principal, answer.headers.get('x-core-nonce')]).toMatchObject([{ id: 2 }, nonce]);
    expect(answer.headers.get('cache-control')).toContain('no-store');
  });

  it('takes its nonce from the query or a form rather than the header', async () => {
    expect((await ask({ ...session, ...wrong }, `?_core_nonce=${nonce}`)).principal).toMatchObject({ id: 2 });
    const form = {
      method: 'POST',
      body: new URLSearchParams({ _core_nonce: nonce }),
      headers: { ...session, ...wrong },
    };
    expect((await ask({}, '', form)).principal).toMatchObject({ id: 2 });
    expect((await ask({ ...session, ...right }, '?_core_nonce=wrong')).code).toBe('rest_cookie_invalid_nonce');
  });

  it('is its user’s with the nonce of a view, for views alone', async () => {
    const tvn1 = sessionNonce(ada, { action: 'view', secret: SECRET, now: NOW });
    const principalAt = async (path: string, init: RequestInit = {}) => {
      const answer = await fetch(`${site.origin}/en/json${path}`, { headers: session, ...init });
      return ((await answer.json()) as ReceivedRequest).principal;
    };
    expect(await principalAt(`/cal/views/v2/html?tvn1=${tvn1}`)).toMatchObject({ id: 2 });
    const form = { method: 'POST', body: new URLSearchParams({ tvn1 }) };
    expect(await principalAt('/cal/views/v2/html', form)).toMatchObject({ id: 2 });
    expect(await principalAt(`/cal/views/v2/html?tvn1=${nonce}`)).toEqual(visitor);
    expect(await principalAt(`/cal/views/v2/html?tvn1=${tvn1}`, { headers: {} })).toEqual(visitor);
    expect(await principalAt(`/core/v2/posts?tvn1=${tvn1}`)).toEqual(visitor);
  });

  it.each([
    ['a wrong nonce', { ...session, ...wrong }],
    ['a visitor’s wrong nonce', wrong],
    ['another’s nonce', { cookie: 'almanac-session=over', ...right }],
    ['an empty nonce', { ...session, 'x-core-nonce': '' }],
  ])('is 403, kept from caches, with %s', async (_, headers) => {
    const { status, code, headers: answered } = await ask(headers);
    expect([status, code]).toEqual([403, 'rest_cookie_invalid_nonce']);
    expect(answered.get('cache-control')).toContain('no-store');
  });

  it.each([
    ['header', { 'x-core-nonce': '' }, '', {}],
    ['query', {}, '?_core_nonce=', {}],
    ['form', {}, '', { method: 'POST', body: new URLSearchParams({ _core_nonce: '' }) }],
  ])('needs no nonce if it is missing: an empty one in the %s counts as none', async (_, headers, query, init) => {
    const answer = await ask(headers, query, { ...init, headers });
    expect([answer.status, answer.principal, answer.headers.has('x-core-nonce')]).toEqual([200, visitor, false]);
  });

  it('is ignored beside a password', async () => {
    const answer = await ask({ ...session, ...wrong, authorization: basic('ada', 'right') });
    expect([answer.status, answer.headers.has('x-core-nonce')]).toEqual([200, false]);
  });
});
