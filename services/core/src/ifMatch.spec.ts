import type { Method, Route } from '@almanac/rest';
import { OWNER } from './accounts/application-passwords/passwordOwner.ts';
import { uploadRaw } from './media/testing.contract.ts';
import { routesOf } from './service.ts';
import { type RoleName, type SpecAnswer, serveCore, type TestService } from './testing.contract.ts';

/** A record with the requests that read, write and change it, made as a permitted user. */
interface Subject {
  /** Path of the tested write. */
  readonly path: string;
  /** Path at which the record's tag is read; `path` by default. */
  readonly read?: string;
  readonly as?: RoleName;
  readonly body?: object;
  /** A change that makes the record's tags stale; absent if the record never changes. */
  readonly change?: readonly [method: Method, path: string, body: object];
}

/** Creates the first or the second of two like records. */
type MakeSubject = (n: number) => Promise<Subject>;

let core: TestService;
beforeEach(async () => {
  core = await serveCore();
});
afterEach(() => core.stop());

/** Starts a new core without records. */
const restart = async (): Promise<void> => {
  await core.stop();
  core = await serveCore();
};

const made = async (path: string, body: object, as: RoleName = 'administrator') => {
  const answer = await core.ask(as, 'POST', path, body);
  expect({ path, made: answer.status < 300, body: answer.body }).toMatchObject({ path, made: true });
  return answer.body;
};

const plain =
  (collection: string, member: string, bodyOf: (n: number) => object): MakeSubject =>
  async (n) => {
    const path = `${collection}/${(await made(collection, bodyOf(n))).id}`;
    const body = { [member]: 'Written', force: true, reassign: '' };
    return { path, body, change: ['PUT', path, { [member]: 'Changed' }] };
  };

const post = plain('/core/v2/posts', 'title', (n) => ({ title: `Post ${n}`, status: 'publish' }));

const page = plain('/core/v2/pages', 'title', (n) => ({ title: `Page ${n}`, status: 'publish' }));

const comment: MakeSubject = async (n) => {
  const { path } = await post(n);
  const on = Number(path.split('/').at(-1));
  const { id } = await made('/core/v2/comments', { post: on, content: `Comment ${n}` });
  const own = `/core/v2/comments/${id}`;
  return { path: own, body: { content: 'Written', force: true }, change: ['PUT', own, { content: 'Changed' }] };
};

const menuItem = plain('/core/v2/menu-items', 'title', (n) => ({ title: `Item ${n}`, url: '/' }));

const trashed: MakeSubject = async (n) => ({ ...(await post(n)), body: { title: 'Written' } });

const medium: MakeSubject = async (n) => {
  const { body } = await uploadRaw(core, { as: 'administrator', content: `${n}`, name: `${n}.txt` });
  const path = `/core/v2/media/${body.id}`;
  return { path, body: { title: 'Written', force: true }, change: ['PUT', path, { title: 'Changed' }] };
};

/** The settings exist only once: the second subject is another record of the same version. */
const settings: MakeSubject = async (n) => {
  const path = '/core/v2/settings';
  const body = { title: 'Written' };
  return n === 0
    ? { path, body, change: ['PUT', path, { title: 'Changed' }] }
    : { path: '/core/v2/categories/1', body };
};

/** The caller's own user; the second subject is another caller's. */
const me: MakeSubject = async (n) => {
  const as = n === 0 ? 'administrator' : 'editor';
  const change = ['PUT', '/core/v2/users/me', { description: 'Changed' }] as const;
  return { path: '/core/v2/users/me', as, body: { description: 'Written', force: true, reassign: '' }, change };
};

const password =
  (owner: string): MakeSubject =>
  async (n) => {
    const collection = `/core/v2/users/${owner}/application-passwords`;
    const path = `${collection}/${(await made(collection, { name: `Phone ${n}` })).uuid}`;
    return { path, body: { name: 'Renamed' }, change: ['PUT', path, { name: 'Changed' }] };
  };

const autosaveOf =
  (make: MakeSubject): MakeSubject =>
  async (n) => {
    const path = `${(await make(n)).path}/autosaves`;
    const { id } = await made(path, { content: 'Begun' });
    return {
      path,
      read: `${path}/${id}`,
      body: { content: 'Gone on' },
      change: ['POST', path, { content: 'Changed' }],
    };
  };

const autosave = autosaveOf(post);

const ownDraft: MakeSubject = async (n) => {
  const { id } = await made('/core/v2/posts', { title: `Draft ${n}` });
  const path = `/core/v2/posts/${id}`;
  return { path: `${path}/autosaves`, read: path, body: { content: 'x' }, change: ['PUT', path, { title: 'Changed' }] };
};

const revision: MakeSubject = async (n) => {
  const { path } = await post(n);
  await core.ask('administrator', 'PUT', path, { title: 'Revised' });
  const [{ id }] = (await core.ask('administrator', 'GET', `${path}/revisions`)).body;
  return { path: `${path}/revisions/${id}`, body: { force: true } };
};

const savedRevision: MakeSubject = async (n) => {
  const { read = '', ...subject } = await autosave(n);
  return { ...subject, path: read.replace('/autosaves/', '/revisions/'), read, body: { force: true } };
};

/** Subjects by the declared path of their route. */
const subjects = (
  [
    ['/posts/{id:\\d+}', 'a post', post],
    ['/posts/{id:\\d+}', 'a post that goes to the trash', trashed],
    ['/comments/{id:\\d+}', 'a comment', comment],
    ['/pages/{id:\\d+}', 'a page', page],
    ['/menus/{id:\\d+}', 'a menu', plain('/core/v2/menus', 'name', (n) => ({ name: `Menu ${n}` }))],
    ['/menu-items/{id:\\d+}', 'an item of a menu', menuItem],
    ['/pages/{id:\\d+}/autosaves', 'an autosave of a page', autosaveOf(page)],
    ['/posts/{id:\\d+}/autosaves', 'an autosave', autosave],
    ['/posts/{id:\\d+}/autosaves', "a draft of one's own", ownDraft],
    ['/posts/{parent:\\d+}/revisions/{id:\\d+}', 'a revision', revision],
    ['/posts/{parent:\\d+}/revisions/{id:\\d+}', 'an autosave among the revisions', savedRevision],
    ['/categories/{id:\\d+}', 'a category', plain('/core/v2/categories', 'name', (n) => ({ name: `Category ${n}` }))],
    ['/tags/{id:\\d+}', 'a tag', plain('/core/v2/tags', 'name', (n) => ({ name: `Tag ${n}` }))],
    [
      '/users/{id:\\d+}',
      'a user',
      plain('/core/v2/users', 'description', (n) => ({
        username: `user${n}`,
        email: `user${n}@example.test`,
        password: `a long password of user ${n}`,
      })),
    ],
    ['/users/me', 'the user who asks', me],
    [`${OWNER}/{uuid:[\\w\\-]+}`, "a user's password", password('2')],
    [`${OWNER}/{uuid:[\\w\\-]+}`, "one's own password", password('me')],
    ['/media/{id:\\d+}', 'a medium', medium],
    ['/settings', 'the settings', settings],
  ] satisfies [path: string, what: string, make: MakeSubject][]
).map(([path, what, make]) => ({ path, what, make }));

/** Routes that create a record or clear a list: they have no version to compare. */
const WITHOUT_RECORD: readonly string[] = [
  'POST /comments',
  'POST /invitations',
  'POST /menus',
  'POST /menu-items',
  'POST /pages',
  'POST /posts',
  'POST /categories',
  'POST /tags',
  'POST /users',
  `POST ${OWNER}`,
  `DELETE ${OWNER}`,
  'POST /media',
];

const writing = (): { readonly method: Method; readonly path: string }[] =>
  routesOf(core)
    // keys of importers, links that set a password and rendered blocks are no records and have no version
    .filter(
      ({ namespace, path }: Route) => namespace === 'core/v2' && !/import-keys|password-link|block-renderer/.test(path),
    )
    .flatMap(({ methods, path }) => methods.map((method) => ({ method, path })))
    .filter(({ method }) => method !== 'GET');

const methodsOf = (path: string): Method[] => writing().flatMap((each) => (each.path === path ? [each.method] : []));

const write = (method: Method, subject: Subject, tag?: string, as = subject.as ?? 'administrator') =>
  core.ask(as, method, subject.path, subject.body, tag === undefined ? {} : { 'if-match': tag });

const tagOf = async ({ path, read = path, as = 'administrator' }: Subject, query = ''): Promise<string> => {
  const tag = (await core.ask(as, 'GET', `${read}${query}`)).headers.get('etag');
  expect(tag).toMatch(/^"\d+-/);
  return String(tag);
};

const versionIn = (tag: string): string | undefined => /\d+/.exec(tag)?.[0];

describe('If-Match', () => {
  it('is tested for every route that writes', () => {
    const described = [...subjects.flatMap(({ path }) => methodsOf(path).map((method) => `${method} ${path}`))];
    const declared = writing().map(({ method, path }) => `${method} ${path}`);
    expect([...new Set([...described, ...WITHOUT_RECORD])].sort()).toEqual([...new Set(declared)].sort());
  });

  it.each(subjects)(
    'protects $what, written at $path, from clients that do not know its version',
    async ({ path, make }) => {
      for (const method of methodsOf(path)) {
        const [subject, another] = [await make(0), await make(1)];
        const [first, others] = [await tagOf(subject), await tagOf(another)];
        expect(versionIn(others)).toBe(versionIn(first));
        const [change, changed, body] = subject.change ?? [];
        if (change !== undefined) await core.ask(subject.as ?? 'administrator', change, String(changed), body);
        const current = await tagOf(subject);
        const stale = subject.change === undefined ? [] : [first];
        const invented = current.replace(/-[\w-]{16}-/, '-AAAAAAAAAAAAAAAA-');
        const before = await core.store.last();
        const ofOthers =
          subject.change === undefined ? [others] : [others, others.replace(/\d+/, `${versionIn(current)}`)];
        for (const tag of [...stale, ...ofOthers, invented, `W/${current}`, '"1"', 'nonsense', '']) {
          const refused = await write(method, subject, tag);
          expect([method, tag, refused.status, refused.body.code]).toEqual([
            method,
            tag,
            412,
            'rest_precondition_failed',
          ]);
        }
        expect(await core.store.last()).toBe(before);
        const accepted = await write(method, subject, await tagOf(subject, '?context=embed'));
        expect([method, accepted.status, accepted.body]).toEqual([method, 200, expect.anything()]);
        expect(await core.store.last()).toBeGreaterThan(before);
        await restart();
        expect([method, (await write(method, await make(0), '*')).status]).toEqual([method, 200]);
        await restart();
      }
    },
  );

  it.each(subjects)('is judged for $what, written at $path, after caller and existence', async ({ path, make }) => {
    const outcome = ({ status, body }: SpecAnswer) => [status, body.code];
    for (const method of methodsOf(path)) {
      const subject = await make(0);
      const missing = {
        ...subject,
        path: subject.path.replace(/(?:\d+|[\da-f-]{36})(?=$|\/autosaves)/, '987654321'),
      };
      for (const tag of ['nonsense', '"1-x"']) {
        const asVisitor = outcome(await write(method, subject, tag, 'visitor'));
        expect(asVisitor).toEqual(outcome(await write(method, subject, undefined, 'visitor')));
        expect([401, 404]).toContain(asVisitor[0]);
        const asSubscriber = outcome(await write(method, subject, tag, 'subscriber'));
        if (path !== '/users/me')
          expect([method, asSubscriber[0]]).toEqual([method, subject.path.includes('me/') ? 404 : 403]);
        if (missing.path !== subject.path) expect(outcome(await write(method, missing, tag))[0]).toBe(404);
      }
      await restart();
    }
  });

  it.each(WITHOUT_RECORD)('lets %s commit nothing, unless it is *', async (route) => {
    const [method, path = ''] = route.split(' ') as [Method, string];
    await made('/core/v2/users/me/application-passwords', { name: 'There' });
    const { id: commented } = await made('/core/v2/posts', { title: 'There', status: 'publish' });
    const bodies: Readonly<Record<string, object>> = {
      users: { username: 'new', email: 'new@example.test', password: 'a long password of somebody' },
      'application-passwords': { name: 'New' },
      comments: { post: commented, content: 'New' },
      invitations: { email: 'new@example.test' },
      'menu-items': { title: 'New', url: '/' },
    };
    const body = bodies[path.split('/').at(-1) ?? ''] ?? { title: 'New', name: 'New' };
    const target = `/core/v2${path.replace(/\{.*\}/, 'me')}`;
    const ask = (tag: string) =>
      path === '/media'
        ? uploadRaw(core, { as: 'administrator', content: 'x', name: 'x.txt', headers: { 'if-match': tag } })
        : core.ask('administrator', method, target, body, { 'if-match': tag });
    const before = await core.store.last();
    for (const tag of ['"1-x"', 'nonsense']) expect((await ask(tag)).status).toBe(412);
    expect(await core.store.last()).toBe(before);
    expect((await ask('*')).status).toBeLessThan(300);
  });
});
