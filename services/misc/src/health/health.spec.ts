import { type FetchInternal, listen } from '@almanac/service';
import { type Asking, serveMisc, type TestService } from '../testing.contract.ts';
import { testNames } from './testNames.ts';

const reader = { reader: 'projector', source: 'core', behind: 0, unit: 'commits', fault: null };
const letter = {
  subscription: 'core.events',
  source: 'calendar',
  key: 'event-7',
  type: 't',
  epoch: 1,
  position: 3,
  n: 0,
  at: '2031-01-01T00:00:00Z',
  reason: '<b>too large</b>',
  waiting: 2,
};

describe('the health tests of the site', () => {
  let misc: TestService;
  let readers: object[];
  let letters: object[];
  let work: object[];
  let services: object[];
  let away: string | undefined;
  let asked: number;

  const fetchInternal: FetchInternal = async (service, path) => {
    if (path.endsWith('/lag')) asked++;
    if (service === away) return { status: 503, headers: new Headers(), body: {} };
    const ofCore = { readers, work, services };
    const said = service === 'core' ? ofCore : { readers: [], work: [], services: [] };
    return { status: 200, headers: new Headers(), body: { ...said, letters, limit: 50 } };
  };

  beforeEach(async () => {
    [readers, letters, away, asked] = [[reader], [], undefined, 0];
    [work, services] = [[{ name: 'core.due-work', runs: true }], []];
    misc = await serveMisc({ fetchInternal });
  });
  afterEach(() => misc.stop());

  const test = async (name: string, asking: Asking = {}) =>
    (await misc.ask(`/health/v1/tests/${name}`, { as: 'administrator', ...asking })).body;

  it('are listed in order, as their own routes answer them', async () => {
    const { status, body } = await misc.ask('/health/v1/tests', { as: 'administrator' });
    expect([status, body.map((each: { readonly test: string }) => each.test)]).toEqual([200, [...testNames]]);
    expect(await test('lag')).toEqual(body.find((each: { readonly test: string }) => each.test === 'lag'));
  });

  it('are missing under another name', async () => {
    for (const name of ['none', '__proto__', 'constructor']) expect((await test(name)).code).toBe('rest_no_route');
  });

  it('speak the language of the request', async () => {
    const headers = { 'x-almanac-language': 'fr-ca' };
    expect(await test('dead-letters', { headers })).toMatchObject({ label: 'Il n’y a pas d’événement mis de côté' });
  });

  it.each([
    [50, null, 'good'],
    [51, null, 'recommended'],
    [500, null, 'recommended'],
    [501, null, 'critical'],
    [null, 'the log contradicts it', 'critical'],
  ])('report a reader that is %p behind, with the fault %p: %s', async (behind, fault, status) => {
    readers = [{ ...reader, behind, fault }];
    const lag = await test('lag');
    expect([lag.status, lag.actions === '', lag.description.includes('core: projector')]).toEqual([
      status,
      status === 'good',
      status !== 'good',
    ]);
  });

  it('name dead letters, and escape their texts', async () => {
    letters = [letter];
    const { status, description } = await test('dead-letters');
    expect([status, description.includes('event-7: &lt;b&gt;too large')]).toEqual(['recommended', true]);
  });

  it('report whether due work is done, and which replica does not do it', async () => {
    expect(await test('background-updates')).toMatchObject({ status: 'good', actions: '' });
    misc.advance(10_000);
    work = [{ name: 'core.due-work', runs: false }];
    const { status, description } = await test('background-updates');
    expect([status, description.includes('core: no process does core.due-work')]).toEqual(['critical', true]);
    misc.advance(10_000);
    work = [];
    readers = [{ ...reader, reader: 'core.events', source: 'calendar', fault: 'it has stopped' }];
    const stopped = await test('background-updates');
    expect([stopped.status, stopped.description.includes('core: core.events, calendar: it has stopped')]).toEqual([
      'critical',
      true,
    ]);
  });

  it.each<[string, object[], string, string]>([
    ['none is configured', [], 'good', 'No outside service'],
    ['it answers', [{ setting: 'MAIL_URL', answers: true, complaint: null }], 'good', 'MAIL_URL'],
    [
      'one has a fault',
      [
        { setting: 'MAIL_URL', answers: true, complaint: null },
        { setting: 'SOCIAL_URL', answers: true, complaint: 'status 503' },
      ],
      'recommended',
      'answers with an error: status 503',
    ],
    [
      'one is away',
      [
        { setting: 'SOCIAL_URL', answers: true, complaint: 'status 503' },
        { setting: 'MAIL_URL', answers: false, complaint: 'ECONNECTION' },
      ],
      'critical',
      'does not answer: ECONNECTION',
    ],
  ])('report on outside services if %s: %j', async (_what, found, status, fact) => {
    services = found;
    const { body } = await misc.ask('/health/v1/tests/outside-communication', { as: 'administrator' });
    expect([body.status, body.description.includes(fact), body.actions === '']).toEqual([
      status,
      true,
      status === 'good',
    ]);
  });

  it.each(['lag', 'dead-letters', 'background-updates', 'outside-communication'])(
    'name a service that does not answer: %s',
    async (name) => {
      away = 'calendar';
      const { status, description } = await test(name);
      expect([status, description.includes('<li>calendar does not answer.</li>')]).toEqual(['critical', true]);
    },
  );

  it('cache their results for ten seconds', async () => {
    await Promise.all([test('lag'), test('lag')]);
    const once = asked;
    misc.advance(9_999);
    await test('lag');
    expect(asked).toBe(once);
    misc.advance(1);
    await test('lag');
    expect(asked).toBe(2 * once);
  });

  it.each([
    ['https://site.test', 'good'],
    ['http://localhost:8080', 'recommended'],
    ['http://127.0.0.1:8080', 'recommended'],
    ['http://[::1]:8080', 'recommended'],
    ['http://site.test', 'critical'],
    ['http://localhost.site.test', 'critical'],
  ])('report whether %s is safe in transit: %s', async (site, status) => {
    const headers = { 'x-almanac-site': site };
    expect(await test('https-status', { headers })).toMatchObject({ test: 'https-status', status });
  });
});

describe('the health tests of the way to the site', () => {
  let misc: TestService;
  let site: string;
  let answer: {
    readonly status: number;
    readonly body: string;
    readonly headers?: Readonly<Record<string, string>>;
    /** Status of the second request; the first answer then has the ETag `"one"`. */
    readonly again?: number;
  };
  let seen: (string | undefined)[];
  let close: () => Promise<void>;

  beforeEach(async () => {
    misc = await serveMisc();
    seen = [];
    const listening = await listen(
      (request, response) => {
        seen.push(request.url, request.headers.authorization?.split(' ')[0]);
        const { status, body, headers = {}, again = status } = answer;
        const isKnown = request.headers['if-none-match'] !== undefined;
        const first = again === status && headers.etag ? { etag: '"one"' } : {};
        response.writeHead(isKnown ? again : status, { ...headers, ...(isKnown ? {} : first) }).end(body);
      },
      { port: 0, host: '127.0.0.1' },
    );
    site = `http://127.0.0.1:${listening.port}`;
    close = () => listening.close(0);
  });
  afterEach(async () => {
    await close();
    await misc.stop();
  });

  const statusOf = async (name: string, at = site) => {
    const headers = { 'x-almanac-site': at, 'x-almanac-api-root': `${at}/en/json` };
    return (await misc.ask(`/health/v1/tests/${name}`, { as: 'administrator', headers })).body.status;
  };

  it.each([
    [200, '{"status":"up"}', 'good'],
    [200, 'null', 'recommended'],
    [200, '<html>', 'recommended'],
    [302, '{"status":"up"}', 'recommended'],
  ])('report whether the site reaches itself: %i %s', async (status, body, found) => {
    answer = { status, body };
    expect([await statusOf('loopback-requests'), seen]).toEqual([found, ['/health', undefined]]);
  });

  it.each([
    [401, '{"code":"invalid_username"}', 'good'],
    [401, '{"code":"rest_not_logged_in"}', 'recommended'],
    [401, 'no', 'recommended'],
    [502, '{"code":"bad_gateway"}', 'recommended'],
  ])('report by a wrong password whether credentials arrive: %i %s', async (status, body, found) => {
    answer = { status, body };
    expect([await statusOf('authorization-header'), seen]).toEqual([found, ['/en/json/core/v2/users/me', 'Basic']]);
  });

  const page = (headers: Record<string, string>, again = 304) => {
    answer = { status: 200, body: '<html>', headers: { etag: '"one"', ...headers }, again };
  };
  const PUBLIC = { 'cache-control': 'public, no-cache' };

  it.each<[string, () => void, string]>([
    ['is not sent again to who has it', () => page(PUBLIC), 'good'],
    ['has changed meanwhile', () => page({ ...PUBLIC, etag: '"two"' }, 200), 'good'],
    ['is sent again whole', () => page({ ...PUBLIC, etag: '"one"' }, 200), 'recommended'],
    ['is private', () => page({ 'cache-control': 'private, no-cache' }), 'recommended'],
    ['may not be stored', () => page({ 'cache-control': 'no-store' }), 'recommended'],
    ['sets a cookie', () => page({ ...PUBLIC, 'set-cookie': 'a=b' }), 'recommended'],
    ['has no name', () => (answer = { status: 200, body: '', headers: PUBLIC }), 'recommended'],
    ['is not there', () => (answer = { status: 404, body: '' }), 'recommended'],
  ])('report whether the front page can be cached: one that %s', async (_what, says, found) => {
    says();
    expect([await statusOf('page-cache'), seen[0]]).toEqual([found, '/']);
  });

  it('request no inner address that a request names as the site', async () => {
    for (const inner of ['http://169.254.169.254', 'http://10.0.0.1', 'http://[fd00::1]'])
      expect(await statusOf('loopback-requests', inner)).toBe('recommended');
    expect(seen).toEqual([]);
  });
});
