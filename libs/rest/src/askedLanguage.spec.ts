import { createTexts } from '@almanac/i18n';
import { restCatalogues } from './catalogues.ts';
import { type RestRequest, route, text } from './index.ts';
import { type RestUnderTest, serveRoutes } from './testing.ts';

const show = async ({ language, apiRoot, context }: RestRequest<object>) => ({
  body: { language, apiRoot, context: context.language },
});

const routes = [
  route({
    namespace: 'a/v1',
    path: '/things',
    methods: ['GET', 'POST'],
    summary: 'Shows how it was asked',
    args: { title: text({ maxLength: 5 }) },
    batch: true,
    handle: show,
  }),
];

const jointly = {
  run: () => Promise.reject(new Error('this spec runs no commands')),
  runJointly: <Result>(items: readonly ((commands: never) => Promise<Result>)[]) =>
    Promise.allSettled(items.map((item) => item(undefined as never))),
};

const headers = {
  'x-almanac-language': 'en',
  'x-almanac-site': 'http://site.test',
  'x-almanac-api-root': 'http://site.test/en/json',
};

let rest: RestUnderTest;
beforeAll(async () => {
  rest = await serveRoutes({ routes, commands: jointly as never, texts: createTexts(restCatalogues) });
});
afterAll(() => rest.close());

const inFrench = { language: 'fr-ca', apiRoot: 'http://site.test/fr-ca/json', context: 'fr-ca' };
const inEnglish = { language: 'en', apiRoot: 'http://site.test/en/json', context: 'en' };

describe('the language that a body names', () => {
  const post = (json: object) => rest.ask('/a/v1/things', { method: 'POST', headers, json });

  it('is that of the request, of its addresses and of the change', async () => {
    expect((await post({ i18n_language: 'fr-ca' })).body).toEqual(inFrench);
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
    const sent = { method: 'POST', headers: form, body: 'i18n_language=fr-ca' };
    expect((await rest.ask('/a/v1/things', sent)).body).toEqual(inFrench);
  });

  it('takes precedence over the query, and null names none', async () => {
    const query = await rest.ask('/a/v1/things?i18n_language=en', {
      method: 'POST',
      headers,
      json: { i18n_language: 'fr-ca' },
    });
    expect(query.body).toEqual(inFrench);
    expect((await post({ i18n_language: null })).body).toEqual(inEnglish);
  });

  it.each(['de', '', 'FR-CA', 5, ['fr-ca']])('is refused if it is %j', async (language) => {
    const { status, body } = await post({ i18n_language: language });
    expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
    expect(body.data.params).toEqual({ i18n_language: 'i18n_language is not one of en, en-ca, fr-ca, es-us.' });
    expect(body.data.details.i18n_language.code).toBe('rest_not_in_enum');
  });

  it('is that of the messages', async () => {
    const { body } = await post({ i18n_language: 'fr-ca', title: 'too long' });
    expect(body.message).toBe('Paramètre(s) non valide(s) : title');
  });
});

describe('the language of an answer', () => {
  it('is declared for reads, but not for refusals and writes', async () => {
    const asked = (path: string, more = {}) =>
      rest
        .ask(path, { headers: { ...headers, 'x-almanac-language': 'fr-ca' }, ...more })
        .then((answer) => answer.headers);
    expect((await asked('/a/v1/things'))['content-language']).toBe('fr-CA');
    expect((await asked('/a/v1/things?title=too+long'))['content-language']).toBeUndefined();
    expect((await asked('/a/v1/things', { method: 'POST' }))['content-language']).toBeUndefined();
  });
});

describe('the language of an item of a batch', () => {
  it('is named by its query or its body', async () => {
    const items = [
      { path: '/a/v1/things?i18n_language=fr-ca' },
      { path: '/a/v1/things', body: { i18n_language: 'fr-ca' } },
      { path: '/a/v1/things' },
      { path: '/a/v1/things?i18n_language=de' },
    ];
    const { body } = await rest.ask('/internal/batch', { method: 'POST', headers, json: { items } });
    expect(body.responses.map((each: { body: { code?: string } }) => each.body.code ?? each.body)).toEqual([
      inFrench,
      inFrench,
      inEnglish,
      'rest_invalid_param',
    ]);
    const checked = await rest.ask('/internal/batch', { method: 'POST', headers, json: { items, dryRun: true } });
    expect(checked.body.responses.map((each: { status: number } | null) => each?.status)).toEqual([
      undefined,
      undefined,
      undefined,
      400,
    ]);
  });
});
