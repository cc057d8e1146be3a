import { type RoleName, serveCore, type TestService } from '../testing.contract.ts';

const FROM = 'https://old.example';

describe('a post that an administrator copies from another site', () => {
  let core: TestService;
  beforeAll(async () => {
    core = await serveCore();
  });
  afterAll(() => core.stop());

  const send = (path: string, body: object, moved: object, as: RoleName = 'administrator') =>
    core.ask(as, 'POST', path, body, { 'x-core-moved': JSON.stringify({ from: FROM, ...moved }) });

  it('keeps its id, its guid and the time of its last change', async () => {
    const guid = `${FROM}/?p=4711`;
    const created = await send(
      '/core/v2/posts',
      { title: 'Moved', status: 'publish', date: '2019-01-01T10:00:00' },
      {
        id: 4711,
        guid,
        modified: '2020-02-02T12:00:00Z',
      },
    );
    expect(created.body).toMatchObject({ id: 4711, guid: { raw: guid }, modified_gmt: '2020-02-02T12:00:00' });
    const changed = await send('/core/v2/posts/4711', { title: 'Again' }, { modified: '2021-03-03T12:00:00Z' });
    expect(changed.body).toMatchObject({ title: { raw: 'Again' }, modified_gmt: '2021-03-03T12:00:00' });
    const touched = await send('/core/v2/posts/4711', { title: 'Again' }, { modified: '2022-03-03T12:00:00Z' });
    expect(touched.body).toMatchObject({ modified_gmt: '2022-03-03T12:00:00' });
  });

  it('is refused if another record has its id, also a deleted one', async () => {
    await send('/core/v2/posts', { title: 'First' }, { id: 4712 });
    const second = await send('/core/v2/posts', { title: 'Second' }, { id: 4712 });
    expect([second.status, second.body]).toMatchObject([409, { code: 'rest_id_taken' }]);
    await core.ask('administrator', 'DELETE', '/core/v2/posts/4712?force=true');
    expect((await send('/core/v2/posts', { title: 'Third' }, { id: 4712 })).status).toBe(409);
  });

  it('has the revisions that it had, with their ids and authors', async () => {
    await send('/core/v2/posts', { title: 'Old' }, { id: 4713 });
    const moved = { revision: 9_001, author: 3, modified: '2019-05-05T12:00:00Z' };
    await send('/core/v2/posts/4713', { title: 'Old' }, moved);
    await send('/core/v2/posts/4713', { title: 'New' }, {});
    const { body } = await core.ask('administrator', 'GET', '/core/v2/posts/4713/revisions');
    expect(body).toMatchObject([{ id: 9_001, author: 3, modified_gmt: '2019-05-05T12:00:00' }]);
  });

  it.each(['editor', 'author'] as const)('cannot be written by %s', async (role) => {
    const { status } = await send('/core/v2/posts', { title: 'No' }, { id: 4714 }, role);
    expect(status).toBe(403);
  });

  it.each(['no JSON', '{}', '{"from":"https://old.example","id":0}', '{"from":"https://old.example","more":1}'])(
    'is refused if the header is invalid: %s',
    async (header) => {
      const answer = await core.ask(
        'administrator',
        'POST',
        '/core/v2/posts',
        { title: 'No' },
        { 'x-core-moved': header },
      );
      expect(answer).toMatchObject({ status: 400, body: { code: 'rest_invalid_moved_record' } });
    },
  );
});
