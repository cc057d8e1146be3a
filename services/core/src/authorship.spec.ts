import { type Role, roles } from '@almanac/identity';
import { uploadRaw } from './media/testing.contract.ts';
import { routesOf } from './service.ts';
import { coreUnderTest, type RoleName, serveCore, type TestService } from './testing.contract.ts';

const writers = ['contributor', 'author', 'editor', 'administrator'] as const;
const idOf = (role: Role): number => roles.indexOf(role) + 1;

/** Every declared route that writes an author; an autosave always belongs to its writer. */
const writing = routesOf(coreUnderTest())
  .filter(({ path, args }) => 'author' in args && !path.endsWith('/autosaves'))
  .flatMap(({ path, methods }) =>
    methods.filter((method) => method !== 'GET').map((method) => [method, path] as const),
  );

describe('the rule of authorship', () => {
  it('is tested for posts and media', () => {
    expect([...new Set(writing.map(([, path]) => path.split('/')[1]))].sort()).toEqual(['media', 'posts']);
  });
});

describe.each(writing)('%s %s', (method, path) => {
  let core: TestService;
  beforeAll(async () => {
    core = await serveCore();
  });
  afterAll(() => core.stop());

  const isMedia = path.startsWith('/media');
  const ask = (as: RoleName, how: string, address: string, body?: object) =>
    core.ask(as, how, `/core/v2${address}`, body);
  /** Creates a record that its author may change. */
  const ownOf = async (role: Role) => {
    if (!isMedia) return (await ask('administrator', 'POST', '/posts', { title: 'x', author: idOf(role) })).body.id;
    return (await uploadRaw(core, { as: 'administrator', content: 'x', name: 'a.txt', query: `?author=${idOf(role)}` }))
      .body.id;
  };
  const send = async (role: Role, author: number) => {
    if (path.includes('{')) {
      const id = await ownOf(role);
      const before = await core.store.last();
      return { before, ...(await ask(role, method, path.replace('{id:\\d+}', id), { author })) };
    }
    const before = await core.store.last();
    if (!isMedia) return { before, ...(await ask(role, method, path, { title: 'x', author })) };
    return {
      before,
      ...(await uploadRaw(core, { as: role, content: 'x', name: 'a.txt', query: `?author=${author}` })),
    };
  };

  it.each(writers.filter((role) => !isMedia || role !== 'contributor'))(
    'lets a %s name another author only with the right to edit others’ records',
    async (role) => {
      for (const author of roles.map(idOf)) {
        const { before, status, body } = await send(role, author);
        if (author === idOf(role) || ['editor', 'administrator'].includes(role)) {
          expect([author, status < 300, body.author]).toEqual([author, true, author]);
        } else {
          const refused = [author, 403, 'rest_cannot_edit_others', before];
          expect([author, status, body.code, await core.store.last()]).toEqual(refused);
        }
      }
    },
  );
});
