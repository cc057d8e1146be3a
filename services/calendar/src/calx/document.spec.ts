import { Validator } from '@seriousme/openapi-schema-validator';
import { serveCalendar, type TestService } from '../testing.contract.ts';

describe('the OpenAPI document of calx/v1', () => {
  let calendar: TestService;
  const read = async (language = 'en') =>
    (await calendar.ask('visitor', 'GET', '/docs', { namespace: 'calx/v1', language })).body;
  beforeAll(async () => {
    calendar = await serveCalendar();
  });
  afterAll(() => calendar.stop());

  it.each(['en', 'fr-ca', 'es-us'])('is valid OpenAPI 3.0.4 in %s', async (language) => {
    const document = await read(language);
    expect(document.openapi).toBe('3.0.4');
    expect(await new Validator().validate(document)).toEqual({ valid: true });
  });

  it('names every operation but PATCH, which equals PUT, with the ids that clients know', async () => {
    const { paths, servers } = await read();
    expect(servers).toEqual([{ url: 'http://site.test/en/json/calx/v1' }]);
    const ids = Object.fromEntries(
      Object.entries(paths as Record<string, Record<string, { operationId: string }>>).map(([path, operations]) => [
        path,
        Object.entries(operations).map(([method, { operationId }]) => `${method} ${operationId}`),
      ]),
    );
    const kind = (noun: string) => [
      [`get get${noun}s`, `post create${noun}`],
      [`get get${noun}`, `put update${noun}`, `delete delete${noun}`],
    ];
    const [events, event] = kind('Event');
    const [organizers, organizer] = kind('Organizer');
    const [venues, venue] = kind('Venue');
    expect(ids).toEqual({
      '/docs': ['get getOpenApiDocs'],
      '/events': events,
      '/events/{id}': event,
      '/organizers': organizers,
      '/organizers/{id}': organizer,
      '/series/{id}': ['get getSeries', 'put updateSeries', 'delete deleteSeries'],
      '/series/{id}/occurrences': ['get getSeriesOccurrences'],
      '/venues': venues,
      '/venues/{id}': venue,
    });
  });

  it('has the schemas that clients know, and no dangling references', async () => {
    const document = await read();
    const named = Object.keys(document.components.schemas);
    const kinds = ['Event', 'Venue', 'Organizer', 'Series'].flatMap((noun) => [noun, `${noun}_Request_Body`]);
    const shared = [
      'Calx_Post_Entity',
      'Calx_Post_Entity_Request_Body',
      'Date',
      'Date_Details',
      'OpenApi',
      'OpenApi_Path',
    ];
    expect(named).toEqual(expect.arrayContaining([...kinds, ...shared]));
    const referred = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name);
    expect(referred.filter((name) => !named.includes(String(name)))).toEqual([]);
    expect(Object.keys(document.components.schemas.Event_Request_Body.properties)).toContain('cal_events_cat');
    expect(document.components.securitySchemes.BasicAuth).toEqual({ type: 'http', scheme: 'basic' });
    expect(document.paths['/events'].post.security).toEqual([{ BasicAuth: [] }]);
    expect(document.paths['/events'].get.security).toEqual([]);
  });
});
