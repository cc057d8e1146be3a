import { type InternalRequest, ServiceUnavailableError } from '@almanac/service';
import { fakeCore, serveCalendar, type TestService } from '../testing.contract.ts';

const namespace = 'cal/event-import/v1';

/** A fake core: pictures at `https://good.test/{id}.jpg`, and hosts that accept connections and never answer. */
class Pictures {
  readonly fetched: string[] = [];
  readonly timeouts: (number | undefined)[] = [];
  running = 0;
  mostRunning = 0;
  /** A promise that every fetch awaits. */
  gate: Promise<unknown> = Promise.resolve();
  isAway = false;

  readonly #advance: (milliseconds: number) => void;

  constructor(advance: (milliseconds: number) => void) {
    this.#advance = advance;
  }

  async ensure({ timeout, body }: InternalRequest) {
    const { images, fetch } = body as { readonly images: readonly (string | number)[]; readonly fetch?: boolean };
    if (!fetch) return { media: images.map((image) => this.#mediumOf(image, this.fetched.includes(String(image)))) };
    this.timeouts.push(timeout);
    this.running++;
    this.mostRunning = Math.max(this.mostRunning, this.running);
    await this.gate;
    await new Promise((next) => setImmediate(next));
    this.running--;
    if (this.isAway) throw new ServiceUnavailableError('core');
    if (images.some((image) => String(image).includes('silent'))) {
      this.#advance(timeout ?? 0);
      throw new ServiceUnavailableError('core');
    }
    this.fetched.push(...images.map(String));
    return { media: images.map((image) => this.#mediumOf(image, !String(image).includes('none'))) };
  }

  #mediumOf(image: string | number, isThere: boolean) {
    const id = typeof image === 'number' ? image : Number(/(\d+)\.jpg/.exec(image)?.[1] ?? 0);
    const file = { path: `/uploads/2031/01/${id}.jpg`, mimeType: 'image/jpeg' };
    const facts = { status: 'inherit', title: 'Pier', slug: 'pier', alt: '', parent: 0, author: 0, sizes: {} };
    return isThere ? { id, file, ...facts } : null;
  }
}

describe('the pictures of a batch', () => {
  let calendar: TestService;
  let pictures: Pictures;
  beforeEach(async () => {
    const core = fakeCore();
    pictures = new Pictures((milliseconds) => calendar.advance(milliseconds));
    calendar = await serveCalendar({}, undefined, {
      fetchInternal: async (service, path, init = {}) =>
        path === '/internal/media'
          ? { status: 200, headers: new Headers(), body: await pictures.ensure(init) }
          : core(service, path, init),
    });
  });
  afterEach(() => calendar.stop());

  const start = async () => {
    const { body } = await calendar.ask('administrator', 'POST', '/import', { namespace, body: { origin: 'feed' } });
    return { id: body.import_id as string, hash: body.batch_hash as string };
  };
  const item = (uid: number, image: string, more: object = {}) => ({
    title: `Fair ${uid}`,
    uid: String(uid),
    start_date: '2033-05-01',
    end_date: '2033-05-02',
    image,
    ...more,
  });
  const push = ({ id, hash }: { readonly id: string; readonly hash: string }, events: readonly object[]) => {
    const status = { data: { total: 4, done: 0 }, batch: { total: 3, done: 0 } };
    const body = { batch_hash: hash, status, percentage_complete: 50, events };
    return calendar.ask('visitor', 'POST', `/import/${id}/batch`, { namespace, body });
  };
  const errorsOf = async (id: string) =>
    (await calendar.ask('administrator', 'GET', `/import/${id}`, { namespace })).body.errors;
  const good = (id: number) => `https://good.test/${id}.jpg`;
  const until = async (isTrue: () => boolean): Promise<void> => {
    while (!isTrue()) await new Promise((next) => setTimeout(next, 5));
  };

  it('are fetched several at a time, and belong to its events', async () => {
    const started = await start();
    const ids = Array.from({ length: 20 }, (_, index) => 100 + index);
    const { promise, resolve } = Promise.withResolvers<void>();
    pictures.gate = promise;
    const pushed = push(
      started,
      ids.map((id) => item(id, good(id))),
    );
    await until(() => pictures.running === 8);
    resolve();
    const { status, body } = await pushed;
    expect([status, body.activity.cal_events.created.length]).toEqual([200, 20]);
    expect(body.activity.attachment.created.toSorted()).toEqual(ids);
    expect([pictures.mostRunning, await errorsOf(started.id)]).toEqual([8, []]);
  });

  it('share a time limit, after which its events are created without them', async () => {
    const started = await start();
    const silent = Array.from({ length: 120 }, (_, index) => item(index, `https://silent.test/${index}.jpg`));
    const before = calendar.now().getTime();
    const { status, body } = await push(started, [item(900, good(900)), ...silent]);
    expect([status, body.activity.cal_events.created.length]).toEqual([200, 121]);
    expect(body.activity.attachment.created).toEqual([900]);
    expect(Math.max(...pictures.timeouts.map((timeout) => timeout ?? Number.POSITIVE_INFINITY))).toBe(20_000);
    // after the timeout, each lane has sent at most one more request
    expect(pictures.timeouts.length).toBeLessThanOrEqual(9);
    expect(calendar.now().getTime() - before).toBeLessThanOrEqual(9 * 20_000);
    const errors = await errorsOf(started.id);
    expect(new Set(errors.map(({ slug }: { slug: string }) => slug))).toEqual(new Set(['image-left-out']));
    expect(errors).toHaveLength(100);
  });

  it('are reported if they are unavailable, and requested once', async () => {
    const started = await start();
    const { body } = await push(started, [item(1, 'https://none.test/1.jpg'), item(2, good(2))]);
    expect(body.activity).toMatchObject({ cal_events: { created: [1, 2].map(() => expect.any(Number)) } });
    expect(body.activity.attachment.created).toEqual([2]);
    expect(await errorsOf(started.id)).toMatchObject([{ slug: 'image-left-out' }]);
    expect(pictures.timeouts).toHaveLength(2);
  });

  it('are not fetched for refused items', async () => {
    const started = await start();
    await push(started, [item(1, good(1), { end_date: '2031-01-01' }), item(2, good(2))]);
    expect(pictures.fetched).toEqual([good(2)]);
  });

  it('make the sender repeat the batch while core is away, and nothing is lost', async () => {
    const started = await start();
    const events = [item(1, good(1)), item(2, good(2))];
    pictures.isAway = true;
    const { status, headers } = await push(started, events);
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true]);
    pictures.isAway = false;
    const again = await push(started, events);
    expect([again.status, again.body.activity.attachment.created]).toEqual([200, [1, 2]]);
  });

  it('are fetched once for a batch that is sent again meanwhile, which gets the same answer', async () => {
    const started = await start();
    const events = [item(1, good(1))];
    const { promise, resolve } = Promise.withResolvers<void>();
    pictures.gate = promise;
    const first = push(started, events);
    await until(() => pictures.running === 1);
    const second = push(started, events);
    const other = push(started, [item(7, good(7))]);
    resolve();
    expect((await second).body).toEqual((await first).body);
    expect([(await other).status, pictures.timeouts.length]).toEqual([400, 1]);
    expect(await calendar.entries.list('import-turn')).toEqual([]);
  });

  describe('of an import whose batch another process handles', () => {
    const events = [item(1, good(1))];
    let started: Awaited<ReturnType<typeof start>>;
    let pushed: ReturnType<typeof push>;
    beforeEach(async () => {
      started = await start();
      const expiresAt = calendar.now().getTime() + 60_000;
      await calendar.entries.insert('import-turn', started.id, {}, { expiresAt });
      const looks = jest.spyOn(calendar.entries, 'get');
      pushed = push(started, events);
      await until(() => looks.mock.calls.some(([kind]) => kind === 'import-turn'));
    });

    it('delay the batch for a limited time', async () => {
      calendar.advance(26_000);
      const { status, body, headers } = await pushed;
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'import-batch-running', '10']);
      expect(pictures.timeouts).toEqual([]);
    });

    it('are fetched once that process has ended, or was killed', async () => {
      await calendar.entries.delete('import-turn', started.id);
      expect((await pushed).status).toBe(200);
      const { id, body } = { id: started.id, body: (await pushed).body };
      const expiresAt = calendar.now().getTime() + 5_000;
      await calendar.entries.insert('import-turn', id, {}, { expiresAt });
      const next = push({ id, hash: body.next_batch_hash }, [item(2, good(2))]);
      calendar.advance(5_001);
      expect((await next).status).toBe(200);
    });
  });
});
