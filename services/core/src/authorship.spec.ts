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
  it('is tested for posts, pages, media and comments', () => {
    expect([...new Set(writing.map(([, path]) => path.split('/')[1]))].sort()).toEqual([
      'comments',
      'media',
      'pages',
      'posts',
    ]);
  });
});

describe.each(writing)('%s %s', (method, path) => {
  let core: TestService;
  let post: number;
  beforeAll(async () => {
    core = await serveCore();
    post = (await ask('administrator', 'POST', '/posts', { title: 'x', status: 'publish' })).body.id;
  });
  afterAll(() => core.stop());

  const [, collection = ''] = path.split('/');
  const isMedia = collection === 'media';
  const isComment = collection === 'comments';
  const ask = (as: RoleName, how: string, address: string, body?: object) =>
    core.ask(as, how, `/core/v2${address}`, body);
  const upload = (as: RoleName, author: number) =>
    uploadRaw(core, { as, content: 'x', name: 'a.txt', query: `?author=${author}` });
  let made = 0;
  const bodyOf = (author: number) =>
    isComment ? { post, content: `Comment ${++made}`, author } : { title: 'x', author };
  const create = (as: RoleName, author: number) =>
    isMedia ? upload(as, author) : ask(as, 'POST', `/${collection}`, bodyOf(author));

  const send = async (role: Role, author: number) => {
    const own = path.includes('{') ? (await create('administrator', idOf(role))).body.id : undefined;
    const before = await core.store.last();
    const answer =
      own === undefined
        ? await create(role, author)
        : await ask(role, method, path.replace('{id:\\d+}', own), { author });
    return { before, ...answer };
  };

  // contributors cannot upload; pages and comments have an author only for people with rights over all of them
  const able = isMedia ? writers.filter((role) => role !== 'contributor') : writers;
  const isShared = collection === 'pages' || isComment;

  it.each(able)('lets a %s name another author only with the right to edit others’ records', async (role) => {
    for (const author of roles.map(idOf)) {
      const { before, status, body } = await send(role, author);
      const mayAll = ['editor', 'administrator'].includes(role);
      if (mayAll || (author === idOf(role) && !isShared))
        expect([author, status < 300, body.author]).toEqual([author, true, author]);
      else if (author !== idOf(role)) expect([author, status, await core.store.last()]).toEqual([author, 403, before]);
    }
  });
});
