import type { Method, Route } from '@almanac/rest';
import { uploadRaw } from './media/testing.contract.ts';
import { routesOf } from './service.ts';
import { type RoleName, serveCore, type TestService } from './testing.contract.ts';

const roles = ['visitor', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const;
const LETTERS: Readonly<Record<string, RoleName>> = {
  V: 'visitor',
  S: 'subscriber',
  C: 'contributor',
  A: 'author',
  E: 'editor',
  M: 'administrator',
};

type PermissionRow = readonly [path: string, who: Partial<Record<Method, string>>];

const ALL = 'VSCAEM';
const update = (who: string) => ({ POST: who, PUT: who, PATCH: who });

/**
 * Expected permissions, by letters (docs/interface/core-posts.md §1, docs/interface/core.md). Post 1 is a published
 * post of the editor, 2 the editor's draft, 3 a draft of the contributor. Medium 4 belongs to the editor, 5 to the
 * author, 6 is attached to post 2. Users have the ids 1 (administrator) to 5 (subscriber).
 */
const matrix: readonly PermissionRow[] = [
  ['/core/v2/posts', { GET: ALL, POST: 'CAEM' }],
  ['/core/v2/posts/1', { GET: ALL, ...update('EM'), DELETE: 'EM' }],
  ['/core/v2/posts/2', { GET: 'EM', ...update('EM'), DELETE: 'EM' }],
  ['/core/v2/posts/3', { GET: 'CEM', ...update('CEM'), DELETE: 'CEM' }],
  // writing depends on the post that a request names
  ['/core/v2/comments', { GET: ALL, POST: '' }],
  ['/core/v2/comments/8', { GET: ALL, ...update('EM'), DELETE: 'EM' }],
  ['/core/v2/pages', { GET: ALL, POST: 'EM' }],
  ['/core/v2/pages/7', { GET: 'EM', ...update('EM'), DELETE: 'EM' }],
  ['/core/v2/pages/7/revisions', { GET: 'EM' }],
  ['/core/v2/pages/7/autosaves', { GET: 'EM', POST: 'EM' }],
  ['/core/v2/posts/1/revisions', { GET: 'EM' }],
  ['/core/v2/posts/3/revisions', { GET: 'CEM' }],
  ['/core/v2/posts/1/revisions/9', { GET: 'EM', DELETE: 'EM' }],
  ['/core/v2/posts/1/autosaves', { GET: 'EM', POST: 'EM' }],
  ['/core/v2/posts/3/autosaves', { GET: 'CEM', POST: 'CEM' }],
  ['/core/v2/posts/1/autosaves/9', { GET: 'EM' }],
  ['/core/v2/categories', { GET: ALL, POST: 'EM' }],
  ['/core/v2/categories/2', { GET: ALL, ...update('EM'), DELETE: 'EM' }],
  ['/core/v2/categories/1', { GET: ALL, ...update('EM'), DELETE: '' }],
  ['/core/v2/tags', { GET: ALL, POST: 'CAEM' }],
  ['/core/v2/tags/3', { GET: ALL, ...update('EM'), DELETE: 'EM' }],
  ['/core/v2/users', { GET: ALL, POST: 'M' }],
  ['/core/v2/users/2', { GET: ALL, ...update('EM'), DELETE: 'M' }],
  ['/core/v2/users/4', { GET: 'CM', ...update('CM'), DELETE: 'M' }],
  ['/core/v2/avatars/7-41.svg', { GET: ALL }],
  ['/core/v2/users/me', { GET: ALL, ...update('SCAEM'), DELETE: 'M' }],
  ['/core/v2/users/4/password-link', { POST: 'M' }],
  ['/core/v2/invitations', { POST: 'M' }],
  ['/core/v2/users/4/application-passwords', { GET: 'CM', POST: 'CM', DELETE: 'CM' }],
  ['/core/v2/users/me/application-passwords', { GET: 'SCAEM', POST: 'SCAEM', DELETE: 'SCAEM' }],
  ['/core/v2/users/4/application-passwords/x', { GET: 'CM', ...update('CM'), DELETE: 'CM' }],
  ['/core/v2/users/4/application-passwords/introspect', { GET: 'C' }],
  ['/core/v2/types', { GET: ALL }],
  ['/core/v2/types/post', { GET: ALL }],
  ['/core/v2/types/revision', { GET: '' }],
  ['/core/v2/statuses', { GET: ALL }],
  ['/core/v2/statuses/publish', { GET: ALL }],
  ['/core/v2/statuses/draft', { GET: 'CAEM' }],
  ['/core/v2/taxonomies', { GET: ALL }],
  ['/core/v2/taxonomies/category', { GET: ALL }],
  ['/core/v2/block-types', { GET: 'CAEM' }],
  ['/core/v2/block-types/core', { GET: 'CAEM' }],
  ['/core/v2/block-types/core/paragraph', { GET: 'CAEM' }],
  ['/core/v2/block-renderer/core/archives?context=edit', { GET: 'CAEM', POST: 'CAEM' }],
  ['/core/v2/menus', { GET: 'CAEM', POST: 'M' }],
  ['/core/v2/menus/4', { GET: 'CAEM', ...update('M'), DELETE: 'M' }],
  ['/core/v2/menu-items', { GET: 'CAEM', POST: 'M' }],
  ['/core/v2/menu-items/9', { GET: 'CAEM', ...update('M'), DELETE: 'M' }],
  ['/core/v2/menu-locations', { GET: 'M' }],
  ['/core/v2/menu-locations/primary', { GET: 'M' }],
  ['/core/v2/search', { GET: ALL }],
  ['/core/v2/themes', { GET: 'M' }],
  ['/core/v2/themes/almanac', { GET: 'CAEM' }],
  ['/core/v2/settings', { GET: 'M', ...update('M') }],
  ['/core/v2/import-keys', { GET: 'M', POST: 'M' }],
  ['/internal/settings', { GET: '' }],
  ['/internal/mail', { GET: '' }],
  ['/internal/authenticate', { POST: '' }],
  ['/internal/session', { POST: '' }],
  ['/internal/reauthentication', { POST: 'SCAEM' }],
  ['/internal/tags', { POST: 'CAEM' }],
  ['/core/v2/media', { GET: ALL, POST: 'AEM' }],
  ['/core/v2/media/4', { GET: ALL, ...update('EM'), DELETE: 'EM' }],
  ['/core/v2/media/5', { GET: ALL, ...update('AEM'), DELETE: 'AEM' }],
  ['/core/v2/media/5/usage', { GET: 'AEM' }],
  ['/core/v2/media/6', { GET: 'EM', ...update('EM'), DELETE: 'EM' }],
  ['/internal/media', { POST: 'AEM' }],
  ['/internal/editable-post', { POST: 'CAEM' }],
  ['/internal/translation-sources', { POST: '' }],
];

/** The arguments that the declaration requires. */
const bodies: Readonly<Record<string, object>> = {
  '/core/v2/categories': { name: 'x' },
  '/core/v2/import-keys': { keys: [{ key: 'x', id: 1 }] },
  '/core/v2/menus': { name: 'x' },
  '/core/v2/tags': { name: 'x' },
  '/core/v2/users': { username: 'x', email: 'x@example.test', password: 'long enough for x' },
  '/core/v2/invitations': { email: 'y@example.test' },
  '/core/v2/users/2': { reassign: '' },
  '/core/v2/users/4': { reassign: '' },
  '/core/v2/users/me': { reassign: '' },
  '/core/v2/users/4/application-passwords': { name: 'x' },
  '/core/v2/users/me/application-passwords': { name: 'x' },
  '/internal/authenticate': { login: 'x', password: 'x' },
  '/internal/session': { session: 'x' },
  '/internal/tags': { tags: [] },
  '/internal/editable-post': { id: 3 },
  '/internal/translation-sources': { elements: [{ type: 'post_post', id: 1 }] },
  '/internal/media': { images: ['https://pictures.test/a.jpg'] },
};

const patternOf = ({ namespace, path }: Route): RegExp =>
  new RegExp(`^/${namespace}${path.replace(/\{\w+:((?:[^{}]|\{[^{}]*\})+)\}/g, '($1)')}$`);

/** Declared routes outside this table: pages have their own specs. */
const elsewhere = /\/page|^\/admin/;

let core: TestService;
beforeAll(async () => {
  core = await serveCore();
  const make = (as: RoleName, path: string, body: object) => core.ask(as, 'POST', `/core/v2/${path}`, body);
  await make('editor', 'posts', { title: 'One', status: 'publish' });
  await make('editor', 'posts', { title: 'Two' });
  await make('contributor', 'posts', { title: 'Three' });
  await uploadRaw(core, { as: 'editor', content: 'x', name: 'a.txt' });
  await uploadRaw(core, { as: 'author', content: 'x', name: 'a.txt' });
  await uploadRaw(core, { as: 'editor', content: 'x', name: 'a.txt', query: '?post=2' });
  await make('editor', 'pages', { title: 'Seven' });
  await make('editor', 'comments', { post: 1, content: 'Eight' });
  await make('editor', 'categories', { name: 'Two' });
  await make('editor', 'tags', { name: 'Three' });
  await make('administrator', 'menus', { name: 'Four' });
  await make('administrator', 'menu-items', { title: 'Nine', url: '/nine/' });
});
afterAll(() => core.stop());

/**
 * Routes that everybody may list and read. A public status and a picture hide nothing in any context, and a search has
 * no context `edit`.
 */
const open = matrix
  .filter(([path, who]) => who.GET?.includes('V') && !/\/statuses\/publish$|\.svg$|\/search$/.test(path))
  .map(([path]) => path);

const cells = matrix.flatMap(([path, who]) =>
  roles.map((role) => {
    const allowed = Object.entries(who).filter(([, letters]) => [...letters].some((each) => LETTERS[each] === role));
    return { path, role, methods: Object.keys(who) as Method[], allowed: allowed.map(([method]) => method) };
  }),
);

describe('the rights matrix', () => {
  it('covers every declared route and method', () => {
    const declared = routesOf(core).filter(({ path }) => !elsewhere.test(path));
    const untold = declared.flatMap((route) =>
      route.methods
        .filter(
          (method) => !matrix.some(([path, who]) => patternOf(route).test(path.replace(/\?.*/, '')) && method in who),
        )
        .map((method) => `${method} /${route.namespace}${route.path}`),
    );
    expect(untold).toEqual([]);
  });

  it.each(cells)('decides $role on $path: $allowed', async ({ path, role, methods, allowed }) => {
    const { headers } = await core.ask(role, 'OPTIONS', path);
    expect(headers.get('allow')?.split(', ') ?? []).toEqual(allowed);
    const before = await core.store.last();
    for (const method of methods.filter((each) => !allowed.includes(each))) {
      const body = method === 'GET' ? undefined : (bodies[path] ?? {});
      const { status } = await core.ask(role, method, path, body);
      const hidden = path.endsWith('/users/me') && role === 'visitor' ? 404 : 403;
      expect([method, status]).toEqual([method, role === 'visitor' && hidden !== 404 ? 401 : hidden]);
    }
    expect(await core.store.last()).toBe(before);
  });

  it.each(open)('never shows visitors %s in the edit context', async (path) => {
    expect((await core.ask('visitor', 'GET', `${path}?context=edit`)).status).toBe(401);
  });

  it.each([
    ['GET', '/core/v2/users/4/application-passwords', 'rest_cannot_list_application_passwords'],
    ['POST', '/core/v2/users/4/application-passwords', 'rest_cannot_create_application_passwords'],
    ['DELETE', '/core/v2/users/4/application-passwords', 'rest_cannot_delete_application_passwords'],
    ['GET', '/core/v2/users/4/application-passwords/x', 'rest_cannot_read_application_password'],
    ['PUT', '/core/v2/users/4/application-passwords/x', 'rest_cannot_edit_application_password'],
    ['DELETE', '/core/v2/users/4/application-passwords/x', 'rest_cannot_delete_application_password'],
    ['GET', '/core/v2/taxonomies?context=edit', 'rest_cannot_view'],
  ] as const)('names for %s %s the missing right: %s', async (method, path, code) => {
    const answer = await core.ask('subscriber', method, path, method === 'GET' ? undefined : bodies[path]);
    expect([answer.status, answer.body.code]).toEqual([403, code]);
  });
});
