import { DEFAULT_TAGS, useLanguages } from '@almanac/i18n';
import { FakeService, type GatewayUnderTest, NOW, routeDescription, startGateway } from './testing/fakeServices.ts';

const NAMESPACE = 'core/v2';
const HALF_A_MINUTE = 30_000;

describe('descriptions of the interface', () => {
  let asked = 0;
  let time = NOW.getTime();
  let summary = 'things';
  let languages: readonly string[] | undefined;
  const core = new FakeService(NAMESPACE, {
    '/internal/routes': () => {
      asked++;
      return [
        200,
        {
          language: 'en',
          languages,
          namespaces: { [NAMESPACE]: routeDescription(NAMESPACE, '/core/v2/things', summary) },
        },
      ];
    },
  });
  let site: GatewayUnderTest;
  beforeAll(async () => {
    await core.start();
    site = await startGateway(new Map([['core', core.address]]), { trustedProxies: 1, now: () => new Date(time) });
  });
  afterAll(async () => {
    await site.stop();
    await core.stop();
  });

  const get = async (path: string, host = 'site.test') => {
    const answer = await fetch(`${site.origin}${path}`, { headers: { 'x-forwarded-host': host } });
    return { text: await answer.text(), headers: answer.headers };
  };
  const summaryOf = ({ text }: { text: string }) => JSON.parse(text).paths['/core/v2/things'].get.summary;

  it('are requested once with answers and once without for all clients of a language at the same time', async () => {
    asked = 0;
    const paths = ['', 'openapi.json', NAMESPACE, 'openapi.json?namespace=core/v2'];
    await Promise.all([...paths, ...paths, ...paths].map((path) => get(`/fr-ca/json/${path}`)));
    expect(asked).toBe(2);
  });

  it.each(['/en/json/', '/en/json/openapi.json', '/en/json/core/v2'])(
    'name at %s the address of each request',
    async (path) => {
      const [one, other] = [await get(path, 'one.test'), await get(path, 'other.test:81')];
      expect(one.text).toContain('http://one.test/en/json');
      expect(one.text).not.toMatch(/other\.test|\.invalid/);
      expect(other.text).toBe(one.text.replaceAll('http://one.test', 'http://other.test:81'));
    },
  );

  it('are written again when the description of a service changes', async () => {
    expect(summaryOf(await get('/en/json/openapi.json'))).toBe('things');
    summary = 'other things';
    expect(summaryOf(await get('/en/json/openapi.json'))).toBe('things');
    time += HALF_A_MINUTE;
    expect(summaryOf(await get('/en/json/openapi.json'))).toBe('other things');
  });

  it('are requested until the service knows the languages that the gateway knows', async () => {
    const described = async (summaryThen: string, codes: readonly string[]) => {
      [summary, languages] = [summaryThen, codes];
      return summaryOf(await get('/en/json/openapi.json'));
    };
    const [before, after] = [
      ['en', 'en-ca', 'fr-ca', 'es-us'],
      ['en', 'en-ca', 'fr-ca', 'es-us', 'it'],
    ];
    time += HALF_A_MINUTE;
    expect(await described('of a service that knows of no change', before)).toBe(
      'of a service that knows of no change',
    );
    useLanguages({ tags: [...DEFAULT_TAGS, 'it'], defaultLanguage: 'en', overrides: {} });
    expect(await described('of a replica that is behind', before)).toBe('of a replica that is behind');
    expect(await described('with the change', after)).toBe('with the change');
    expect(await described('requested too often', after)).toBe('with the change');
    useLanguages({ tags: DEFAULT_TAGS, defaultLanguage: 'en', overrides: {} });
    expect(await described('other things', before)).toBe('other things');
  });

  it('stay while a service is away', async () => {
    time += HALF_A_MINUTE;
    await core.stop();
    expect(summaryOf(await get('/en/json/openapi.json'))).toBe('other things');
  });

  it('are sent whole as OpenAPI documents', async () => {
    const { text, headers } = await get('/en/json/openapi.json');
    expect(headers.get('content-language')).toBe('en');
    for (const query of ['_fields=info', '_pretty', '_envelope', '_jsonp=take'])
      expect([query, (await get(`/en/json/openapi.json?${query}`)).text === text]).toEqual([query, true]);
  });
});
