import { entry, file, followingCalendar, sends } from './following.contract.ts';

interface ListedEvent {
  readonly id: number;
  readonly title: string;
  readonly start_date: string;
  readonly website: string;
  readonly series?: { readonly id: number; readonly changed: boolean };
}

const site = followingCalendar();
const { eventsOf, follow, run, serve } = site;

const summaryOf = (lines: readonly string[]): string[] =>
  lines.some((line) => line.startsWith('SUMMARY')) ? [] : ['SUMMARY:Choir'];

/** Returns the lines of an entry on Tuesdays at seven in Berlin, from 6 May 2031. */
const weekly = (rule: string, more: readonly string[] = [], uid = 'choir'): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'DTSTART;TZID=Europe/Berlin:20310506T190000',
  'DTEND;TZID=Europe/Berlin:20310506T203000',
  `RRULE:${rule}`,
  ...summaryOf(more),
  ...more,
  'END:VEVENT',
];

/** Returns the lines of a changed occurrence. */
const changed = (day: string, ...more: string[]): string[] => [
  'BEGIN:VEVENT',
  'UID:choir',
  `RECURRENCE-ID;TZID=Europe/Berlin:${day}T190000`,
  `DTSTART;TZID=Europe/Berlin:${day}T190000`,
  `DTEND;TZID=Europe/Berlin:${day}T203000`,
  ...summaryOf(more),
  ...more,
  'END:VEVENT',
];

const FOUR = 'FREQ=WEEKLY;COUNT=4';
const serves = (...entries: readonly (readonly string[])[]): void => serve(sends(file(entries)));
const all = async (more = ''): Promise<ListedEvent[]> => eventsOf(more);
const daysOf = (events: readonly ListedEvent[]) => events.map(({ start_date }) => start_date.slice(5, 16));
const seriesOf = (events: readonly ListedEvent[]) => [...new Set(events.map(({ series }) => series?.id))];
const edit = async (id: number, body: object, method = 'PATCH') => {
  const { status, body: answer } = await site.calendar().ask('editor', method, `/events/${id}`, { body });
  expect([status, answer.message]).toEqual([200, undefined]);
};
const at = (events: readonly ListedEvent[], index: number): ListedEvent => {
  const event = events[index];
  if (event === undefined) throw new Error(`there is no event ${index}`);
  return event;
};

describe('a recurring entry of a followed feed', () => {
  it('becomes a series with its changed, cancelled, added and excluded occurrences', async () => {
    serves(
      weekly(FOUR, ['RDATE;TZID=Europe/Berlin:20310601T190000', 'EXDATE;TZID=Europe/Berlin:20310513T190000']),
      changed('20310520', 'SUMMARY:Concert').map((line) =>
        line.replace('DTSTART;TZID=Europe/Berlin:20310520T19', 'DTSTART;TZID=Europe/Berlin:20310520T18'),
      ),
      changed('20310527', 'STATUS:CANCELLED'),
    );
    const id = await follow();
    const events = await all();
    expect(daysOf(events)).toEqual(['05-06 19:00', '05-20 18:00', '06-01 19:00']);
    expect(events.map(({ series }) => series?.changed)).toEqual([false, true, false]);
    expect(daysOf(await all('&status=trash'))).toEqual(['05-27 19:00']);
    expect(seriesOf(events)).toEqual([expect.any(Number)]);
    const before = await site.calendar().store.last();
    expect((await run(id)).last_run).toMatchObject({ created: 0, updated: 0, removed: 0 });
    expect(await site.calendar().store.last()).toBe(before);
  });

  it('changes its series, whose occurrences keep their ids as long as their start remains', async () => {
    serves(weekly(FOUR));
    const id = await follow();
    const before = await all();
    serves(weekly('FREQ=WEEKLY;COUNT=5', ['SUMMARY:Singing']).map((line) => line.replaceAll('20310506T', '20310513T')));
    expect((await run(id)).last_run).toMatchObject({ result: 'ok', created: 2, updated: 3, removed: 1 });
    const after = await all();
    expect(daysOf(after)).toEqual(['05-13 19:00', '05-20 19:00', '05-27 19:00', '06-03 19:00', '06-10 19:00']);
    expect(after.slice(0, 3).map((event) => event.id)).toEqual(before.slice(1).map((event) => event.id));
    expect(new Set(after.map(({ title }) => title))).toEqual(new Set(['Singing']));
    expect(seriesOf(after)).toEqual(seriesOf(before));
    expect((await all('&status=trash')).map((event) => event.id)).toEqual([at(before, 0).id]);
  });

  it('moves all occurrences to another time or day of the week, and removes none', async () => {
    serves(weekly('FREQ=WEEKLY;COUNT=20'));
    const id = await follow();
    const before = await all();
    serves(
      weekly('FREQ=WEEKLY;COUNT=20').map((line) => line.replace('T190000', 'T180000').replace('T203000', 'T193000')),
    );
    expect((await run(id)).last_run).toMatchObject({ result: 'ok', created: 0, updated: 20, removed: 0 });
    serves(weekly('FREQ=WEEKLY;COUNT=20').map((line) => line.replace('20310506T', '20310507T')));
    expect((await run(id)).last_run).toMatchObject({ result: 'ok', created: 0, updated: 20, removed: 0 });
    const after = await all();
    expect(daysOf(after).slice(0, 2)).toEqual(['05-07 19:00', '05-14 19:00']);
    expect(after.map((event) => event.id)).toEqual(before.map((event) => event.id));
    const last = await site.calendar().store.last();
    expect((await run(id)).last_run).toMatchObject({ unchanged: 20, removed: 0 });
    expect(await site.calendar().store.last()).toBe(last);
  });

  it('loses what its entry no longer has, and becomes days of the site, and private', async () => {
    serve(
      sends(
        file([
          weekly(FOUR, ['LOCATION:Pier', 'DESCRIPTION:Coats', 'CATEGORIES:Sea']),
          changed('20310513', 'SUMMARY:Concert', 'LOCATION:Barn'),
        ]),
      ),
    );
    const id = await follow();
    const days = ['BEGIN:VEVENT', 'UID:choir', 'DTSTART;VALUE=DATE:20310506', `RRULE:${FOUR}`, 'SUMMARY:Choir'];
    serves([...days, 'CLASS:PRIVATE', 'END:VEVENT']);
    expect((await run(id)).last_run).toMatchObject({ created: 0, updated: 4, removed: 0 });
    const after = await all('&status=publish,private');
    const empty = { title: 'Choir', venue: [], description: '', categories: [], status: 'private' };
    expect(after).toMatchObject(Array(4).fill({ ...empty, all_day: true, timezone: 'America/New_York' }));
    expect((await run(id)).last_run).toMatchObject({ updated: 0, unchanged: 4 });
  });

  it('leaves the fields that a person has edited, in one occurrence or in all', async () => {
    serves(weekly(FOUR));
    const id = await follow();
    const [first, second, third] = await all();
    await edit(first?.id ?? 0, { title: 'Our choir' });
    await edit(second?.id ?? 0, { website: 'https://ours.test/', scope: 'all' });
    await edit(third?.id ?? 0, {}, 'DELETE');
    serves(weekly('FREQ=WEEKLY;COUNT=5', ['SUMMARY:Singing', 'URL:https://theirs.test/']));
    await run(id);
    const after = await all();
    expect(after.map(({ title }) => title)).toEqual(['Our choir', 'Singing', 'Singing', 'Singing']);
    expect(new Set(after.map(({ website }) => website))).toEqual(new Set(['https://ours.test/']));
    expect((await all('&status=trash')).map((event) => event.id)).toEqual([third?.id]);
    await edit(second?.id ?? 0, { recurrence: { rules: ['FREQ=WEEKLY;COUNT=2'] }, scope: 'all' });
    serves(weekly('FREQ=WEEKLY;COUNT=6', ['SUMMARY:Songs']));
    await run(id);
    expect((await all()).map(({ title }) => title)).toEqual(['Our choir', 'Songs']);
  });

  it('ends its series when it vanishes, and comes back with the same events', async () => {
    serves(weekly('FREQ=WEEKLY'), entry('other'));
    const id = await follow();
    const before = await all('&page=1');
    site.calendar().advance(0);
    serves(entry('other'));
    expect((await run(id, '?confirm=true')).last_run).toMatchObject({ result: 'ok' });
    expect((await all()).map(({ title }) => title)).toEqual(['Fair other']);
    serves(weekly('FREQ=WEEKLY'), entry('other'));
    await run(id);
    expect((await all('&page=1')).map((event) => event.id)).toEqual(before.map((event) => event.id));
  });

  it('stays with on_removed=keep, and makes no further occurrences', async () => {
    serves(weekly('FREQ=WEEKLY;COUNT=8'), entry('other'));
    const id = await follow({ on_removed: 'keep' });
    serves(weekly('FREQ=WEEKLY;COUNT=2'), entry('other'));
    await run(id);
    expect(await all()).toHaveLength(9);
    serves(entry('other'));
    await run(id);
    expect([(await all()).length, (await all('&status=trash')).length]).toEqual([9, 0]);
  });

  it('is not made again if a person has deleted its series', async () => {
    serves(weekly(FOUR));
    const id = await follow();
    const [first] = await all();
    await edit(first?.id ?? 0, { scope: 'all' }, 'DELETE');
    serves(weekly('FREQ=WEEKLY;COUNT=6', ['SUMMARY:Singing']));
    expect((await run(id)).last_run).toMatchObject({ created: 0, removed: 0 });
    expect(await all()).toEqual([]);
  });

  it('belongs to the feed that had it first', async () => {
    serves(weekly(FOUR));
    await follow();
    serves(weekly('FREQ=WEEKLY;COUNT=6', ['SUMMARY:Singing']));
    const other = await follow();
    expect((await site.read(other)).last_run).toMatchObject({ found: 6, created: 0, updated: 0, left: 6 });
    serves();
    await run(other);
    expect((await all()).map(({ title }) => title)).toEqual(Array(4).fill('Choir'));
  });

  it('removes none of its upcoming occurrences if more than half of ten would go at once', async () => {
    serves(weekly('FREQ=WEEKLY;COUNT=20'));
    const id = await follow();
    serves(weekly('FREQ=WEEKLY;COUNT=3'));
    expect(await run(id)).toMatchObject({ state: 'failing', last_run: { result: 'guarded', removed: 0 } });
    expect(await all()).toHaveLength(20);
    expect((await run(id, '?confirm=true')).last_run).toMatchObject({ result: 'ok', removed: 17 });
    expect([(await all()).length, (await all('&status=trash')).length]).toEqual([3, 17]);
  });

  it('takes up a single event that has begun to recur, and keeps its edits', async () => {
    const single = weekly(FOUR).filter((line) => !line.startsWith('RRULE'));
    serves(single);
    const id = await follow();
    const [before] = await all();
    await edit(before?.id ?? 0, { title: 'Our choir' });
    serves(weekly(FOUR, ['URL:https://choir.test/']));
    expect((await run(id)).last_run).toMatchObject({ created: 3, updated: 1, removed: 0 });
    const after = await all();
    expect(after.map(({ title }) => title)).toEqual(['Our choir', 'Choir', 'Choir', 'Choir']);
    expect([at(after, 0).id, seriesOf(after).length]).toEqual([before?.id, 1]);
    expect(new Set(after.map(({ website }) => website))).toEqual(new Set(['https://choir.test/']));
  });

  it('takes up the single events that were made of its occurrences before, with their edits', async () => {
    const excluding = 'EXRULE:FREQ=YEARLY;BYMONTH=12;COUNT=1';
    serves(weekly(FOUR, [excluding]), changed('20310527', 'SUMMARY:Concert'));
    const id = await follow();
    const before = await all();
    expect([before.length, seriesOf(before)]).toEqual([4, [undefined]]);
    await edit(at(before, 0).id, { title: 'Our choir' });
    await edit(at(before, 1).id, {}, 'DELETE');
    serves(weekly(FOUR, ['URL:https://choir.test/']), changed('20310527', 'SUMMARY:Concert'));
    expect((await run(id)).last_run).toMatchObject({ created: 0, removed: 0 });
    const after = await all();
    expect(after.map((event) => [event.id, event.title])).toEqual([
      [at(before, 0).id, 'Our choir'],
      [at(before, 2).id, 'Choir'],
      [at(before, 3).id, 'Concert'],
    ]);
    expect([at(after, 0).website, seriesOf(after).length]).toEqual(['https://choir.test/', 1]);
    expect((await all('&status=trash')).map((event) => event.id)).toEqual([at(before, 1).id]);
    const last = await site.calendar().store.last();
    await run(id);
    expect(await site.calendar().store.last()).toBe(last);
  });

  it('goes on after a run that was killed between the commits of a series', async () => {
    const { store } = site.calendar();
    const append = store.append.bind(store);
    let commits = 0;
    jest.spyOn(store, 'append').mockImplementation(async (...args) => {
      if (++commits > 2) throw new Error('killed');
      return append(...args);
    });
    serves(weekly('FREQ=DAILY;COUNT=150'));
    const { body } = await site.ask('POST', '/feeds', { url: site.address() });
    while (commits < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    jest.restoreAllMocks();
    await site.ask('POST', `/feeds/${body.id}/run`);
    const { last_run } = await site.runsOf(body.id, 1);
    expect(last_run).toMatchObject({ result: 'ok', found: 150, removed: 0 });
    const pages = await Promise.all([1, 2, 3].map((page) => all(`&page=${page}`)));
    expect([new Set(pages.flat().map((event) => event.id)).size, seriesOf(pages.flat()).length]).toEqual([150, 1]);
  });
});
