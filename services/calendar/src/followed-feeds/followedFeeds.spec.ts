import { createCalendar } from '../app.ts';
import { type Answer, entry, file, followingCalendar, followsLocally, LIST, sends } from './following.contract.ts';

const DAY_MS = 86_400_000;
const isLong = process.env.LONG === '1';
/** The numbers of entries of a whole calendar, and of entries that together exceed a commit. */
const MANY = isLong ? 5_728 : 600;
const LARGE = isLong ? 18 : 4;

const site = followingCalendar();
const { address, ask, eventsOf, follow, read, run, runsOf, serve, titles } = site;

const entries = (count: number): string[][] => Array.from({ length: count }, (_, index) => entry(`e${index}`));

describe('a followed feed', () => {
  it('makes its entries events, and changes and trashes them as it does', async () => {
    serve(sends(file([entry('a'), entry('b', ['LOCATION:Pier'])])));
    const id = await follow({ categories: ['Sea'], status: 'pending', name: 'Harbour' });
    expect(await read(id)).toMatchObject({
      name: 'Harbour',
      state: 'ok',
      last_run: { result: 'ok', found: 2, created: 2, updated: 0, removed: 0 },
    });
    expect(await eventsOf('&status=pending')).toMatchObject([
      { title: 'Fair a', author: '2', categories: [{ name: 'Sea' }] },
      { title: 'Fair b', venue: { venue: 'Pier' } },
    ]);

    serve(sends(file([entry('a', ['URL:https://fair.test/'])])));
    expect((await run(id)).last_run).toMatchObject({ created: 0, updated: 1, removed: 1 });
    expect(await eventsOf('&status=pending')).toMatchObject([{ title: 'Fair a', website: 'https://fair.test/' }]);
    expect(await titles('&status=trash')).toEqual(['Fair b']);

    serve(sends(file([entry('a', ['URL:https://fair.test/']), entry('b', ['LOCATION:Pier'])])));
    await run(id);
    expect(await titles('&status=pending')).toEqual(['Fair a', 'Fair b']);
  });

  it('empties what its entries no longer have, except what a person has written, and hides what became private', async () => {
    const filled = ['URL:https://fair.test/', 'DESCRIPTION:Coats', 'LOCATION:Pier', 'CATEGORIES:Sea', 'X-COST:5'];
    serve(sends(file([entry('a', filled), entry('b', filled), entry('c')])));
    const id = await follow();
    const [, second, third] = await eventsOf();
    const change = async (event: { readonly id: number }, body: object) =>
      expect((await site.calendar().ask('editor', 'PATCH', `/events/${event.id}`, { body })).status).toBe(200);
    await change(second, { website: 'https://ours.test/', venue: { venue: 'Barn' } });
    await change(third, { status: 'private' });
    await change(third, { status: 'publish' });
    const hidden = ['b', 'c'].map((uid) => entry(uid, ['CLASS:PRIVATE']));
    serve(sends(file([entry('a'), ...hidden])));
    expect((await run(id)).last_run).toMatchObject({ updated: 2, unchanged: 1 });
    const empty = { description: '', categories: [], cost: '' };
    expect(await eventsOf('&status=publish,private')).toMatchObject([
      { ...empty, status: 'publish', website: '', venue: [] },
      { ...empty, status: 'private', website: 'https://ours.test/', venue: { venue: 'Barn' } },
      { status: 'publish' },
    ]);
    expect((await run(id)).last_run).toMatchObject({ updated: 0, unchanged: 3 });
  });

  it('restores an event with the status that it had, and a private entry as private', async () => {
    const all = [entry('a'), entry('b', ['CLASS:PRIVATE']), entry('c')];
    serve(sends(file(all)));
    const id = await follow();
    const [{ id: draft }] = await eventsOf();
    await site.calendar().ask('editor', 'PATCH', `/events/${draft}`, { body: { status: 'draft' } });
    serve(sends(file([])));
    expect((await run(id)).last_run).toMatchObject({ removed: 3 });
    serve(sends(file(all)));
    await run(id);
    expect([await titles('&status=draft'), await titles('&status=private'), await titles('&status=publish')]).toEqual([
      ['Fair a'],
      ['Fair b'],
      ['Fair c'],
    ]);
  });

  it('takes entries that together are larger than a commit', async () => {
    const long = `DESCRIPTION:${'word '.repeat(200_000)}`;
    serve(sends(file(Array.from({ length: LARGE }, (_, index) => entry(`l${index}`, [long])))));
    expect((await read(await follow())).last_run).toMatchObject({ result: 'ok', created: LARGE });
  }, 60_000);

  it('takes no more than 20,000 events', async () => {
    const daily = ['RRULE:FREQ=DAILY'];
    const many = Array.from({ length: 60 }, (_, index) => entry(`d${index}`, daily))
      .flat()
      .map((line) => line.replace('2033', '2030').replace('SUMMARY:', 'SUMMARY;LANGUAGE=ja:'));
    serve(sends(file([entry('a')])));
    const id = await follow();
    serve(sends(file([many])));
    const { result, reason } = (await run(id)).last_run;
    expect([result, reason]).toEqual(['failed', expect.stringContaining('more than 20000 events')]);
    expect(await titles()).toEqual(['Fair a']);
  });

  it('keeps the occurrences of an entry that cannot be read, and of no other', async () => {
    const weekly = (uid: string) =>
      entry(uid, ['RRULE:FREQ=WEEKLY;COUNT=2']).map((line) => line.replace('2033', '2031'));
    serve(sends(file([weekly('w/x'), weekly('w')])));
    const id = await follow();
    serve(sends(file([entry('w/x', ['DTSTART:never']).filter((line) => !line.startsWith('DTSTART:2'))])));
    expect((await run(id)).last_run).toMatchObject({ result: 'ok', removed: 2 });
  });

  it('keeps what a person edited, trashed or deleted', async () => {
    serve(sends(file([entry('a'), entry('b'), entry('c')])));
    const id = await follow();
    const [a, b, c] = await eventsOf();
    await site.calendar().ask('editor', 'PATCH', `/events/${a.id}`, { body: { title: 'Our fair' } });
    await site.calendar().ask('editor', 'DELETE', `/events/${b.id}`);
    await site.calendar().ask('editor', 'DELETE', `/events/${c.id}?force=true`, { namespace: 'calx/v1' });
    serve(
      sends(
        file([
          entry('a', ['URL:https://a.test/']),
          entry('b', ['URL:https://b.test/']),
          entry('c', ['URL:https://c.test/']),
        ]),
      ),
    );
    expect((await run(id)).last_run).toMatchObject({ created: 0, updated: 1, removed: 0 });
    expect(await eventsOf()).toMatchObject([{ title: 'Our fair', website: 'https://a.test/' }]);
    expect(await titles('&status=trash')).toEqual(['Fair b']);
  });

  it('never touches events of another feed', async () => {
    serve(sends(file([entry('a', ['URL:https://a.test/'])])));
    await follow();
    serve(sends(file([entry('a', ['URL:https://other.test/']), entry('b')])));
    const other = await follow();
    expect((await read(other)).last_run).toMatchObject({ created: 1, updated: 0, left: 1 });
    serve(sends(file([])));
    await run(other);
    expect(await eventsOf()).toMatchObject([{ title: 'Fair a', website: 'https://a.test/' }]);
  });

  it('takes the entries of a whole calendar, and then makes no commit for them', async () => {
    serve(sends(file(entries(MANY))));
    const id = await follow();
    expect((await read(id)).last_run).toMatchObject({ found: MANY, created: MANY });
    const before = await site.calendar().store.last();
    expect((await run(id)).last_run).toMatchObject({ found: MANY, created: 0, updated: 0, unchanged: MANY });
    expect(await site.calendar().store.last()).toBe(before);
  }, 120_000);

  it('goes on after a run that was ended in the middle, and runs once with two replicas', async () => {
    serve(sends(file(entries(500))));
    const { body } = await ask('POST', '/feeds', { url: address() });
    const before = await site.calendar().store.last();
    while ((await site.calendar().store.last()) < before + 2) await new Promise((resolve) => setTimeout(resolve, 1));
    await site.calendar().stopWork();
    const asked = site.requests().length;
    const replicas = [
      createCalendar(site.calendar(), undefined, followsLocally()),
      createCalendar(site.calendar(), undefined, followsLocally()),
    ];
    await Promise.all(replicas.map((each) => each.start()));
    try {
      const { last_run, log } = await runsOf(body.id, 1);
      expect(last_run.created).toBeLessThan(500);
      expect(last_run.created + last_run.unchanged).toBe(500);
      expect([log.length, site.requests().length - asked]).toEqual([1, 1]);
      expect(new Set(await titles('&page=10')).size).toBe(50);
    } finally {
      await Promise.all(replicas.map((each) => each.stop()));
    }
  });

  it('makes no commit and asks with the validators if nothing is new', async () => {
    const body = file(entries(120));
    serve(sends(body, { etag: '"1"', 'last-modified': 'Wed, 01 Jan 2031 10:00:00 GMT' }));
    const id = await follow();
    const before = await site.calendar().store.last();
    expect((await run(id)).last_run).toMatchObject({ found: 120, created: 0, updated: 0, unchanged: 120 });
    serve((response) => response.writeHead(304).end());
    expect((await run(id)).last_run).toMatchObject({ result: 'not_modified' });
    expect(site.requests().at(-1)?.headers).toMatchObject({
      'if-none-match': '"1"',
      'if-modified-since': 'Wed, 01 Jan 2031 10:00:00 GMT',
    });
    expect(await site.calendar().store.last()).toBe(before);
  });

  it('removes none of ten events or more if it loses more than half of them, until that is confirmed', async () => {
    serve(sends(file(entries(20))));
    const id = await follow();
    const changed = entries(9).map((lines) => lines.map((line) => line.replace('SUMMARY:Fair e1', 'SUMMARY:Changed')));
    serve(sends(file([...changed, entry('new')])));
    const guarded = await run(id);
    const nothing = { created: 0, updated: 0, removed: 0 };
    expect(guarded).toMatchObject({ state: 'failing', last_run: { result: 'guarded', ...nothing } });
    expect(await titles()).toEqual(
      entries(20)
        .map((each) => each[2]?.slice('SUMMARY:'.length))
        .sort(),
    );
    expect(guarded.problem).toContain('The feed no longer has 11 of its 20 events.');
    expect(await titles('&status=trash')).toEqual([]);
    expect(await run(id, '?confirm=true')).toMatchObject({ state: 'ok', problem: null, last_run: { removed: 11 } });
    expect(await titles()).toHaveLength(10);
  });

  it('keeps events that a person has made or taken over', async () => {
    const own = { title: 'Own', start_date: '2033-05-01 10:00:00', end_date: '2033-05-01 12:00:00', import_uid: 'own' };
    await site.calendar().ask('editor', 'POST', '/events', { body: own });
    serve(sends(file([entry('a'), entry('b'), entry('own')])));
    const id = await follow();
    const taken = (await eventsOf()).find(({ title }: { readonly title: string }) => title === 'Fair a');
    await site.calendar().ask('editor', 'PATCH', `/events/${taken.id}`, { body: { author: 4 } });
    serve(sends(file([])));
    expect((await run(id)).last_run).toMatchObject({ result: 'ok', removed: 1 });
    expect([await titles(), await titles('&status=trash')]).toEqual([['Fair a', 'Own'], ['Fair b']]);
  });

  it('removes half of its events at once', async () => {
    serve(sends(file(entries(20))));
    const id = await follow();
    serve(sends(file(entries(10))));
    expect(await run(id)).toMatchObject({ state: 'ok', last_run: { removed: 10 } });
  });

  it.each([
    ['keeps its events with on_removed=keep', { on_removed: 'keep' }, file([])],
    ['removes none by a file without its end', {}, file([]).replace('END:VCALENDAR', '')],
    [
      'keeps the event of an entry that cannot be read',
      {},
      file([entry('a', ['DTSTART:never'])].map((lines) => lines.filter((line) => !line.startsWith('DTSTART:2')))),
    ],
  ])('%s', async (_what, fields, later) => {
    serve(sends(file([entry('a')])));
    const id = await follow(fields);
    serve(sends(later));
    expect((await run(id)).last_run).toMatchObject({ result: 'ok', removed: 0 });
    expect(await titles()).toEqual(['Fair a']);
  });

  it.each<[string, Answer, string]>([
    ['a status', (response) => response.writeHead(500).end(), 'The address answers with the status 500.'],
    ['garbage', sends('<html>'), 'The address does not answer with an iCalendar file.'],
    ['a broken connection', (response) => void response.destroy(), 'The address cannot be fetched.'],
    [
      'an endless answer',
      (response) => {
        response.writeHead(200);
        const piece = Buffer.alloc(1024 * 1024, 'x');
        const more = (): void => {
          while (!response.destroyed && response.write(piece));
          response.once('drain', more);
        };
        more();
      },
      'The feed is larger than 20 MiB.',
    ],
  ])('reports %s and keeps its events', async (_what, broken, reason) => {
    serve(sends(file([entry('a')])));
    const id = await follow();
    serve(broken);
    expect(await run(id)).toMatchObject({ state: 'ok', last_run: { result: 'failed', reason } });
    expect(await titles()).toEqual(['Fair a']);
  });

  it('backs off up to a day, is failing after ten failures, and recovers', async () => {
    serve((response) => response.writeHead(500).end());
    const id = await follow({ interval: 15 });
    const waits = async () => {
      const { next_run, last_run } = await read(id);
      return (Date.parse(next_run) - Date.parse(last_run.finished)) / 60_000;
    };
    expect(await waits()).toBe(30);
    for (let runs = 2; runs <= 10; runs++) {
      expect((await read(id)).state).toBe('ok');
      site.calendar().advance(DAY_MS);
      await runsOf(id, runs);
    }
    expect(await waits()).toBe(24 * 60);
    expect(await read(id)).toMatchObject({ state: 'failing', problem: 'The address answers with the status 500.' });
    serve(sends(file([entry('a')])));
    expect(await run(id)).toMatchObject({ state: 'ok', problem: null });
    expect(await waits()).toBe(15);
  });

  it.each([
    'http://93.184.215.14/events.ics',
    'https://10.0.0.1/events.ics',
    'https://ada:secret@fair.test/events.ics',
    'ftp://fair.test/events.ics',
    'file:///etc/passwd',
  ])('is refused at %s', async (url) => {
    const { status, body } = await ask('POST', '/feeds', { url });
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', ['url']]);
  });

  it('makes the occurrences of a recurring entry and leaves out a language that the site does not have', async () => {
    const weekly = entry('w', ['RRULE:FREQ=WEEKLY;COUNT=3']).map((line) => line.replace('2033', '2031'));
    const foreign = entry('x').map((line) => line.replace('SUMMARY:', 'SUMMARY;LANGUAGE=ja:'));
    const french = entry('y').map((line) => line.replace('SUMMARY:', 'SUMMARY;LANGUAGE=fr-CA:'));
    serve(sends(file([weekly, foreign, french])));
    const id = await follow();
    expect((await read(id)).last_run).toMatchObject({ found: 5, created: 4, left: 1 });
    const listed = await site.calendar().ask('visitor', 'GET', LIST, { language: 'fr-ca' });
    expect(listed.body.events.map(({ title }: { title: string }) => title)).toContain('Fair y');
  });

  it('runs while it is paused only if somebody asks', async () => {
    serve(sends(file([entry('a')])));
    const { body } = await ask('POST', '/feeds', { url: address(), paused: true });
    expect(body).toMatchObject({ state: 'paused', next_run: null, last_run: null });
    expect(await run(body.id)).toMatchObject({ state: 'paused', next_run: null, last_run: { created: 1 } });
    await ask('PATCH', `/feeds/${body.id}`, { paused: false });
    expect((await runsOf(body.id, 2)).next_run).not.toBeNull();
  });

  it('goes to the heir of its author, or is paused', async () => {
    serve(sends(file([])));
    const [one, other] = [await follow({ author: 3 }), await follow({ author: 4 })];
    await site.calendar().deliver({ type: 'core.user-deleted.v1', data: { id: 3, reassign: 1 } });
    await site.calendar().deliver({ type: 'core.user-deleted.v1', data: { id: 4, reassign: null } });
    expect([(await read(one)).author, (await read(other)).state]).toEqual([1, 'paused']);
  });

  it('can be read back, changed and deleted, and its events stay', async () => {
    serve(sends(file([entry('a')])));
    const id = await follow();
    const before = await read(id);
    const last = await site.calendar().store.last();
    expect((await ask('PUT', `/feeds/${id}`, before)).body).toEqual(before);
    expect(await site.calendar().store.last()).toBe(last);
    const { body } = await ask('PUT', `/feeds/${id}`, { ...before, name: 'Port', interval: 30 });
    expect(body).toMatchObject({ name: 'Port', interval: 30 });
    expect((await ask('GET', '/feeds')).body).toMatchObject([{ id, name: 'Port' }]);
    expect((await ask('DELETE', `/feeds/${id}`)).body).toMatchObject({ deleted: true, previous: { id } });
    expect((await ask('GET', `/feeds/${id}`)).status).toBe(404);
    expect(await site.calendar().entries.list('feed-item')).toEqual([]);
    expect(await titles()).toEqual(['Fair a']);
  });
});
