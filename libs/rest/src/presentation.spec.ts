import { DomainError } from '@almanac/i18n';
import { integer, type RenderedAnswer, type Route, route } from './index.ts';
import { type RestUnderTest, serveRoutes } from './testing.ts';

const asText: Route['render'] = ({ status, body }, { form }): RenderedAnswer | undefined => {
  if (form !== 'text') return undefined;
  const members = Object.entries(body as object);
  if (members.length === 0) return { status: 501, body: 'nothing', contentType: 'text/plain' };
  return { body: `${status} ${members.map(([name, value]) => `${name}=${value}`).join()}`, contentType: 'text/plain' };
};

const routes: Route[] = [
  route({
    namespace: 'a/v1',
    path: '/things/{id:\\d+}',
    methods: ['GET'],
    summary: 'A thing',
    args: { id: integer(), size: integer() },
    render: asText,
    handle: async ({ args }) => {
      if (args.id === 404) throw new DomainError('thing-not-found', 404, 'There is no such thing.');
      return { body: { id: args.id, name: 'x' }, position: args.id ?? 0, version: { stream: 'thing-3', version: 3 } };
    },
  }),
];

describe('an answer in another form', () => {
  let rest: RestUnderTest;
  beforeAll(async () => {
    const consistencyTokenAt = async (position: number) => (position === 9 ? '' : `core/${position}/0/thing-1`);
    rest = await serveRoutes({ routes, consistencyTokenAt });
  });
  afterAll(() => rest.close());

  it('is possible for refusals too', async () => {
    const { status, headers, text } = await rest.ask('/a/v1/things/1?form=text');
    expect([status, headers['content-type'], headers.allow, text]).toEqual([
      200,
      'text/plain',
      'GET',
      '200 id=1,name=x',
    ]);
    const missing = await rest.ask('/a/v1/things/404?form=text');
    expect([missing.status, missing.text]).toEqual([404, expect.stringContaining('code=thing-not-found')]);
    const refused = await rest.ask('/a/v1/things/1?form=text&size=x');
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('code=rest_invalid_param')]);
  });

  it('contains the selected fields', async () => {
    expect((await rest.ask('/a/v1/things/1?form=text&_fields=name')).text).toBe('200 name=x');
    const nothing = await rest.ask('/a/v1/things/1?form=text&_fields=other');
    expect([nothing.status, nothing.text]).toEqual([501, 'nothing']);
  });

  it('is JSON otherwise, and always for HEAD', async () => {
    expect((await rest.ask('/a/v1/things/1')).body).toEqual({ id: 1, name: 'x' });
    const head = await rest.ask('/a/v1/things/1?form=text', { method: 'HEAD' });
    expect([head.status, head.headers['content-type']]).toEqual([200, 'application/json; charset=UTF-8']);
  });

  it('carries the consistency token of its commit for the gateway', async () => {
    expect((await rest.ask('/a/v1/things/7')).headers['x-almanac-told']).toBe('core/7/0/thing-1');
    expect((await rest.ask('/a/v1/things/7?_envelope')).headers['x-almanac-told']).toBe('core/7/0/thing-1');
    expect((await rest.ask('/a/v1/things/9')).headers['x-almanac-told']).toBeUndefined();
    expect((await rest.ask('/a/v1/things/404')).headers['x-almanac-told']).toBeUndefined();
  });
});
