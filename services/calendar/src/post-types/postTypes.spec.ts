import { serveCalendar, type TestService } from '../testing.contract.ts';

const namespace = 'core/v2';
const dates = {
  _EventStartDate: '2031-05-05 10:00:00',
  _EventEndDate: '2031-05-05 11:00:00',
  _EventTimezone: 'America/New_York',
};

interface ListedEvent {
  readonly meta: { readonly _EventStartDate: string };
  readonly title: { readonly rendered: string };
  readonly series?: { readonly more: number };
}

describe('records in the form of posts', () => {
  let calendar: TestService;
  beforeEach(async () => {
    calendar = await serveCalendar();
  });
  afterEach(() => calendar.stop());

  const get = (path: string, as: 'visitor' | 'editor' = 'visitor') => calendar.ask(as, 'GET', path, { namespace });
  const make = async (path: string, body: object): Promise<number> => {
    const answer = await calendar.ask('editor', 'POST', path, { namespace, body: { status: 'publish', ...body } });
    expect(answer.status).toBe(201);
    return answer.body.id;
  };
  const titles = async (query: string): Promise<string[]> => {
    const { body } = await get(`/cal_events?${query}`, 'editor');
    return body.map(({ title }: { readonly title: { readonly rendered: string } }) => title.rendered);
  };

  it('are changed and trashed by a batch, each by its own rights', async () => {
    const [one, two] = [
      await make('/cal_events', { title: 'One', meta: dates }),
      await make('/cal_venue', { title: 'Pier' }),
    ];
    const items = [
      { method: 'PATCH', path: `/core/v2/cal_events/${one}`, body: { status: 'draft' } },
      { method: 'DELETE', path: `/core/v2/cal_venue/${two}` },
    ];
    const statuses = async (as: 'visitor' | 'editor') => {
      const { body } = await calendar.ask(as, 'POST', '/batch', { namespace: 'internal', body: { items } });
      return body.responses.map(({ status }: { readonly status: number }) => status);
    };
    expect(await statuses('visitor')).toEqual([401, 401]);
    expect(await statuses('editor')).toEqual([200, 200]);
    expect((await get(`/cal_events/${one}?context=edit`, 'editor')).body.status).toBe('draft');
  });

  it('are listed by change, author, slug, id, term and word', async () => {
    const category = await make('/cal_events_cat', { name: 'Music' });
    const one = await make('/cal_events', { title: 'One', meta: dates, cal_events_cat: [category] });
    calendar.advance(60_000);
    const two = await make('/cal_events', { title: 'Two', meta: dates });
    const { body } = await get(`/cal_events/${two}`);
    expect(await titles('')).toEqual(['Two', 'One']);
    expect(await titles('order=asc&orderby=title')).toEqual(['One', 'Two']);
    const moment = new Date(Date.parse(`${body.date_gmt}Z`) - 30_000).toISOString();
    expect(await titles(`after=${moment}`)).toEqual(['Two']);
    expect(await titles(`before=${moment}`)).toEqual(['One']);
    expect(await titles('slug=one')).toEqual(['One']);
    expect(await titles(`include=${one},${two}&orderby=include`)).toEqual(['One', 'Two']);
    expect(await titles(`exclude=${one}`)).toEqual(['Two']);
    expect(await titles(`cal_events_cat_exclude=${category}`)).toEqual(['Two']);
    expect(await titles('search=two')).toEqual(['Two']);
    await calendar.ask('editor', 'POST', '/cal_events', {
      namespace,
      language: 'fr-ca',
      body: { title: 'Deux', status: 'draft', translation_of: two, meta: dates },
    });
    expect(await titles('i18n_missing=fr-ca')).toEqual(['One']);
    expect(await titles('author_exclude=2')).toEqual([]);
    calendar.advance(60_000);
    await calendar.ask('editor', 'POST', `/cal_events/${one}`, { namespace, body: { content: 'Changed' } });
    const changed = (await get(`/cal_events/${one}`)).body.modified_gmt;
    expect(await titles(`modified_before=${changed}Z&modified_after=2000-01-01T00:00:00Z`)).toEqual(['Two']);
    expect((await get('/cal_events?page=9')).body.code).toBe('rest_post_invalid_page_number');
  });

  describe('that are occurrences', () => {
    const WEEKLY = { rules: ['FREQ=WEEKLY;BYDAY=TU;COUNT=5'] };
    const newSeries = async (more: object): Promise<number> => {
      const body = { status: 'publish', end_date: '2031-01-07 21:00:00', recurrence: WEEKLY, ...more };
      const answer = await calendar.ask('editor', 'POST', '/events', { body });
      expect(answer.status).toBe(201);
      return answer.body.series.id;
    };
    const occurrences = async (series: number): Promise<number[]> => {
      const path = `/events?series=${series}&start_date=1990-01-01&per_page=50`;
      const { body } = await calendar.ask('visitor', 'GET', path);
      return body.events.map(({ id }: { readonly id: number }) => id);
    };
    /** Returns a list: the total, and of each event its start, title and number of further dates. */
    const collapsed = async (query = '') => {
      const { body, headers } = await get(
        `/cal_events?collapse_series=true&i18n_missing=fr-ca&orderby=id&order=asc${query}`,
        'editor',
      );
      const rows = body.map(({ meta, title, series }: ListedEvent) => [
        meta._EventStartDate,
        title.rendered,
        series?.more,
      ]);
      return [headers.get('x-core-total'), rows];
    };

    it('are one record of a list without translations for each series, and those with own texts', async () => {
      const coming = await newSeries({ title: 'Choir', start_date: '2031-01-07 19:00:00' });
      await newSeries({ title: 'Over', start_date: '2020-01-07 19:00:00', end_date: '2020-01-07 21:00:00' });
      await make('/cal_events', { title: 'Single', meta: dates });
      const [first = 0, second = 0, third = 0] = await occurrences(coming);
      const edit = (id: number, body: object) => calendar.ask('editor', 'PUT', `/events/${id}`, { body });
      await edit(second, { title: 'Choir outdoors' });
      // another time is no text
      await edit(third, { start_date: '2031-01-21 20:00:00' });
      const others = [
        ['2031-01-14 19:00:00', 'Choir outdoors', 0],
        ['2020-02-04 19:00:00', 'Over', 4],
        ['2031-05-05 10:00:00', 'Single', undefined],
      ];
      expect(await collapsed()).toEqual(['4', [['2031-01-07 19:00:00', 'Choir', 3], ...others]]);
      await calendar.ask('editor', 'POST', '/events', {
        language: 'fr-ca',
        body: { title: 'Chœur', translation_of: first, status: 'publish' },
      });
      expect(await collapsed()).toEqual(['4', [others[0], ['2031-01-21 20:00:00', 'Choir', 2], ...others.slice(1)]]);
    });

    it('have the member series in collapsed lists alone', async () => {
      const series = await newSeries({ title: 'Choir', start_date: '2031-01-07 19:00:00' });
      const seriesOf = async (query: string) => (await get(`/cal_events?per_page=1&orderby=id${query}`)).body[0].series;
      expect(await seriesOf('')).toBeUndefined();
      expect(await seriesOf('&collapse_series=true&_fields=series')).toEqual({
        id: series,
        occurrence: '2031-01-07T19:00:00',
        changed: false,
        more: 4,
      });
    });
  });

  it('take no place in the lists of the calendar until their dates are sent', async () => {
    const id = await make('/cal_events', { title: 'Undated' });
    const listed = async () => (await calendar.ask('visitor', 'GET', '/events?start_date=2000-01-01')).body.total;
    expect(await listed()).toBe(0);
    await calendar.ask('editor', 'POST', `/cal_events/${id}`, { namespace, body: { meta: dates } });
    expect(await listed()).toBe(1);
  });

  it('hide their texts and meta without the password', async () => {
    const id = await make('/cal_venue', {
      title: 'Barn',
      content: 'Secret',
      password: 'key',
      meta: { _VenueCity: 'X' },
    });
    const { body } = await get(`/cal_venue/${id}`);
    expect([body.content, body.meta]).toEqual([{ rendered: '', protected: true }, {}]);
    expect((await get(`/cal_venue/${id}?password=key`)).body.meta._VenueCity).toBe('X');
  });

  it('refuse members of meta of another type', async () => {
    for (const meta of [{ _EventAllDay: 'maybe' }, { _EventVenueID: 'abc' }, { _EventCost: ['1'] }]) {
      const { status, body } = await calendar.ask('editor', 'POST', '/cal_events', {
        namespace,
        body: { title: 'One', meta },
      });
      expect([status, body.code]).toEqual([400, 'rest_invalid_type']);
    }
  });

  it.each([
    ['/cal_events', ['meta', 'tags', 'cal_events_cat', 'generated_slug']],
    ['/cal_venue', ['template', 'meta']],
    ['/cal_organizer', ['template', 'meta']],
    ['/cal_events_cat', ['taxonomy', 'parent', 'meta']],
  ])('describe %s by a schema, and as usable in a batch', async (path, last) => {
    const { body } = await calendar.ask('visitor', 'OPTIONS', path, { namespace });
    expect(body.schema).toMatchObject({
      $schema: 'http://json-schema.org/draft-04/schema#',
      title: path.slice(1),
      properties: { id: { type: 'integer', context: ['view', 'edit', 'embed'], readonly: true } },
    });
    expect(Object.keys(body.schema.properties).slice(-last.length)).toEqual(last);
    expect(body.endpoints.map((endpoint: { allow_batch: unknown }) => endpoint.allow_batch)).toEqual([
      { v1: true },
      { v1: true },
    ]);
  });

  it('refuse unknown time zones, with and without dates', async () => {
    const id = await make('/cal_events', { title: 'Fair' });
    for (const path of ['/cal_events', `/cal_events/${id}`]) {
      const body = { title: 'Fair', meta: { _EventTimezone: 'Mars/Base' } };
      const refused = await calendar.ask('editor', 'POST', path, { namespace, body });
      expect([refused.status, refused.body.data.params]).toEqual([
        400,
        { 'meta._EventTimezone': expect.stringContaining('is not a time zone.') },
      ]);
    }
  });

  it('describe the members of meta and the actions', async () => {
    const { body } = await calendar.ask('visitor', 'OPTIONS', '/cal_events', { namespace });
    expect(body.schema.properties.meta.properties).toMatchObject({
      _EventStartDate: { type: 'string', default: '' },
      _EventVenueID: { type: 'array', items: { type: 'number' } },
    });
    expect(body.schema.links).toContainEqual({
      rel: 'urn:almanac:rel:action-assign-cal_events_cat',
      href: '/core/v2/cal_events/{id}',
      targetSchema: { type: 'object', properties: {} },
    });
  });

  it('link an event to its tags and categories, and venues to none', async () => {
    const event = await make('/cal_events', { title: 'One', meta: dates });
    const { body } = await get(`/cal_events/${event}`);
    expect(body._links['core:term']).toEqual([
      { taxonomy: 'post_tag', embeddable: true, href: expect.stringMatching(`/core/v2/tags[?]post=${event}$`) },
      { taxonomy: 'cal_events_cat', embeddable: true, href: expect.stringMatching(`/cal_events_cat[?]post=${event}$`) },
    ]);
    const venue = await make('/cal_venue', { title: 'Barn' });
    expect((await get(`/cal_venue/${venue}`)).body._links).not.toHaveProperty('core:term');
  });

  it('link the actions that the editor of a record may take', async () => {
    const [event, venue] = [
      await make('/cal_events', { title: 'One', meta: dates }),
      await make('/cal_venue', { title: 'Barn' }),
    ];
    const actions = async (as: 'administrator' | 'editor' | 'author', path: string) => {
      const { body } = await calendar.ask(as, 'GET', `${path}?context=edit`, { namespace });
      return Object.keys(body._links).filter((relation) => relation.startsWith('core:action-'));
    };
    const ofTerms = ['create-tags', 'assign-tags', 'create-cal_events_cat', 'assign-cal_events_cat'];
    const all = ['publish', 'unfiltered-html', 'assign-author'];
    expect(await actions('administrator', `/cal_events/${event}`)).toEqual(
      [...all, ...ofTerms].map((action) => `core:action-${action}`),
    );
    expect(await actions('editor', `/cal_venue/${venue}`)).toEqual(all.map((action) => `core:action-${action}`));
    const { body } = await calendar.ask('author', 'POST', '/cal_events', {
      namespace,
      body: { title: 'Mine', meta: dates },
    });
    expect(Object.keys(body._links)).toContain('core:action-create-cal_events_cat');
    expect(Object.keys(body._links)).not.toContain('core:action-assign-author');
    expect(Object.keys((await get(`/cal_events/${event}`)).body._links)).not.toContain('core:action-publish');
  });

  it('are created together by a batch, each answered as if alone', async () => {
    const items = [
      { path: '/core/v2/cal_events_cat', body: { name: 'Music' } },
      { path: '/core/v2/cal_venue', body: { title: 'Barn', status: 'publish' } },
      { path: '/core/v2/cal_events', body: { title: 'Same', status: 'publish', meta: dates } },
      { path: '/core/v2/cal_events', body: { title: 'Same', status: 'publish', meta: dates } },
      { path: '/core/v2/cal_events', body: { title: 'Bad', meta: { _EventAllDay: 'maybe' } } },
    ];
    const made = await calendar.ask('editor', 'POST', '/batch', { namespace: 'internal', body: { items } });
    const answers: { readonly status: number; readonly body: { readonly id: number; readonly slug: string } }[] =
      made.body.responses;
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 400]);
    expect(answers.slice(2, 4).map(({ body }) => body.slug)).toEqual(['same', 'same-2']);
    const path = `/core/v2/cal_events/${answers[2]?.body.id}`;
    const removed = await calendar.ask('editor', 'POST', '/batch', {
      namespace: 'internal',
      body: {
        items: [
          { method: 'PUT', path, body: { title: 'Other' } },
          { method: 'DELETE', path },
          { method: 'DELETE', path: `${path}?force=true` },
          { method: 'PATCH', path, body: { title: 'Gone' } },
        ],
      },
    });
    expect(removed.body.responses.map(({ status }: { readonly status: number }) => status)).toEqual([
      200, 200, 200, 404,
    ]);
    expect(removed.body.responses[2].body.previous.title.raw).toBe('Other');
  });
});
