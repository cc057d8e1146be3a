import { uploadRaw } from '../media/testing.contract.ts';
import { routesOf } from '../service.ts';
import { coreUnderTest, serveCore, type TestService } from '../testing.contract.ts';

/** Expected results of each date argument, for posts just before, exactly at and just after its time. */
const bounds: Readonly<Record<string, string>> = {
  after: 'after',
  modified_after: 'after',
  before: 'before',
  modified_before: 'before',
};

const makers = {
  '/posts': (core: TestService, title: string) =>
    core.ask('editor', 'POST', '/core/v2/posts', { title, status: 'publish' }),
  '/pages': (core: TestService, title: string) =>
    core.ask('editor', 'POST', '/core/v2/pages', { title, status: 'publish' }),
  '/media': (core: TestService, title: string) => uploadRaw(core, { content: 'x', name: `${title}.txt` }),
} as const;

const lists = routesOf(coreUnderTest())
  .filter(({ methods, path }) => methods.includes('GET') && !path.includes('{'))
  .map(({ path, args }) => [path, Object.keys(args).filter((name) => /before|after|date/.test(name))] as const)
  // comments have no title and no time of change: e2e/conformance replays their bounds; keys of importers have no dates
  .filter(([path, names]) => names.length > 0 && path !== '/comments' && path !== '/import-keys');

describe('the boundary of a date in a list', () => {
  it('is documented for every list that takes dates', () => {
    expect(lists.map(([path]) => path)).toEqual(Object.keys(makers));
    for (const [, names] of lists) expect(names.sort()).toEqual(Object.keys(bounds).sort());
  });
});

describe.each(Object.entries(makers))('the list %s', (path, make) => {
  let core: TestService;
  let moment: { readonly date: string; readonly date_gmt: string };
  beforeAll(async () => {
    core = await serveCore();
    for (const title of ['before', 'at', 'after']) {
      const { status, body } = await make(core, title);
      expect(status).toBe(201);
      if (title === 'at') moment = body;
      core.advance(1_000);
    }
  });
  afterAll(() => core.stop());

  it.each(Object.entries(bounds))('is bounded by %s: records %s the second', async (name, expected) => {
    for (const at of [moment.date, `${moment.date_gmt}Z`]) {
      const { body } = await core.ask('visitor', 'GET', `/core/v2${path}?order=asc&${name}=${at}`);
      const titles = body.map(({ title }: { readonly title: { readonly rendered: string } }) => title.rendered);
      expect([at, titles.join()]).toEqual([at, expected]);
    }
  });
});
