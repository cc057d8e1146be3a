import { roles } from '@almanac/identity';
import type { RouteDescriptions } from '@almanac/rest';
import { type Asker, ORIGIN, type Served, serveMisc } from './testing.contract.ts';

const askers: readonly Asker[] = [...roles, 'visitor'];
const writers: readonly Asker[] = ['administrator', 'editor', 'author', 'contributor'];

/** Of a route: who may use it, what is sent, and what is answered to those who may and to the others. */
interface Right {
  readonly who: readonly Asker[];
  readonly body?: unknown;
  readonly query?: string;
  readonly allowed: readonly [status: number, code?: string];
  readonly refusal?: string;
}

const embedding = { query: `?url=${ORIGIN}/none/`, allowed: [404, 'oembed_invalid_url'] } as const;

/** Who may ask for what; a route without a row fails. */
const rights: Readonly<Record<string, Right>> = {
  'GET /oembed/1.0/embed': { who: askers, ...embedding },
  'GET /oembed/1.0/proxy': { who: writers, ...embedding },
  'POST /builder/rendered_content': { who: writers, body: { content: 'x' }, allowed: [200] },
};

describe('who may do what', () => {
  let misc: Served;
  let routes: string[];
  beforeAll(async () => {
    misc = await serveMisc();
    const { namespaces } = (await misc.ask('/internal/routes')).body as RouteDescriptions;
    routes = Object.values(namespaces)
      .flatMap((paths) => Object.values(paths))
      .flatMap(({ methods, template }) => methods.map((method) => `${method} ${template}`));
  });
  afterAll(() => misc.stop());

  it('is said of every route', () => {
    expect(Object.keys(rights)).toEqual(routes);
  });

  it.each(askers)('holds for a %s', async (as) => {
    for (const [name, { who, query = '', allowed, refusal = 'rest_forbidden', ...sent }] of Object.entries(rights)) {
      const [method = '', path = ''] = name.split(' ');
      const { status, body } = await misc.ask(`${path}${query}`, { as, method, ...sent });
      const expected = who.includes(as) ? allowed : [as === 'visitor' ? 401 : 403, refusal];
      expect([name, status, body.code]).toEqual([name, expected[0], expected[1]]);
    }
  });

  it.each(askers)('shows in OPTIONS what a %s may', async (as) => {
    for (const [name, { who }] of Object.entries(rights)) {
      const [method = '', path = ''] = name.split(' ');
      const { status, headers } = await misc.ask(path, { as, method: 'OPTIONS' });
      expect([name, status, headers.get('allow')]).toEqual([name, 200, who.includes(as) ? method : null]);
    }
  });
});

it('the routes say what they take, and which namespaces are there without any', async () => {
  const misc = await serveMisc();
  const { body } = await misc.ask('/oembed/1.0/proxy', { method: 'OPTIONS' });
  expect(body).toMatchObject({
    namespace: 'oembed/1.0',
    methods: ['GET'],
    endpoints: [
      {
        methods: ['GET'],
        args: {
          url: { type: 'string', format: 'uri', required: true },
          format: { type: 'string', default: 'json', enum: ['json', 'xml'], required: false },
          maxwidth: { type: 'integer', default: 600, required: false },
          maxheight: { type: 'integer', required: false },
          discover: { type: 'boolean', default: true, required: false },
        },
      },
    ],
  });
  const embed = (await misc.ask('/oembed/1.0/embed', { method: 'OPTIONS' })).body.endpoints[0].args;
  expect(embed).toMatchObject({
    url: { type: 'string', format: 'uri', required: true },
    format: { default: 'json', required: false },
    maxwidth: { default: 600, required: false },
  });
  const { namespaces } = (await misc.ask('/internal/routes')).body as RouteDescriptions;
  expect([Object.keys(namespaces).sort(), namespaces['health/v1'], namespaces['editor/v1']]).toEqual([
    ['builder', 'editor/v1', 'health/v1', 'oembed/1.0'],
    {},
    {},
  ]);
  await misc.stop();
});
