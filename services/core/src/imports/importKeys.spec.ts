import { serveCore, type TestService } from '../testing.contract.ts';

describe('the keys of imported records', () => {
  let core: TestService;
  beforeAll(async () => {
    core = await serveCore();
  });
  afterAll(() => core.stop());

  const write = (...keys: object[]) => core.ask('administrator', 'POST', '/core/v2/import-keys', { keys });
  const read = (...keys: string[]) => {
    const query = new URLSearchParams(keys.map((key) => ['key[]', key]));
    return core.ask('administrator', 'GET', `/core/v2/import-keys?${query}`);
  };

  it('name the record that an importer created last', async () => {
    const written = [
      { key: 'post/a, b', id: 7 },
      { key: 'post/c', id: 8 },
    ];
    expect((await write(...written)).body).toEqual(written);
    await write({ key: 'post/c', id: 9 });
    const { body } = await read('post/c', 'post/unknown', 'post/a, b');
    expect(body).toEqual([
      { key: 'post/c', id: 9 },
      { key: 'post/a, b', id: 7 },
    ]);
  });

  it('are listed by their beginning, page by page, with the marks of their importer', async () => {
    const keys = Array.from({ length: 501 }, (_, at) => ({ key: `move:${String(at).padStart(3, '0')}`, id: at + 1 }));
    for (let at = 0; at < keys.length; at += 100) await write(...keys.slice(at, at + 100));
    await write({ key: 'move:007', id: 8, mark: 'as sent' });
    const list = async (query: string) =>
      (await core.ask('administrator', 'GET', `/core/v2/import-keys?prefix=move:${query}`)).body as typeof keys;
    const first = await list('');
    expect([first.length, first[7]]).toEqual([500, { key: 'move:007', id: 8, mark: 'as sent' }]);
    expect(await list('&after=move:499')).toEqual([{ key: 'move:500', id: 501 }]);
  });

  it('are written without a commit', async () => {
    const before = (await core.store.readLog(0)).length;
    await write({ key: 'post/d', id: 10 });
    expect((await core.store.readLog(0)).length).toBe(before);
  });

  it.each([{ id: 1 }, { key: '', id: 1 }, { key: 'x'.repeat(256), id: 1 }, { key: 'x' }, { key: 'x', id: 0 }])(
    'are refused if they are incomplete: %j',
    async (body) => {
      expect((await write(body)).status).toBe(400);
    },
  );
});
