import { createCommands } from '@almanac/event-sourcing';
import { fixedSettings } from '@almanac/service';
import { composeCalendar } from '../app.ts';
import { registrations } from '../service.ts';
import { type Asker, serveCalendar, type TestService } from '../testing.contract.ts';
import { dueSeries } from './dueSeries.ts';

const WEEKLY = { rules: ['FREQ=WEEKLY;BYDAY=TU;COUNT=5'] };
const DAY_MS = 86_400_000;
const times = { start_date: '2031-01-07 19:00:00', end_date: '2031-01-07 21:00:00' };

interface EventAnswer {
  readonly id: number;
  readonly title: string;
  readonly start_date: string;
  readonly series: { readonly id: number; readonly occurrence: string; readonly changed: boolean };
  readonly i18n: { readonly translations: Readonly<Record<string, number>> };
}

describe('a translation of a series', () => {
  let calendar: TestService;
  beforeAll(async () => {
    calendar = await serveCalendar();
  });
  afterAll(() => calendar.stop());

  const send = (language: string, method: string, path: string, body?: object, as: Asker = 'editor') =>
    calendar.ask(as, method, path, { language, ...(body && { body }) });
  const ask = async (...asked: Parameters<typeof send>): Promise<EventAnswer> => {
    const { status, body } = await send(...asked);
    expect([asked, status, body.message]).toEqual([asked, expect.any(Number), undefined]);
    return body;
  };
  const list = async ({ series: { id } }: EventAnswer, language: string): Promise<EventAnswer[]> => {
    const path = `/events?series=${id}&start_date=1990-01-01&end_date=2099-01-01&per_page=50`;
    return (await send(language, 'GET', path)).body.events;
  };
  const readSeries = (id: number) => calendar.ask('visitor', 'GET', `/series/${id}`, { namespace: 'calx/v1' });
  const make = (more: object = {}) =>
    ask('en', 'POST', '/events', { ...times, title: 'Choir', recurrence: WEEKLY, ...more });
  const translate = ({ id }: EventAnswer, more: object = {}) =>
    ask('fr-ca', 'POST', '/events', { ...times, title: 'Chorale', translation_of: id, scope: 'all', ...more });
  const both = async (more: object = {}) => {
    const english = await make(more);
    return { english, french: await translate(english) };
  };
  const doDueWork = async (): Promise<void> => {
    const commands = createCommands({ ...calendar, registrations });
    const work = dueSeries(composeCalendar(calendar, fixedSettings(calendar.site.settings)), commands);
    await work();
    await work();
  };
  const startsOf = (events: readonly EventAnswer[]) => events.map(({ start_date }) => start_date);
  /** Returns the occurrences in both languages, which must be versions of each other at the same times. */
  const pairs = async (english: EventAnswer, french: EventAnswer) => {
    const [originals, versions] = [await list(english, 'en'), await list(french, 'fr-ca')];
    expect(startsOf(versions)).toEqual(startsOf(originals));
    expect(versions.map(({ series }) => series.occurrence)).toEqual(originals.map(({ series }) => series.occurrence));
    expect(versions.map(({ i18n }) => i18n.translations.en)).toEqual(originals.map(({ id }) => id));
    return { originals, versions };
  };

  it('has versions of all occurrences, at their dates and with texts of its own', async () => {
    const { english, french } = await both();
    expect(french).toMatchObject({ title: 'Chorale', start_date: times.start_date, series: { changed: false } });
    expect(french.series.id).not.toBe(english.series.id);
    const { versions } = await pairs(english, french);
    expect(versions.map(({ title }) => title)).toEqual(Array(5).fill('Chorale'));
    const translations = { en: english.series.id, 'fr-ca': french.series.id };
    for (const { series } of [english, french])
      expect((await readSeries(series.id)).body).toMatchObject({ recurrence: WEEKLY, count: 5, translations });
  });

  it('changes its texts alone, and its fields and dates that all versions share with its original', async () => {
    const { english, french } = await both();
    await ask('fr-ca', 'PATCH', `/events/${french.id}`, { scope: 'all', title: 'Concert', show_map: false });
    const { originals, versions } = await pairs(english, french);
    expect(originals.map((each) => [each.title, Reflect.get(each, 'show_map')])).toEqual(
      Array(5).fill(['Choir', false]),
    );
    expect(versions.map(({ title }) => title)).toEqual(Array(5).fill('Concert'));
    expect((await list(english, 'en')).map(({ series }) => series.changed)).toEqual(Array(5).fill(false));
  });

  it.each([
    ['its original', 'en'],
    ['the translation', 'fr-ca'],
  ])('follows a change of rule and times of %s, and keeps ids', async (_, language) => {
    const { english, french } = await both();
    const before = await pairs(english, french);
    const subject = language === 'en' ? english : french;
    const moved = { start_date: '2031-01-07 20:00:00', end_date: '2031-01-07 21:30:00' };
    await ask(language, 'PATCH', `/events/${subject.id}`, { scope: 'all', ...moved });
    const after = await pairs(english, french);
    expect(after.versions.map(({ id }) => id)).toEqual(before.versions.map(({ id }) => id));
    expect(new Set(startsOf(after.versions).map((start) => start.slice(11)))).toEqual(new Set(['20:00:00']));
    const recurrence = { rules: ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=5'] };
    await ask(language, 'PATCH', `/events/${subject.id}`, { scope: 'all', recurrence });
    const ruled = await pairs(english, french);
    expect(startsOf(ruled.versions).map((start) => start.slice(0, 10))).toEqual([
      '2031-01-07',
      '2031-01-09',
      '2031-01-21',
      '2031-01-23',
      '2031-02-04',
    ]);
    expect([0, 2, 4].map((at) => ruled.versions[at]?.id)).toEqual([0, 2, 4].map((at) => before.versions[at]?.id));
  });

  it('is split with its original, and its later part translates the later part', async () => {
    const { english, french } = await both();
    const [, , third] = await list(french, 'fr-ca');
    const split = await ask('fr-ca', 'PATCH', `/events/${third?.id}`, { scope: 'following', title: 'Tard' });
    const { translations } = (await readSeries(split.series.id)).body;
    expect(translations['fr-ca']).toBe(split.series.id);
    expect((await list(french, 'fr-ca')).map(({ title }) => title)).toEqual(['Chorale', 'Chorale']);
    const later = { ...english, series: { ...english.series, id: translations.en } };
    const { originals, versions } = await pairs(later, split);
    expect(originals.map(({ title }) => title)).toEqual(Array(3).fill('Choir'));
    expect(versions.map(({ title }) => title)).toEqual(Array(3).fill('Tard'));
    await pairs(english, french);
  });

  it('keeps the times of an occurrence that was moved alone in either language', async () => {
    const { english, french } = await both();
    const { originals, versions } = await pairs(english, french);
    const alone = { start_date: '2031-01-15 12:00:00', end_date: '2031-01-15 13:00:00' };
    await ask('en', 'PATCH', `/events/${originals[1]?.id}`, alone);
    const other = { start_date: '2031-01-22 12:00:00', end_date: '2031-01-22 13:00:00' };
    await ask('fr-ca', 'PATCH', `/events/${versions[2]?.id}`, other);
    const moved = { start_date: '2031-01-07 20:00:00', end_date: '2031-01-07 21:30:00' };
    await ask('en', 'PATCH', `/events/${english.id}`, { scope: 'all', ...moved });
    const after = await pairs(english, french);
    expect(startsOf(after.versions).slice(1, 3)).toEqual([alone.start_date, other.start_date]);
    for (const events of [after.originals, after.versions])
      expect(events.map(({ series }) => series.changed)).toEqual([false, true, true, false, false]);
  });

  it('goes on with its original by due work', async () => {
    const { english, french } = await both({ recurrence: { rules: ['FREQ=YEARLY'] } });
    calendar.advance(400 * DAY_MS);
    await doDueWork();
    const { versions } = await pairs(english, french);
    expect(versions.at(-1)).toMatchObject({ title: 'Chorale', start_date: '2034-01-07 19:00:00' });
    calendar.advance(-400 * DAY_MS);
  });

  it('remains and goes on if its original is deleted', async () => {
    const { english, french } = await both({ recurrence: { rules: ['FREQ=YEARLY'] } });
    await ask('en', 'DELETE', `/events/${english.id}?scope=all`);
    expect((await readSeries(english.series.id)).status).toBe(404);
    calendar.advance(400 * DAY_MS);
    await doDueWork();
    calendar.advance(-400 * DAY_MS);
    expect(startsOf(await list(french, 'fr-ca'))).toHaveLength(4);
    expect((await readSeries(french.series.id)).body.translations).toBeUndefined();
  });

  it('is deleted alone, and ends with the following occurrences of its original', async () => {
    const { english, french } = await both();
    const [, , third] = await list(english, 'en');
    await ask('en', 'DELETE', `/events/${third?.id}?scope=following`);
    const { versions } = await pairs(english, french);
    expect(versions).toHaveLength(2);
    await ask('fr-ca', 'DELETE', `/events/${french.id}?scope=all`);
    expect(await list(english, 'en')).toHaveLength(2);
    expect((await readSeries(english.series.id)).body.translations).toBeUndefined();
  });

  it('takes up versions that were made one by one, with their texts; a trashed occurrence gets none', async () => {
    const english = await make();
    const [, second, third] = await list(english, 'en');
    const single = await ask('fr-ca', 'POST', '/events', { ...times, title: 'Seule', translation_of: second?.id });
    await ask('en', 'DELETE', `/events/${third?.id}`);
    const french = await translate(english);
    const { versions } = await pairs(english, french);
    expect(versions[1]).toMatchObject({ id: single.id, title: 'Seule', series: { changed: true } });
    await ask('fr-ca', 'PATCH', `/events/${french.id}`, { scope: 'all', title: 'Chant' });
    expect((await list(french, 'fr-ca')).map(({ title }) => title)).toEqual(['Chant', 'Seule', 'Chant', 'Chant']);
  });

  it('is refused twice in a language, without the right to each occurrence, and for other events', async () => {
    const { english } = await both();
    const body = { ...times, title: 'Chorale', scope: 'all' };
    const again = await send('fr-ca', 'POST', '/events', { ...body, translation_of: english.id });
    expect([again.status, again.body.code]).toEqual([409, 'i18n_group_conflict']);
    const own = (await send('en', 'POST', '/events', { ...times, title: 'Own', recurrence: WEEKLY }, 'author')).body;
    const [, second] = await list(own, 'en');
    await ask('en', 'PATCH', `/events/${second?.id}`, { author: 4 });
    const position = await calendar.store.last();
    const foreign = await send('fr-ca', 'POST', '/events', { ...body, translation_of: own.id }, 'author');
    expect([foreign.status, await calendar.store.last()]).toEqual([403, position]);
    const single = await ask('en', 'POST', '/events', { ...times, title: 'Solo' });
    for (const [named, more] of [
      [{ translation_of: single.id }, 'scope'],
      [{}, 'scope'],
      [{ translation_of: own.id, recurrence: WEEKLY }, 'recurrence'],
      [{ translation_of: own.id, recurrence: WEEKLY, scope: 'this' }, 'recurrence'],
    ] as const) {
      const refused = await send('fr-ca', 'POST', '/events', { ...body, ...named });
      expect([refused.status, Object.keys(refused.body.data.params)]).toEqual([400, [more]]);
    }
  });

  it('is written in several commits, and completely after a kill between them', async () => {
    const english = await make({ recurrence: { rules: ['FREQ=DAILY;COUNT=130'] } });
    const french = await translate(english);
    const pagesOf = async ({ series }: EventAnswer, language: string) => {
      const path = `/events?series=${series.id}&start_date=1990-01-01&end_date=2099-01-01&per_page=50`;
      const pages = [1, 2, 3].map(async (page) => (await send(language, 'GET', `${path}&page=${page}`)).body.events);
      return (await Promise.all(pages)).flat().map(({ start_date }: EventAnswer) => start_date);
    };
    expect(await pagesOf(french, 'fr-ca')).toEqual(await pagesOf(english, 'en'));
    const { store } = calendar;
    const append = store.append.bind(store);
    let commits = 0;
    jest.spyOn(store, 'append').mockImplementation((...args) => {
      if (++commits > 2) throw new Error('killed');
      return append(...args);
    });
    const recurrence = { rules: ['FREQ=DAILY;INTERVAL=2;COUNT=140'] };
    const killed = await send('en', 'PATCH', `/events/${english.id}`, { scope: 'all', recurrence });
    jest.restoreAllMocks();
    expect(killed.status).toBe(500);
    await doDueWork();
    await doDueWork();
    const starts = await pagesOf(english, 'en');
    expect(starts).toHaveLength(140);
    expect(await pagesOf(french, 'fr-ca')).toEqual(starts);
  });
});
