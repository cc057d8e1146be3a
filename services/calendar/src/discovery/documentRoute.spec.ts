import { createTexts } from '@almanac/i18n';
import { declaredAnswersContract } from '@almanac/rest/declared-answers-contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { routesOf } from '../service.ts';
import { calendarOf, serveCalendar, type TestService } from '../testing.contract.ts';

interface Operation {
  readonly summary: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly description: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: object }>>;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

declaredAnswersContract('the calendar', routesOf(calendarOf(), createTexts()), [
  'cal/event-import/v1 import_id',
  'cal/events/v1 id',
  'cal/events/v1 slug',
]);

describe('the OpenAPI document of the calendar', () => {
  let calendar: TestService;
  const read = async (language: string) =>
    (await calendar.ask('visitor', 'GET', '/doc', { language })).body as {
      openapi: string;
      paths: Paths;
      components: { schemas: object };
    };
  beforeAll(async () => {
    calendar = await serveCalendar();
  });
  afterAll(() => calendar.stop());

  it('has an operation for each method of each route, below the root of the namespace', async () => {
    const { openapi, paths } = await read('en');
    const declared = routesOf(calendarOf(), createTexts()).filter(
      ({ hidden, namespace }) => !hidden && namespace === 'cal/events/v1',
    );
    const operations = (of: readonly (readonly [string, readonly string[]])[]) =>
      [...new Set(of.flatMap(([path, methods]) => methods.map((method) => `${method.toUpperCase()} ${path}`)))].sort();
    expect(openapi).toBe('3.0.0');
    expect(operations(Object.entries(paths).map(([path, item]) => [path, Object.keys(item)]))).toEqual(
      operations(declared.map(({ path, methods }) => [path.replaceAll(/:[^}]*/g, ''), methods])),
    );
  });

  it('is valid and has the schemas of all records', async () => {
    const document = await read('en');
    const { valid, errors } = await new Validator().validate({ ...document });
    expect([valid, errors]).toEqual([true, undefined]);
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining([
        'ImageSize',
        'CostDetails',
        'Term',
        'Image',
        'DateDetails',
        'Event',
        'Venue',
        'Organizer',
      ]),
    );
    expect(document.paths['/events/{id}']?.get?.responses['200']?.content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/Event' } },
    });
  });

  it('declares writes as forms, reads as queries, and the meaning of each status', async () => {
    const { paths } = await read('es-us');
    const [events, event] = [paths['/events'], paths['/events/{id}']];
    expect(Object.keys(events?.post?.requestBody?.content ?? {})).toEqual(['application/x-www-form-urlencoded']);
    expect(events?.post?.parameters).toEqual([]);
    expect(events?.get?.parameters.find(({ name }) => name === 'page')).toEqual({
      name: 'page',
      in: 'query',
      required: false,
      description: 'La página de la lista.',
      schema: { type: 'integer', default: 1 },
    });
    expect(event?.delete?.parameters).toMatchObject([
      { name: 'id', in: 'path', required: true, description: 'El id del registro.' },
      { name: 'password', in: 'query', required: false },
      { name: 'scope', in: 'query', required: false },
    ]);
    expect(Object.keys(event?.delete?.responses ?? {})).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '408',
      '409',
      '410',
      '412',
      '413',
      '415',
      '422',
      '429',
      '431',
      '503',
    ]);
    expect(event?.get?.responses['404']?.description).toBe('El registro o la página no existe.');
  });
});
