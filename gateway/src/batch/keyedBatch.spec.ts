import type { BatchEntry } from '@almanac/rest';
import {
  basic,
  FakeCore,
  FakeService,
  type GatewayUnderTest,
  type ReceivedRequest,
  startWithServices,
} from '../testing/fakeServices.ts';

interface SentBatch {
  readonly service: string;
  readonly key: unknown;
  readonly dryRun: boolean;
  readonly whole: string | undefined;
  readonly paths: readonly string[];
}

/** The requests to the services, in order. */
let asked: SentBatch[] = [];
/** Statuses of items by path; default 201. */
let statuses: Record<string, number> = {};
/** The services that were asked to free a key. */
let forgotten: unknown[] = [];
let refusing: Record<string, [status: number, code: string] | undefined> = {};

const answers =
  (service: string) =>
  ({ body, headers }: ReceivedRequest): [number, unknown] => {
    const { dryRun, items, whole } = JSON.parse(body) as {
      dryRun: boolean;
      whole?: string;
      items: { path: string }[];
    };
    asked.push({ service, key: headers['idempotency-key'], dryRun, whole, paths: items.map(({ path }) => path) });
    const refused = refusing[service];
    if (refused !== undefined) return [refused[0], { code: refused[1], message: 'No.', data: { status: refused[0] } }];
    const carriedOut = ({ path }: { path: string }) => ({
      body: { service },
      status: statuses[path] ?? 201,
      headers: [],
    });
    return [200, { responses: items.map((item) => (dryRun ? null : carriedOut(item))) }];
  };

const core = new FakeCore();
const forgets =
  (service: string) =>
  ({ body, principal }: ReceivedRequest): [number, unknown] => {
    forgotten.push([service, JSON.parse(body), (principal as { readonly id?: number }).id]);
    return [200, {}];
  };

core.internal['/internal/batch'] = answers('core');
core.internal['/internal/batch/forget'] = forgets('core');
const calendar = new FakeService('cal/events/v1', {
  '/internal/batch': answers('calendar'),
  '/internal/batch/forget': forgets('calendar'),
});
let site: GatewayUnderTest;

beforeEach(async () => {
  site = await startWithServices({ core, calendar });
  [asked, refusing, statuses, forgotten] = [[], {}, {}, []];
});
afterEach(() => site.stop());

const credentials = { authorization: basic('ada', 'right') };

const batch = async (
  paths: readonly string[],
  { key = 'k', as = credentials, ...more }: { key?: string; as?: object; validation?: string } = {},
) => {
  const answer = await fetch(`${site.origin}/en/json/batch/v1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key, ...as },
    body: JSON.stringify({ requests: paths.map((path) => ({ path })), ...more }),
  });
  const body = (await answer.json()) as { code?: string; responses?: BatchEntry[] };
  return { status: answer.status, body, replayed: answer.headers.get('idempotency-replayed') };
};

const [POST, EVENT] = ['/core/v2/posts', '/cal/events/v1/events'];

describe('a batch with Idempotency-Key', () => {
  it('passes the key on, to core before all others, with a mark of the whole batch', async () => {
    expect((await batch([EVENT, POST])).status).toBe(207);
    expect(asked).toEqual([
      { service: 'core', key: 'k', dryRun: false, whole: expect.any(String), paths: [POST] },
      { service: 'calendar', key: 'k', dryRun: false, whole: asked[0]?.whole, paths: [EVENT] },
    ]);
    await batch([POST]);
    expect(asked.at(-1)?.whole).not.toBe(asked[0]?.whole);
  });

  it('asks core about the key when none of the items is its own', async () => {
    expect((await batch([EVENT])).body.responses).toMatchObject([{ body: { service: 'calendar' } }]);
    expect(asked.map(({ service, paths }) => [service, paths])).toEqual([
      ['core', []],
      ['calendar', [EVENT]],
    ]);
  });

  it.each([
    [422, 'rest_idempotency_key_reused'],
    [409, 'rest_idempotency_key_running'],
    [400, 'rest_too_many_params'],
    [413, 'rest_payload_too_large'],
  ])('is refused as a whole with %d before any item runs', async (status, code) => {
    refusing.core = [status, code];
    const refused = await batch([EVENT, POST]);
    expect([refused.status, refused.body.code]).toEqual([status, code]);
    expect(asked.map(({ service }) => service)).toEqual(['core']);
  });

  it('is refused as a whole while another service is still at work on it', async () => {
    refusing.calendar = [409, 'rest_idempotency_key_running'];
    expect((await batch([EVENT, POST])).status).toBe(409);
  });

  it('checks the items without sending the key', async () => {
    await batch([EVENT, POST], { validation: 'require-all-validate' });
    expect(asked.map(({ dryRun, key }) => [dryRun, key])).toEqual([
      [true, undefined],
      [true, undefined],
      [false, 'k'],
      [false, 'k'],
    ]);
  });

  it('is 503 as a whole if no service can answer for the key, or check the items', async () => {
    await calendar.stop();
    expect((await batch([EVENT], { validation: 'require-all-validate' })).status).toBe(503);
    expect((await batch([EVENT])).body.responses).toMatchObject([{ status: 503 }]);
    await core.stop();
    expect((await batch([EVENT])).status).toBe(503);
    expect(asked.every(({ dryRun, paths }) => dryRun || paths.length === 0)).toBe(true);
  });

  it('reports a repeated answer if every service does', async () => {
    calendar.answer = (_request, response) =>
      response.writeHead(200, { 'idempotency-replayed': 'true' }).end(JSON.stringify({ responses: [] }));
    core.answer = calendar.answer;
    delete calendar.internal['/internal/batch'];
    expect((await batch([EVENT, POST])).replayed).toBeNull();
    delete core.internal['/internal/batch'];
    expect((await batch([EVENT, POST])).replayed).toBe('true');
    calendar.internal['/internal/batch'] = answers('calendar');
    const forgets =
      (service: string) =>
      ({ body, principal }: ReceivedRequest): [number, unknown] => {
        forgotten.push([service, JSON.parse(body), (principal as { readonly id?: number }).id]);
        return [200, {}];
      };

    core.internal['/internal/batch'] = answers('core');
    core.internal['/internal/batch/forget'] = forgets('core');
    [calendar.answer, core.answer] = [undefined, undefined];
  });

  it('leaves the key free if no service has carried out an item', async () => {
    statuses = { [EVENT]: 403, [POST]: 400 };
    expect((await batch([EVENT, POST])).status).toBe(207);
    expect(forgotten).toEqual([
      ['core', { key: 'k' }, 2],
      ['calendar', { key: 'k' }, 2],
    ]);
  });

  it.each([200, 201, 503])('keeps the key where one item was answered with %d', async (status) => {
    statuses = { [EVENT]: 403, [POST]: status };
    await batch([EVENT, POST]);
    expect(forgotten).toEqual([]);
  });

  it('is treated as a batch without a key if a visitor sends it', async () => {
    for (const key of ['k', 'k'.repeat(256)]) {
      expect((await batch([EVENT], { key, as: {} })).status).toBe(207);
    }
    expect(asked.map(({ service, key, whole }) => [service, key, whole])).toEqual([
      ['calendar', undefined, undefined],
      ['calendar', undefined, undefined],
    ]);
  });

  it('refuses invalid keys', async () => {
    expect((await batch([POST], { key: 'k'.repeat(256) })).body.code).toBe('rest_invalid_idempotency_key');
    expect(asked).toEqual([]);
  });
});
