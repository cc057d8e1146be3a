import { finishingJobs } from '@almanac/content-model/testing';
import { publishable } from '@almanac/contracts';
import { createCommands } from '@almanac/event-sourcing';
import { fixedSettings } from '@almanac/service';
import { composeCalendar } from '../app.ts';
import { registrations } from '../service.ts';
import { serveCalendar, type TestService } from '../testing.contract.ts';
import { publishing } from './publishing.ts';
import { ownerOfTranslations } from './writtenTranslations.ts';

const times = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };

let calendar: TestService;
let owner: ReturnType<typeof ownerOfTranslations>;
let jobs: ReturnType<typeof finishingJobs>;
beforeEach(async () => {
  calendar = await serveCalendar();
  const commands = createCommands({ ...calendar, registrations, check: publishable(publishing) });
  owner = ownerOfTranslations(composeCalendar(calendar, fixedSettings(calendar.site.settings)), commands);
  jobs = finishingJobs(owner);
});
afterEach(() => calendar.stop());

const ask = async (method: string, path: string, body?: object, language = 'en') => {
  const answer = await calendar.ask('administrator', method, path, { body, language });
  expect([answer.status < 300, answer.body.code]).toEqual([true, undefined]);
  return answer.body;
};

const answers = async () =>
  (await calendar.store.readLog(0))
    .flatMap((commit) => publishing(commit).flatMap((event) => event ?? []))
    .filter(({ type }) => type.startsWith('calendar.translation-'))
    .map(({ data }) => data as { readonly id: number; readonly path: string; readonly code: string });

const versionOf = async (plural: string, id: number) => {
  const { i18n } = await ask('GET', `/${plural}/${id}`);
  return ask('GET', `/${plural}/${i18n.translations['es-us']}`);
};

describe('a finished translation in the calendar', () => {
  it('becomes a version of an event with its cost, times and links, but without the importers’ name', async () => {
    const venue = await ask('POST', '/venues', { venue: 'Hall', city: 'Kingston' });
    await jobs.finish({
      source: { type: 'post_cal_venue', id: venue.id },
      language: 'es-us',
      units: { title: 'Salón' },
    });
    const more = {
      cost: 'Free',
      currency_code: 'CAD',
      website: 'https://a.test/',
      import_uid: 'x@a.test',
      featured: true,
    };
    const { id } = await ask('POST', '/events', {
      ...times,
      ...more,
      title: 'Concert',
      description: 'Sea.',
      venue: venue.id,
      categories: 'Music',
      tags: 'Sea',
    });
    const units = {
      title: 'Concierto',
      body: 'Mar.',
      'field-_EventCost-0': 'Gratis',
      'field-_EventURL-0': 'https://a.test/es',
    };
    await jobs.finish({ source: { type: 'post_cal_events', id }, language: 'es-us', units, job: 5 });
    const event = await versionOf('events', id);
    expect(event).toMatchObject({
      title: 'Concierto',
      slug: 'concierto',
      status: 'publish',
      start_date: times.start_date,
      featured: true,
      description: '<p>Mar.</p>',
      cost: 'Gratis',
      website: 'https://a.test/es',
      venue: { venue: 'Salón' },
      categories: [{ name: 'Music' }],
      tags: [{ name: 'Sea' }],
      i18n: { source_language: 'en', group_id: id },
    });
    expect((await answers()).map(({ path }) => path)).toEqual(['/es-us/venue/salon/', '/es-us/event/concierto/']);
    await ask('POST', `/events/${id}`, { import_uid: 'x@a.test' });
  });

  it('gives a venue its translated address, and its province follows', async () => {
    const address = {
      address: '1 Main',
      city: 'Kiel',
      country: 'Canada',
      province: 'Quebec',
      zip: '7',
      website: 'https://h.test/',
    };
    const { id } = await ask('POST', '/venues', { venue: 'Hall', ...address });
    const source = { type: 'post_cal_venue', id } as const;
    const units = { title: 'Salón', 'field-_VenueAddress-0': 'Calle <b>1</b>', 'field-_VenueProvince-0': 'Quebeque' };
    await jobs.finish({ source, language: 'es-us', units });
    const version = await versionOf('venues', id);
    expect(version).toMatchObject({ ...address, address: 'Calle 1', province: 'Quebeque', stateprovince: 'Quebeque' });
    await ask('POST', `/venues/${version.id}`, { city: 'Kilo' });
    await jobs.finish({ source, language: 'es-us', units: { 'field-_VenueAddress-0': 'Calle 2' }, jobId: 3 });
    expect(await versionOf('venues', id)).toMatchObject({ address: 'Calle 2', city: 'Kilo', venue: 'Salón' });
  });

  it('is refused with an invalid address, and nothing is written', async () => {
    const { id } = await ask('POST', '/organizers', { organizer: 'Club', website: 'https://club.test/', phone: '5' });
    const source = { type: 'post_cal_organizer', id } as const;
    await jobs.finish({
      source,
      language: 'es-us',
      units: { title: 'Peña', 'field-_OrganizerWebsite-0': 'javascript:x' },
    });
    expect(await answers()).toMatchObject([{ code: 'rest_invalid_param' }]);
    expect((await ask('GET', `/organizers/${id}`)).i18n.translations).toEqual({ en: id });
    await jobs.finish({ source, language: 'es-us', units: { title: 'Peña' } });
    expect(await versionOf('organizers', id)).toMatchObject({
      organizer: 'Peña',
      website: 'https://club.test/',
      phone: '5',
    });
  });

  it.each([
    [
      'post_cal_events',
      '/events',
      { title: 'Fair', start_date: '2031-01-01 10:00:00', end_date: '2031-01-01 11:00:00' },
    ],
    ['post_cal_venue', '/venues', { venue: 'Hall' }],
    ['post_cal_organizer', '/organizers', { organizer: 'Club' }],
    ['tax_cal_events_cat', '/categories', { name: 'Music' }],
  ] as const)('is refused for %s if nothing is left of a text', async (type, path, fields) => {
    const { id } = await ask('POST', path, fields);
    const unit = type.startsWith('tax_') ? 'name' : 'title';
    const job = { source: { type, id }, language: 'es-us', units: { [unit]: '<script></script>' } } as const;
    await jobs.finish(job);
    await jobs.finish({ ...job, unfiltered: true });
    expect(await answers()).toMatchObject([{ code: 'i18n_unit_emptied' }, { code: 'i18n_unit_emptied' }]);
    expect((await ask('GET', `${path}/${id}`)).i18n.translations).toEqual({ en: id });
  });

  it('is published after a review if it was held back', async () => {
    const { id } = await ask('POST', '/venues', { venue: 'Hall' });
    const job = { source: { type: 'post_cal_venue', id }, language: 'es-us', units: { title: 'Salón' } } as const;
    await jobs.finish({ ...job, hold: true });
    const version = (await versionOf('venues', id)).id;
    expect((await ask('GET', `/venues/${version}`)).status).toBe('draft');
    await jobs.accept(job, version);
    expect((await ask('GET', `/venues/${version}`)).status).toBe('publish');
  });

  describe('of an occurrence of a series', () => {
    const language = 'es-us';
    const makeSeries = (count = 4) =>
      ask('POST', '/events', { ...times, title: 'Choir', recurrence: { rules: [`FREQ=WEEKLY;COUNT=${count}`] } });
    const occurrencesOf = async (series: number, inLanguage = language) => {
      const path = `/events?start_date=2031-01-01&per_page=50&status=publish,draft&series=${series}`;
      return (await ask('GET', path, undefined, inLanguage)).events;
    };
    const jobOf = (id: number, title: string, more: object = {}) =>
      ({ source: { type: 'post_cal_events', id }, language, units: { title }, ...more }) as const;
    const titlesOf = (events: readonly { readonly title: string }[]) => events.map(({ title }) => title);

    it('translates the whole series, also if the process ended after the first commit', async () => {
      const { series } = await makeSeries(30);
      const { id } = (await occurrencesOf(series.id, 'en'))[27];
      const { complete: _, ...endsEarly } = owner;
      await finishingJobs(endsEarly).finish(jobOf(id, 'Coro'), { at: 1 });
      const version = await versionOf('events', id);
      expect((await occurrencesOf(version.series.id)).length).toBeLessThan(30);
      await jobs.finish(jobOf(id, 'Coro'), { at: 1 });
      const versions = await occurrencesOf(version.series.id);
      expect(version).toMatchObject({ slug: 'coro-2031-12-16', series: { changed: false } });
      expect(titlesOf(versions)).toEqual(Array(30).fill('Coro'));
      expect(new Set(versions.map(({ i18n }: typeof version) => i18n.translations.en)).size).toBe(30);
      expect(
        (await calendar.ask('visitor', 'GET', `/series/${series.id}`, { namespace: 'calx/v1' })).body,
      ).toMatchObject({
        translations: { [language]: version.series.id },
      });
    });

    it('changes all versions again, except those that were edited', async () => {
      const { id, series } = await makeSeries();
      await jobs.finish(jobOf(id, 'Coro'));
      const { series: translated } = await versionOf('events', id);
      const edited = (await occurrencesOf(translated.id))[2];
      await ask('POST', `/events/${edited.id}`, { title: 'Coro de niños' }, language);
      await jobs.finish(jobOf(id, 'El coro', { jobId: 3 }));
      expect(titlesOf(await occurrencesOf(translated.id))).toEqual(['El coro', 'El coro', 'Coro de niños', 'El coro']);
      expect(titlesOf(await occurrencesOf(series.id, 'en'))).toEqual(Array(4).fill('Choir'));
    });

    it('is that occurrence’s alone if the original has a text of its own', async () => {
      const { id, series } = await makeSeries();
      await ask('POST', `/events/${id}`, { title: 'Solo' });
      await jobs.finish(jobOf(id, 'Solista'));
      expect(await versionOf('events', id)).not.toHaveProperty('series');
      const other = (await occurrencesOf(series.id, 'en'))[1];
      await jobs.finish(jobOf(other.id, 'Coro', { job: 2 }));
      const { series: translated } = await versionOf('events', other.id);
      expect(titlesOf(await occurrencesOf(translated.id))).toEqual(['Solista', 'Coro', 'Coro', 'Coro']);
      await jobs.finish(jobOf(id, 'Un solista', { jobId: 3 }));
      await ask('POST', `/events/${other.id}`, { ...times, title: 'Chorus', scope: 'all' });
      await jobs.finish(jobOf(other.id, 'Coral', { job: 2, jobId: 4 }));
      expect(titlesOf(await occurrencesOf(translated.id))).toEqual(['Un solista', 'Coral', 'Coral', 'Coral']);
    });

    it('keeps what the occurrence has of its own, but its texts', async () => {
      const { id, series } = await makeSeries();
      await ask('POST', `/events/${id}`, { venue: { venue: 'Hall' }, categories: 'Music', all_day: true });
      await jobs.finish(jobOf(id, 'Coro'));
      const version = await versionOf('events', id);
      const versions = await occurrencesOf(version.series.id);
      const own = ({
        venue,
        categories,
        all_day: allDay,
      }: {
        venue: object;
        categories: object[];
        all_day: boolean;
      }) => ['venue' in venue, categories.length, allDay];
      expect(versions.map(own)).toEqual((await occurrencesOf(series.id, 'en')).map(own));
    });

    it('is published with all others after a review', async () => {
      const { id } = await makeSeries();
      const job = jobOf(id, 'Coro', { hold: true });
      await jobs.finish(job);
      const version = await versionOf('events', id);
      const statuses = async () =>
        (await occurrencesOf(version.series.id)).map(({ status }: { status: string }) => status);
      expect(await statuses()).toEqual(Array(4).fill('draft'));
      await jobs.accept(job, version.id);
      expect(await statuses()).toEqual(Array(4).fill('publish'));
    });
  });

  it('becomes a version of a category below its parent’s version', async () => {
    const above = await ask('POST', '/categories', { name: 'Music' });
    const { id } = await ask('POST', '/categories', { name: 'Brass', parent: above.id });
    for (const [job, source, name] of [
      [1, above.id, 'Música'],
      [2, id, 'Metales'],
    ] as const)
      await jobs.finish({
        source: { type: 'tax_cal_events_cat', id: source },
        language: 'es-us',
        units: { name },
        job,
      });
    expect(await versionOf('categories', id)).toMatchObject({ name: 'Metales', slug: 'metales' });
    expect((await answers())[1]?.path).toBe('/es-us/events/category/musica/metales/');
  });

  it('can be requested from the calendar’s records as they are sent', async () => {
    const { id } = await ask('POST', '/venues', { venue: 'Hall', address: '1 Main', zip: 'K7L' });
    const { id: brass } = await ask('POST', '/categories', { name: 'Brass' });
    const elements = [
      { type: 'post_cal_venue', id },
      { type: 'tax_cal_events_cat', id: brass },
      { type: 'post_post', id },
    ];
    const response = await calendar.send('system', '/internal/translation-sources', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ elements }),
    });
    expect(await response.json()).toMatchObject({
      sources: [
        {
          type: 'post_cal_venue',
          title: 'Hall',
          path: '/venue/hall/',
          group: id,
          versions: { en: id },
          units: [
            { id: 'title', text: 'Hall' },
            { id: 'field-_VenueAddress-0', text: '1 Main' },
          ],
        },
        { type: 'tax_cal_events_cat', path: '/events/category/brass/', units: [{ id: 'name', text: 'Brass' }] },
        null,
      ],
    });
  });
});
