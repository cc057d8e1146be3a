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
  readonly dryRun: boolean;
  readonly items: readonly { readonly path: string; readonly headers?: { readonly prefer?: string } }[];
}

/** The batches that each service received. */
const batches: Record<'core' | 'calendar', SentBatch[]> = { core: [], calendar: [] };

/** Answers each item with its service and path; an item whose path contains `bad` is invalid. */
const answers =
  (name: 'core' | 'calendar') =>
  ({ body }: ReceivedRequest): [number, unknown] => {
    const sent = JSON.parse(body) as SentBatch;
    const { dryRun, items } = sent;
    batches[name].push(sent);
    const entry = ({ path }: { path: string }): BatchEntry => {
      if (path.includes('bad')) return { body: { code: 'rest_invalid_param' }, status: 400, headers: [] };
      return dryRun ? null : { body: { name, path }, status: 201, headers: { Allow: 'GET, POST' } };
    };
    return [200, { responses: items.map(entry) }];
  };

const core = new FakeCore();
core.internal['/internal/batch'] = answers('core');
const calendar = new FakeService('cal/events/v1', { '/internal/batch': answers('calendar') });
let site: GatewayUnderTest;

const batch = async (requests: unknown, validation?: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${site.origin}/en/json/batch/v1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ requests, ...(validation !== undefined && { validation }) }),
  });
  return {
    status: answer.status,
    body: (await answer.json()) as { failed?: string; responses: BatchEntry[]; code?: string },
  };
};
const paths = (...all: string[]) => all.map((path) => ({ path }));

beforeEach(async () => {
  site = await startWithServices({ core, calendar }, { bodyLimit: 100_000 });
  batches.core = [];
  batches.calendar = [];
});
afterEach(() => site.stop());

describe('credentials', () => {
  const authorization = basic('ada', 'right');
  const read = () => fetch(`${site.origin}/en/json/core/v2/things`, { headers: { authorization } });

  it.each([
    ['/core/v2/users/2', true],
    ['/core/v2/users/me/application-passwords/x?a=1', true],
    ['/Core/V2/Users/2', true],
    ['/core/v2/users/2/bad', false],
    ['/core/v2/posts/2', false],
  ])('are not trusted after a batch that has written to %s: %p', async (path, forgets) => {
    await read();
    const asked = core.asked;
    await batch(paths('/core/v2/posts', path), 'normal', { authorization });
    await read();
    expect(core.asked - asked).toBe(forgets ? 1 : 0);
  });
});

describe('a batch', () => {
  it('asks each service once and answers in the order of the list', async () => {
    const { status, body } = await batch(paths('/core/v2/a', '/cal/events/v1/b', '/core/v2/c', '/nobody/v1/d'));
    expect(status).toBe(207);
    expect(body.responses.map((entry) => entry?.body)).toEqual([
      { name: 'core', path: '/core/v2/a' },
      { name: 'calendar', path: '/cal/events/v1/b' },
      { name: 'core', path: '/core/v2/c' },
      { name: 'core', path: '/nobody/v1/d' },
    ]);
    expect([batches.core.length, batches.calendar.length]).toEqual([1, 1]);
  });

  it('clears unsent members in each item if it has this preference, except where an item has its own', async () => {
    const items = [{ path: '/core/v2/a' }, { path: '/core/v2/b', headers: { prefer: 'respond-async' } }];
    await batch(items, 'normal', { prefer: 'unsent=clear' });
    await batch(items);
    const prefers = batches.core.map((sent) => sent.items.map(({ headers }) => headers?.prefer));
    expect(prefers).toEqual([
      ['unsent=clear', 'respond-async'],
      [undefined, 'respond-async'],
    ]);
  });

  it('lets one item fail alone', async () => {
    const { body } = await batch(paths('/core/v2/a', '/core/v2/bad', '/cal/events/v1/b'));
    expect(body.responses.map((entry) => entry?.status)).toEqual([201, 400, 201]);
  });

  it('asks every service first and runs nothing when one item does not validate', async () => {
    const { body } = await batch(paths('/core/v2/a', '/cal/events/v1/bad'), 'require-all-validate');
    expect(body).toMatchObject({ failed: 'validation', responses: [null, { status: 400 }] });
    expect([...batches.core, ...batches.calendar].map(({ dryRun }) => dryRun)).toEqual([true, true]);
  });

  it('runs what validates everywhere', async () => {
    const { body } = await batch(paths('/core/v2/a', '/cal/events/v1/b'), 'require-all-validate');
    expect(body.responses.map((entry) => entry?.status)).toEqual([201, 201]);
    expect(batches.core).toHaveLength(2);
  });

  it('answers 503 for the items of a service that is down, and runs the others', async () => {
    await calendar.stop();
    const { status, body } = await batch(paths('/core/v2/a', '/cal/events/v1/b'));
    expect(status).toBe(207);
    expect(body.responses).toMatchObject([
      { status: 201 },
      { status: 503, body: { code: 'rest_service_unavailable', data: { status: 503 } } },
    ]);
  });

  it('reports an unknown outcome if a service took its items and gave no answer', async () => {
    delete calendar.internal['/internal/batch'];
    calendar.answer = (_request, response) => response.destroy();
    const { body } = await batch(paths('/cal/events/v1/b'));
    expect(body.responses).toMatchObject([{ status: 503, body: { code: 'rest_outcome_unknown' } }]);
    calendar.internal['/internal/batch'] = answers('calendar');
    calendar.answer = undefined;
  });

  it('refuses an item whose path is longer than an address can be, and runs the others', async () => {
    const { body } = await batch(paths(`/core/v2/${'/'.repeat(16_384)}x`, '/core/v2/b'));
    expect(body.responses).toMatchObject([{ status: 400, body: { code: 'parse_path_failed' } }, { status: 201 }]);
    expect(batches.core).toMatchObject([{ items: [{ path: '/core/v2/b' }] }]);
  });

  it.each([400, 413])('answers %i for the items of a service that refuses them as a whole', async (status) => {
    calendar.internal['/internal/batch'] = () => [status, { code: 'rest_refused', message: 'No.', data: { status } }];
    const { body } = await batch(paths('/core/v2/a', '/cal/events/v1/b', '/cal/events/v1/c'));
    const refused = { status, body: { code: 'rest_refused', message: 'No.' }, headers: [] };
    expect(body.responses).toMatchObject([{ status: 201 }, refused, refused]);
    calendar.internal['/internal/batch'] = answers('calendar');
  });

  it.each(['/batch/v1', '/BATCH/v1/', '/batch/v1?a=1', '/batch/v1#top'])(
    'accepts no batch within a batch: %s',
    async (path) => {
      const { body } = await batch(paths(path));
      expect(body.responses).toMatchObject([
        { status: 400, body: { code: 'rest_batch_not_allowed' }, headers: { Allow: 'POST' } },
      ]);
      expect(batches.core).toEqual([]);
    },
  );

  it.each([
    ['no list', undefined, 'rest_missing_callback_param'],
    ['more than 25 items', Array.from({ length: 26 }, () => ({ path: '/core/v2/a' })), 'rest_invalid_param'],
    ['an item without path', [{}], 'rest_invalid_param'],
    ['an item whose method is null', [{ path: '/core/v2/a', method: null }], 'rest_invalid_param'],
    ['an item whose body is null', [{ path: '/core/v2/a', body: null }], 'rest_invalid_param'],
    ['a read', [{ path: '/core/v2/a', method: 'GET' }], 'rest_invalid_param'],
    ['an item with a number for a header', [{ path: '/core/v2/a', headers: { A: 1 } }], 'rest_invalid_param'],
  ])('refuses %s as a whole', async (_, requests, code) => {
    const { status, body } = await batch(requests);
    expect([status, body.code]).toEqual([400, code]);
    expect(batches.core).toEqual([]);
  });

  it.each([1, [1], {}, [['a']]])('rejects %j as a header', async (value) => {
    const { body } = await batch([{ path: '/core/v2/a', headers: { A: value } }]);
    const { details } = (body as unknown as { data: { details: Record<string, { code: string; message: string }> } })
      .data;
    expect(details.requests).toMatchObject({
      code: 'rest_invalid_type',
      message: 'requests[0][headers][A] is not of type string, array.',
    });
  });
});
