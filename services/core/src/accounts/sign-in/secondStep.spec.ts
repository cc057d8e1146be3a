import type { Delivery, Subscription } from '@almanac/messaging';
import { type FetchInternal, type ServicePorts, ServiceUnavailableError } from '@almanac/service';
import { ORIGIN, type ServedPages, servePages } from '../../pages/servePages.contract.ts';

const PASSWORD = 'seven herons at the harbour';

/** Creates a bus by which the spec delivers misc's events. */
const spokenBus = () => {
  const subscriptions: Subscription[] = [];
  const bus: ServicePorts['bus'] = {
    subscribe: async (subscription) => {
      subscriptions.push(subscription);
      return { reached: async () => true, lag: async () => new Map(), stop: async () => undefined };
    },
    close: async () => undefined,
  };
  let position = 0;
  const tell = async (scope: string): Promise<void> => {
    position += 1;
    const told = { type: 'misc.second-step-changed.v1', key: 'secondstep-site', data: { scope }, source: 'misc' };
    const delivery = { ...told, epoch: 1, position, n: 0, at: '2026-05-01T12:00:00.000Z', language: 'en' };
    const own = subscriptions.filter(({ sources }) => sources.includes('misc'));
    for (const { handle } of own) await handle({ ...delivery, principal: 'system', correlation: 'spec' } as Delivery);
  };
  return { bus, tell };
};

describe('a sign-in that may need a code', () => {
  let core: ServedPages;
  let spoken: ReturnType<typeof spokenBus>;
  let asked: string[];
  let misc: FetchInternal;
  beforeEach(async () => {
    asked = [];
    spoken = spokenBus();
    misc = async (service) => {
      throw new ServiceUnavailableError(service);
    };
    const fetchInternal: FetchInternal = async (service, path, init) => {
      if (service === 'misc') asked.push(`${service} ${path}`);
      return misc(service, path, init);
    };
    core = await servePages({ bus: spoken.bus, fetchInternal });
    for (const id of [1, 2]) await core.ask('administrator', 'POST', `/core/v2/users/${id}`, { password: PASSWORD });
  });
  afterEach(() => core.stop());

  const offered = { 'x-almanac-offers-passwords': '1' };
  const signIn = (login: string) =>
    core.page('/admin/sign-in', { form: { login, password: PASSWORD }, headers: offered });
  const answers = (status: number, body: object): FetchInternal => {
    return async () => ({ status, headers: new Headers(), body });
  };
  const withSession = (headers: Headers): boolean => (headers.get('set-cookie') ?? '').includes('almanac-session=');

  it('asks misc nothing while the step is off, or is not for the user', async () => {
    expect(withSession((await signIn('administrator')).headers)).toBe(true);
    await spoken.tell('administrators');
    expect(withSession((await signIn('editor')).headers)).toBe(true);
    expect(asked).toEqual([]);
  });

  it('is refused, with the reason, while misc is away and the user needs the step', async () => {
    await spoken.tell('everybody');
    const { status, headers, text } = await signIn('editor');
    expect([status, withSession(headers), headers.get('retry-after')]).toEqual([503, false, '30']);
    expect(text).toContain('Signing in is not possible at the moment');
    expect(asked).toEqual(['misc /internal/second-step/begin']);
  });

  it.each([
    ['sent', 302],
    ['limited', 429],
    ['failed', 503],
  ])('asks for the code if the first is %s', async (first, expected) => {
    await spoken.tell('everybody');
    misc = answers(200, { browser: 'b'.repeat(43), redirect: null, first });
    const { status, headers } = await signIn('editor');
    expect([status, withSession(headers)]).toEqual([expected, false]);
    expect(headers.get('set-cookie')).toContain('__Host-almanac-sign-in=');
  });

  it('leads to an outside app', async () => {
    await spoken.tell('everybody');
    misc = answers(200, { browser: 'b'.repeat(43), redirect: 'https://app.test/code?s=1', first: 'by-app' });
    const { status, text, headers } = await signIn('editor');
    expect([status, withSession(headers)]).toEqual([200, false]);
    expect(text).toContain('<a href="https://app.test/code?s=1" rel="noreferrer">');
  });

  it('is open only to the user whose password was right', async () => {
    await spoken.tell('everybody');
    misc = answers(200, { browser: 'b'.repeat(43), redirect: null, first: 'sent' });
    await signIn('editor');
    const enter = () =>
      core.page('/admin/code', {
        form: { code: '123456' },
        headers: { ...offered, cookie: `__Host-almanac-sign-in=${'b'.repeat(43)}` },
      });
    misc = async (service) => {
      throw new ServiceUnavailableError(service);
    };
    expect((await enter()).status).toBe(503);
    misc = answers(401, { code: 'login_mfa_wrong_code', message: 'No.', data: { status: 401 } });
    expect((await enter()).status).toBe(401);
    misc = answers(200, { user: 1 });
    const another = await enter();
    expect([another.location?.startsWith(`${ORIGIN}/en/admin/sign-in`), withSession(another.headers)]).toEqual([
      true,
      false,
    ]);
  });
});
