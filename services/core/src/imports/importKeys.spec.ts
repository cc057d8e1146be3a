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
