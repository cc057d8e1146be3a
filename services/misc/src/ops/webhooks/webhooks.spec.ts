import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  createOutgoing,
  httpsPolicy,
  type Outgoing,
  type OutgoingOptions,
  parsePrivateTargets,
  publicPolicy,
} from '@almanac/outgoing';
import { type FakeService, startFakeServer } from '@almanac/outgoing/testing';
import { serveMisc, type TestEvent, type TestService } from '../../testing.contract.ts';
import type { FeedPlace } from '../feed/feedEvent.ts';
import type { HookDelivery } from './deliveries.ts';
import { INTAKE } from './hooks.ts';

interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly body: string;
}

const HOOKS = '/ops/v1/webhooks';
const tag = (id: number, name: string): TestEvent => ({
  type: 'core.tag-changed.v1',
  key: `tag-${id}`,
  data: { id, name },
});

describe('webhooks', () => {
  let misc: TestService;
  let receiver: FakeService;
  let received: ReceivedRequest[];
  let answer: (received: ReceivedRequest) => { readonly status: number; readonly location?: string };
  /** Delay before the receiver answers. */
  let held: () => Promise<void>;
  let outgoing: OutgoingOptions;
  let client: Outgoing;

  beforeEach(async () => {
    [received, answer, held] = [[], () => ({ status: 204 }), async () => undefined];
    receiver = await startFakeServer(async (request, response) => {
      const got = { headers: request.headers, path: request.url ?? '', body: await text(request) };
      received.push(got);
      await held();
      const { status, location } = answer(got);
      response.writeHead(status, location === undefined ? {} : { location }).end();
    });
    outgoing = receiver;
    // real receivers use TLS; the fake one does not
    const plain = (url: string) => url.replace(/^https:\/\/([^/]+)/, (_, host) => `http://${host}:${receiver.port}`);
    client = {
      fetch: (url, options) => createOutgoing(outgoing).fetch(plain(String(url)), options),
      check: (url, timeout) =>
        createOutgoing(outgoing).check(outgoing === receiver ? plain(String(url)) : url, timeout),
    };
    misc = await serveMisc({ doesEffects: true, outgoing: client });
  });
  afterEach(async () => {
    await misc.stop();
    await receiver.close();
  });

  const ask = (method: string, path: string, body?: object) =>
    misc.ask(`${HOOKS}${path}`, { as: 'administrator', method, ...(body && { body }) });
  const made = async (more: object = {}) => (await ask('POST', '', { url: 'https://a.example/in', ...more })).body;
  const deliveries = async (id: number): Promise<HookDelivery[]> => (await ask('GET', `/${id}/deliveries`)).body;
  const statusOf = async (id: number) => (await ask('GET', `/${id}`)).body.status;
  const until = async (holds: () => unknown): Promise<void> => {
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  const names = () => received.map(({ body }) => JSON.parse(body).data.name);

  it('deliver published events, signed, to receivers of their type', async () => {
    const hook = await made({ types: ['core.tag-changed.v1'] });
    expect(hook).toMatchObject({ status: 'active', last_success_at: null, last_error: null });
    await misc.deliver(
      { type: 'core.credentials-changed.v1', key: 'user-1', data: { userId: 1 } },
      tag(1, 'a'),
      tag(1, 'b'),
    );
    await until(async () => (await deliveries(hook.id)).length === 2);
    expect(names()).toEqual(['a', 'b']);
    const [{ headers, body }] = received as [ReceivedRequest];
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const key = Buffer.from(hook.secret.replace('whsec_', ''), 'base64');
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    expect(JSON.parse(body)).toMatchObject({ specversion: '1.0', id: headers['webhook-id'], subject: 'tag-1' });
    const [newest] = await deliveries(hook.id);
    expect(newest).toMatchObject({ status: 'delivered', attempts: 1, response_status: 204, error: null });
    const { secret: _, ...shown } = hook;
    expect((await ask('GET', `/${hook.id}`)).body).toEqual({ ...shown, last_success_at: expect.any(String) });
  });

  it('get the events after the last one that was added while there were none', async () => {
    const place = async () => (await misc.entries.get<FeedPlace>(INTAKE, 'feed'))?.body;
    for (const name of ['a', 'b']) await misc.deliver(tag(1, name));
    await until(async () => (await place())?.block === 2);
    expect(await place()).toEqual({ block: 2, index: 0 });
    await made();
    await misc.deliver(tag(1, 'c'));
    await until(() => received.length > 0);
    expect(names()).toEqual(['c']);
  });

  it('deliver the path that a post has under the setting of permalinks', async () => {
    await misc.stop();
    misc = await serveMisc({
      doesEffects: true,
      outgoing: client,
      site: { settings: { permalinks: '/news/{year}/{slug}/' } },
    });
    await made({ types: ['core.post-changed.v1'] });
    const data = { id: 1, type: 'post', status: 'publish', language: 'en', title: 'A', slug: 'a', path: '/a/' };
    const published = '2031-05-06T10:00:00Z';
    await misc.deliver({ type: 'core.post-changed.v1', key: 'post-1', data: { ...data, published } });
    await until(() => received.length === 1);
    expect(JSON.parse(received[0]?.body ?? '').data.path).toBe('/news/2031/a/');
  });

  it('retry in order within a subject, while other receivers are served', async () => {
    const hook = await made();
    answer = ({ body }) => ({ status: JSON.parse(body).subject === 'tag-1' ? 500 : 204 });
    await misc.deliver(tag(1, 'a'), tag(1, 'b'), tag(2, 'c'));
    await until(async () => (await deliveries(hook.id)).length === 2);
    expect(names().toSorted()).toEqual(['a', 'c']);
    answer = () => ({ status: 204 });
    misc.advance(5_000);
    await until(async () => (await deliveries(hook.id)).filter(({ status }) => status === 'delivered').length === 3);
    expect(names().slice(2)).toEqual(['a', 'b']);
    expect((await deliveries(hook.id)).map(({ attempts }) => attempts).toSorted()).toEqual([1, 1, 2]);
  });

  it('serve all others while one never answers', async () => {
    for (const host of ['silent', 'other']) await made({ url: `https://${host}.example/in` });
    const ending = Promise.withResolvers<void>();
    const isSilent = ({ headers }: ReceivedRequest) => headers.host?.startsWith('silent') ?? false;
    held = async () => {
      if (received.slice(-1).some(isSilent)) await ending.promise;
    };
    await misc.deliver(...Array.from({ length: 40 }, (_, n) => tag((n % 10) + 1, `${n}`)));
    await until(() => received.filter((each) => !isSilent(each)).length === 40);
    expect(received.some(isSilent)).toBe(true);
    ending.resolve();
  });

  it('reactivate a disabled one that is sent back as shown, with its changes', async () => {
    answer = () => ({ status: 410 });
    const { id } = await made();
    await ask('POST', `/${id}/ping`);
    await misc.deliver(tag(1, 'a'));
    await until(async () => (await statusOf(id)) === 'disabled');
    const shown = (await ask('GET', `/${id}`)).body;
    const { status, body } = await ask('PUT', `/${id}`, { ...shown, url: 'https://b.example/in' });
    expect([status, body.status, body.url]).toEqual([200, 'disabled', 'https://b.example/in']);
  });

  it('are disabled by 410 at once, and after the last try, while others are served', async () => {
    const hook = await made({ url: 'https://gone.example/in' });
    const other = await made();
    answer = ({ headers }) => ({ status: headers.host?.startsWith('gone') ? 410 : 204 });
    await misc.deliver(tag(1, 'a'));
    await until(async () => (await statusOf(hook.id)) === 'disabled');
    await until(async () => (await deliveries(other.id))[0]?.status === 'delivered');
    expect((await deliveries(hook.id))[0]).toMatchObject({ status: 'failed', response_status: 410, attempts: 1 });
    answer = () => ({ status: 500 });
    await misc.deliver(tag(2, 'b'));
    await until(async () => {
      misc.advance(25 * 3_600_000);
      return (await statusOf(other.id)) === 'disabled';
    });
    expect((await deliveries(other.id))[0]).toMatchObject({ status: 'failed', attempts: 11 });
    const events = (await Array.fromAsync(misc.store.readStream(`webhook-${other.id}`))).map(({ type, meta }) => [
      type,
      meta.principal,
    ]);
    expect(events.at(-1)).toEqual(['WebhookDisabled', 'system']);
    expect((await ask('PATCH', `/${other.id}`, { status: 'active' })).body.status).toBe('active');
  });

  it('are not disabled by answers from a former address', async () => {
    const gate = Promise.withResolvers<void>();
    const { id } = await made({ url: 'https://old.example/in' });
    const isOld = ({ headers }: ReceivedRequest) => headers.host?.startsWith('old') ?? false;
    answer = (got) => ({ status: isOld(got) ? 410 : 204 });
    held = async () => {
      if (received.slice(-1).some(isOld)) await gate.promise;
    };
    await misc.deliver(tag(1, 'a'));
    await until(() => received.length === 1);
    await ask('PATCH', `/${id}`, { url: 'https://new.example/in' });
    gate.resolve();
    await until(async () => (await deliveries(id)).some(({ status }) => ['delivered', 'failed'].includes(status)));
    expect([await statusOf(id), received.map(isOld)]).toEqual(['active', [true, false]]);
    expect(await deliveries(id)).toMatchObject([{ status: 'delivered', attempts: 2, error: null }]);
  });

  it('deliver waiting events once their package is active again, however late', async () => {
    const setPackage = (status: string) =>
      misc.ask('/installer/v1/packages/webhooks', { as: 'administrator', method: 'PUT', body: { status } });
    const { id } = await made();
    answer = () => ({ status: 500 });
    await misc.deliver(tag(1, 'a'), tag(1, 'b'));
    await until(async () => (await deliveries(id)).length === 1);
    await setPackage('inactive');
    for (let hours = 0; hours < 24 * 5; hours += 24) {
      misc.advance(24 * 3_600_000);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    answer = () => ({ status: 204 });
    await setPackage('active');
    misc.advance(60_000);
    await until(async () => (await deliveries(id)).every(({ status }) => status !== 'failing'));
    await until(async () => (await deliveries(id)).length === 2);
    expect((await deliveries(id)).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
    expect(names()).toEqual(['a', 'a', 'b']);
  });

  it('are not disabled if an event is no longer stored', async () => {
    const { id } = await made();
    answer = () => ({ status: 500 });
    await misc.deliver(tag(1, 'a'));
    await until(async () => (await deliveries(id)).length === 1);
    const blocks = await misc.entries.list('feed');
    await misc.entries.deleteAll(
      'feed',
      blocks.map(({ id }) => id),
    );
    misc.advance(5_000);
    await until(async () => (await deliveries(id))[0]?.status === 'failed');
    await until(async () => (await misc.entries.list('effect-given-up')).length === 1);
    expect([await statusOf(id), received.length]).toEqual(['active', 1]);
  });

  it('are tested by a ping, and can repeat an event, whatever their status is', async () => {
    const hook = await made();
    await misc.deliver(tag(1, 'a'));
    await until(async () => (await deliveries(hook.id)).length === 1);
    const [first] = await deliveries(hook.id);
    await ask('PATCH', `/${hook.id}`, { status: 'paused' });
    const again = await ask('POST', `/${hook.id}/deliveries/${first?.id}/redeliver`);
    const ping = await ask('POST', `/${hook.id}/ping`);
    expect([again.status, ping.status]).toEqual([202, 202]);
    await until(async () => (await deliveries(hook.id)).length === 3);
    expect(received.map(({ body }) => JSON.parse(body).type).toSorted()).toEqual([
      'core.tag-changed.v1',
      'core.tag-changed.v1',
      'ops.webhook-ping.v1',
    ]);
    expect(new Set(received.slice(0, 2).map(({ headers }) => headers['webhook-id'])).size).toBeLessThanOrEqual(2);
    const none = await ask('POST', `/${hook.id}/deliveries/constructor/redeliver`);
    expect(none.body.code).toBe('ops_delivery_not_found');
  });

  it('never reach inner addresses: by name, by a name that changes, by redirect', async () => {
    const hook = await made({ url: 'https://inner.example/in' });
    let asked = 0;
    outgoing = { policy: { allowsPort: () => true, allowsAddress: (one) => one !== '127.0.0.1' } };
    outgoing = { ...outgoing, resolve: async () => [asked++ % 2 === 0 ? '127.0.0.1' : '10.0.0.1', '127.0.0.1'] };
    await misc.deliver(tag(1, 'a'));
    await until(async () => (await deliveries(hook.id)).length === 1);
    expect([(await deliveries(hook.id))[0]?.error, received]).toEqual(['refused', []]);
    outgoing = receiver;
    answer = () => ({ status: 307, location: 'http://127.0.0.1/' });
    misc.advance(5_000);
    await until(async () => (await deliveries(hook.id))[0]?.response_status === 307);
    expect(received).toHaveLength(1);
  });

  it('leave nothing behind if they are deleted during a delivery', async () => {
    const hook = await made();
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    held = () => gate;
    await misc.deliver(tag(1, 'a'));
    await until(() => received.length === 1);
    await ask('DELETE', `/${hook.id}`);
    open();
    await until(async () => (await misc.entries.list('webhook-delivery')).length === 1);
    await until(async () => (await misc.entries.list('webhook-result')).length === 1);
    misc.advance(366 * 86_400_000);
    expect(await misc.entries.list('webhook-result')).toEqual([]);
  });

  it.each([
    'http://hooks.example/in',
    'https://ada:secret@hooks.example/',
    'https://hooks.example:8443/in',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://10.1.2.3/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://localhost/',
    'https://localhost./',
    'hooks.example',
    '',
    'https://169.254.169.254/latest',
    'https://[::ffff:10.0.0.1]/',
    'javascript:alert(1)',
  ])('reject the address %s', async (url) => {
    outgoing = { policy: httpsPolicy(publicPolicy()) };
    const { status, body } = await ask('POST', '', { url });
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', ['url']]);
  });

  it('reach private targets that the operator allows, by http and on any port', async () => {
    const privateTargets = parsePrivateTargets('127.0.0.1');
    outgoing = { policy: httpsPolicy(publicPolicy({ ...(privateTargets && { privateTargets }) })) };
    const { id } = await made({ url: `http://127.0.0.1:${receiver.port}/in` });
    await ask('POST', `/${id}/ping`);
    await until(() => received.length === 1);
    const { body } = await ask('POST', '', { url: 'http://10.0.0.1/' });
    expect(body.data.params).toHaveProperty('url');
  });

  it('refuse an address whose name resolves inward, and accept one that does not resolve yet', async () => {
    outgoing = { ...outgoing, resolve: async (host) => (host === 'later.example' ? [] : ['10.0.0.1']) };
    const policy = { allowsPort: () => true, allowsAddress: () => false };
    outgoing = { ...outgoing, policy };
    const url = 'https://intranet.example/in';
    expect((await ask('POST', '', { url })).body.data.params).toHaveProperty('url');
    const { id } = await made({ url: 'https://later.example/in' });
    expect((await ask('PATCH', `/${id}`, { url })).status).toBe(400);
    expect((await ask('GET', `/${id}`)).body.url).toBe('https://later.example/in');
  });

  it('reject unknown types, and statuses that only the site sets', async () => {
    const url = 'https://a.example/';
    for (const sent of [{ types: ['core.none.v1'] }, { types: ['constructor'] }, { status: 'disabled' }]) {
      expect((await ask('POST', '', { url, ...sent })).body.code).toBe('rest_invalid_param');
    }
    expect((await ask('GET', '')).body).toEqual([]);
  });

  it('are changed, listed and deleted, with their secret', async () => {
    const hook = await made();
    const { headers } = await ask('GET', `/${hook.id}`);
    expect((await ask('PATCH', `/${hook.id}`, { types: ['core.post-changed.v1'] })).body).toMatchObject({
      url: hook.url,
      types: ['core.post-changed.v1'],
    });
    const stale = { 'if-match': headers.get('etag') ?? '' };
    const late = await misc.ask(`${HOOKS}/${hook.id}`, { as: 'administrator', method: 'DELETE', headers: stale });
    expect(late.status).toBe(412);
    const { body } = await ask('DELETE', `/${hook.id}`);
    expect([body.deleted, body.previous.id, body.previous.secret]).toEqual([true, hook.id, undefined]);
    expect(await misc.secrets.get(`hook-${hook.id}`)).toBeUndefined();
    expect((await ask('GET', `/${hook.id}`)).body.code).toBe('ops_webhook_not_found');
  });
});
