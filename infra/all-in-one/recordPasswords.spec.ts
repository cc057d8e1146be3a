import { type AskedSite, applicationPassword, basic, startAsked } from './askedSite.contract.ts';

const EVENTS = '/en/json/cal/events/v1/events';
const POSTS = '/en/json/core/v2/posts';
/** The limit of attempts from one network within a quarter of an hour. */
const MAX_ATTEMPTS = 30;

describe('the password of a protected record', () => {
  let s: AskedSite;
  beforeAll(async () => {
    s = await startAsked();
  });
  beforeEach(() => s.advance(15 * 60_000));
  afterAll(() => s.running.stop());

  const made = async (path: string, form: Record<string, string>) => {
    const headers = basic('administrator', applicationPassword('administrator'));
    const sent = { title: 'Secret', status: 'publish', password: 'sesame', ...form };
    const { status, text } = await s.ask(path, { form: sent, headers });
    expect(status).toBe(201);
    const { id, link, url } = JSON.parse(text);
    return { id, page: new URL(link ?? url).pathname };
  };
  const statusesOf = async (count: number, ask: (guess: string) => Promise<{ readonly status: number }>) => {
    const statuses: number[] = [];
    for (let n = 0; n < count; n++) statuses.push((await ask(`guess-${n}`)).status);
    return statuses;
  };
  const none = (status: number) => Array.from({ length: MAX_ATTEMPTS }, () => status);

  it.each([
    ['a post', POSTS, {}, 403],
    ['an event', EVENTS, { start_date: '2033-05-01 10:00:00', end_date: '2033-05-01 11:00:00' }, 403],
    ['a list of events', EVENTS, { start_date: '2033-05-01 10:00:00', end_date: '2033-05-01 11:00:00' }, 200],
  ])('is not guessed through %s, and still opens the record for those who know it', async (what, path, form, wrong) => {
    const { id } = await made(path, form);
    const at = what.includes('list') ? path : `${path}/${id}`;
    const asked = (password: string) => s.ask(`${at}?password=${password}`);
    expect((await asked('sesame')).status).toBe(200);
    expect(await statusesOf(MAX_ATTEMPTS - 1, asked)).toEqual(none(wrong).slice(1));
    const refused = await asked('one-more');
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([429, 'too_many_attempts']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit')).toMatch(/^"record-password";r=0;t=\d+$/);
    expect([(await asked('sesame')).status, (await asked('guess-0')).status, (await s.ask(path)).status]).toEqual([
      200,
      wrong,
      200,
    ]);
    s.advance(15 * 60_000);
    expect((await asked('one-more')).status).toBe(wrong);
  });

  it.each([
    ['a post', POSTS, {}],
    ['an event', EVENTS, { start_date: '2033-05-02 10:00:00', end_date: '2033-05-02 11:00:00' }],
  ])('is not guessed on the page of %s', async (_what, path, form) => {
    const { page } = await made(path, form);
    const asked = (password: string) => s.ask(page, { form: { password } });
    expect(await statusesOf(MAX_ATTEMPTS, asked)).toEqual(none(403));
    const refused = await asked('sesame');
    expect([refused.status, refused.text.includes('There were too many attempts'), refused.cookie]).toEqual([
      429,
      true,
      undefined,
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    s.advance(15 * 60_000);
    expect((await asked('sesame')).status).toBe(303);
  });
});
