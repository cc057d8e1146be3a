import { routesOf } from './service.ts';
import { redirectionOf, sentRule, serveRedirection, type TestService } from './testing.contract.ts';

const nasty: readonly unknown[] = [
  '',
  ' ',
  'foo',
  '\u0000',
  '%',
  "'; DROP TABLE rules; --",
  '9'.repeat(24),
  'x'.repeat(3_000),
  '\ud800',
  '(',
  '[',
  '__proto__',
  -1,
  0,
  1.5,
  1e300,
  true,
  false,
  [],
  [[]],
  [{}],
  {},
  { source: 5 },
  { source: { flag_regex: 'x' } },
  { a: { b: {} } },
  ['foo', { id: [] }],
  { url: ['x'] },
  { constructor: 'x' },
  [null],
  { ip: { a: 1 } },
];

const argumentsOf = routesOf(redirectionOf())
  .filter(({ hidden, path }) => !hidden && !path.includes('/import/file') && !path.includes('/plugin/delete'))
  .flatMap(({ path, methods, args }) => Object.keys(args).map((name) => ({ path, method: methods[0] ?? 'GET', name })));

describe('bad input', () => {
  let served: TestService;
  beforeAll(async () => {
    served = await serveRedirection();
  });
  afterAll(() => served.stop());

  const send = (method: string, path: string, name: string, value: unknown) => {
    const target = path.replace('{id:\\d+}', '1').replace(/\{\w+:(\w+)[^}]*\}/g, '$1');
    const text = path.endsWith('/post') && name !== 'text' ? '&text=x' : '';
    if (method !== 'GET') {
      return served.ask(method, target, { body: { name: 'x', moduleId: 1, ...sentRule, [name]: value } });
    }
    const query =
      typeof value === 'object'
        ? `${name}[]=x&${name}[a]=y`
        : `${name}=${encodeURIComponent(String(value).toWellFormed())}`;
    return served.ask(method, `${target}?${query}${text}`);
  };

  it.each(argumentsOf)(
    'is answered like any other as $name of $method $path, and changes nothing if refused',
    async ({ method, path, name }) => {
      for (const value of nasty) {
        const before = await served.store.last();
        const { status, body } = await send(method, path, name, value);
        expect([name, value, status < 500]).toEqual([name, value, true]);
        if (status < 400) continue;
        expect(body).toEqual({
          code: expect.any(String),
          message: expect.any(String),
          data: expect.objectContaining({ status }),
        });
        expect(await served.store.last()).toBe(before);
      }
    },
  );
});
