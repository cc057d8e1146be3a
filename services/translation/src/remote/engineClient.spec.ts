import { accountOperations, isSignedBy, jobOperations } from '@almanac/engine/protocol';
import { createOutgoing, originPolicy } from '@almanac/outgoing';
import { type FakeService, startFakeServer } from '@almanac/outgoing/testing';
import { createEngineClient, type EngineClient } from './engineClient.ts';

const KEY = 'the key of both sides, 32 letters';
const now = () => new Date('2031-01-01T12:00:00Z');

interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}
type Answer =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }
  | 'silence';

let server: FakeService;
let client: EngineClient;
let asked: ReceivedRequest[];
let pauses: number[];
let answers: Answer[];

beforeAll(async () => {
  server = await startFakeServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    asked.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? 'silence';
    if (answer === 'silence') return response.destroy();
    response.writeHead(answer.status, answer.headers ?? {});
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {}));
  });
});
afterAll(() => server.close());
beforeEach(() => {
  [asked, pauses, answers] = [[], [], []];
  const address = `http://127.0.0.1:${server.port}/engine`;
  const pause = async (milliseconds: number) => void pauses.push(milliseconds);
  client = createEngineClient({
    address,
    key: KEY,
    now,
    pause,
    outgoing: createOutgoing({ policy: originPolicy(address) }),
  });
});

const page = { jobs: [], token: '', pages: 0 };
const jobs = () => client.ask(jobOperations.jobsById, { asked: { ids: [7] } });

describe('the client of an engine', () => {
  it('signs its requests, below the path of the address', async () => {
    answers = [{ status: 200, body: page }];
    expect(await jobs()).toEqual(page);
    const [{ method, url, headers, body }] = asked as [ReceivedRequest];
    expect([method, url, body]).toEqual(['POST', '/engine/v1/jobs/status', '{"ids":[7]}']);
    const said = { time: String(headers['x-engine-time']), signature: String(headers['x-engine-signature']) };
    expect(isSignedBy({ method, path: url, body }, said, KEY, now().getTime())).toBe(true);
    expect(JSON.stringify(headers)).not.toContain(KEY);
  });

  it('signs for the site with the key of the account', async () => {
    answers = [{ status: 200, body: { activated: true, state: 'active' } }];
    await client.ask(accountOperations.siteStatus, { key: { name: 'a-site', secret: 'its own key' } });
    const [{ method, url, headers }] = asked as [ReceivedRequest];
    const said = { time: String(headers['x-engine-time']), signature: String(headers['x-engine-signature']) };
    expect(headers['x-engine-key']).toBe('a-site');
    expect(isSignedBy({ method, path: url, body: '' }, said, 'its own key', now().getTime())).toBe(true);
  });

  it('repeats a request after a while if the engine is away', async () => {
    answers = ['silence', { status: 503 }, { status: 200, body: page }];
    expect(await jobs()).toEqual(page);
    expect([asked.length, pauses]).toEqual([3, [200, 800]]);
  });

  it('repeats no more once the time of a request is over', async () => {
    answers = [{ status: 503 }];
    const ending = new AbortController();
    ending.abort(new DOMException('too late', 'TimeoutError'));
    const late = client.ask(jobOperations.jobsById, { asked: { ids: [7] }, signal: ending.signal });
    await expect(late).rejects.toMatchObject({ status: 504, code: 'i18n_remote_timeout' });
    expect(asked).toEqual([]);
  });

  it.each<[string, Answer, number, string]>([
    ['is away', 'silence', 503, 'i18n_remote_unavailable'],
    ['is overloaded', { status: 429 }, 503, 'i18n_remote_unavailable'],
    ['fails', { status: 500 }, 502, 'i18n_remote_error'],
    ['knows the key not', { status: 401 }, 502, 'i18n_remote_error'],
    ['answers what is no JSON', { status: 200, body: '<html>' }, 502, 'i18n_remote_error'],
    ['answers what the protocol does not know', { status: 200, body: { jobs: 1 } }, 502, 'i18n_remote_error'],
    ['redirects', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 502, 'i18n_remote_error'],
  ])('reports that the engine %s', async (_what, answer, status, code) => {
    answers = [answer];
    await expect(jobs()).rejects.toMatchObject({ status, code });
  });

  it('distinguishes refusals, and their statements about other jobs', async () => {
    const errors = [{ status: 404, title: 'refused', detail: 'There is no such page.' }];
    answers = [{ status: 404, body: { errors } }];
    const refused = client.ask(jobOperations.jobsOfPage, { values: { token: 't', page: 1 } });
    await expect(refused).rejects.toMatchObject({
      code: 'remote-refusal',
      status: 404,
      message: 'There is no such page.',
    });
    await expect(jobs()).rejects.toMatchObject({ status: 502, data: { details: ['There is no such page.'] } });
  });

  it('confuses no parts of a path', async () => {
    answers = [{ status: 200, body: page }];
    await client.ask(jobOperations.jobsOfPage, { values: { token: '../../../v1/site?', page: 1 } });
    expect(asked[0]?.url).toBe('/engine/v1/jobs/status/..%2F..%2F..%2Fv1%2Fsite%3F/1');
  });

  it.each([
    ['', true],
    ['v1/jobs?a=1', true],
    ['../v1/jobs', false],
    ['%2e%2e/v1/jobs', false],
  ])('covers %j below its path: %s', (path, covered) =>
    expect(client.covers(new URL(path, `http://127.0.0.1:${server.port}/engine/`))).toBe(covered),
  );

  it.each(['http://127.0.0.1:1/engine/', 'https://127.0.0.1/engine/', 'http://localhost/engine/'])(
    'does not cover %s',
    (url) => expect(client.covers(new URL(url))).toBe(false),
  );
});
