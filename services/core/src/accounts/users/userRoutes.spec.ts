import { userDeleted } from '@almanac/contracts';
import { fitsSlowHash } from '@almanac/identity';
import { publishing } from '../../integration/publishing.ts';
import { runPostCleanupTasks } from '../../references/postReferences.ts';
import { ORIGIN, type RoleName, serveCore, type TestService } from '../../testing.contract.ts';
import { userById } from './readModels/userList.ts';

const ROOT = `${ORIGIN}/en/json/core/v2`;
let core: TestService;
beforeEach(async () => {
  core = await serveCore();
});
afterEach(() => core.stop());

const ask = (as: RoleName, method: string, path: string, body?: object) =>
  core.ask(as, method, `/core/v2/users${path}`, body);
const jo = { username: 'jo', email: 'jo@example.test', password: 'secret of the harbour' };
const make = (body: object) => ask('administrator', 'POST', '', { ...jo, ...body });
const logins = async (as: RoleName, query: string) => {
  const { body } = await ask(as, 'GET', `?${query}`);
  return body.map(({ slug }: { slug: string }) => slug);
};

describe('a new user', () => {
  it('is answered for editing, and missing values follow from the others', async () => {
    const { status, headers, body } = await make({ first_name: 'Jo', url: 'x.test', description: '<p>a</p><b>b</b>' });
    expect([status, headers.get('location')]).toEqual([201, `${ROOT}/users/${body.id}`]);
    expect(body).toMatchObject({
      id: 6,
      username: 'jo',
      name: 'Jo',
      first_name: 'Jo',
      last_name: '',
      email: 'jo@example.test',
      url: 'http://x.test',
      description: 'a<b>b</b>',
      link: `${ORIGIN}/author/jo/`,
      locale: 'en_US',
      nickname: 'jo',
      slug: 'jo',
      roles: ['subscriber'],
      registered_date: '2026-05-01T12:00:00+00:00',
      capabilities: { read: true, subscriber: true },
      extra_capabilities: { subscriber: true },
    });
    const kept = await userById(core.documents, 6);
    expect(await fitsSlowHash('secret of the harbour', (await core.accountPasswords.find(kept!.password))!)).toBe(true);
  });

  it.each([
    [{ username: 'editor' }, 400, 'existing_user_login'],
    [{ email: 'EDITOR@example.test' }, 400, 'existing_user_email'],
    [{ username: 'a<b>' }, 400, 'rest_invalid_param'],
    [{ username: ' x' }, 400, 'rest_invalid_param'],
    [{ username: 'a'.repeat(61) }, 400, 'user_login_too_long'],
    [{ slug: 'a'.repeat(51) }, 400, 'user_nicename_too_long'],
    [{ url: `http://x.test/${'a'.repeat(100)}` }, 400, 'user_url_too_long'],
    [{ email: 'nobody' }, 400, 'rest_invalid_param'],
    [{ password: '' }, 400, 'rest_invalid_param'],
    [{ password: 'a\\b, and long enough' }, 400, 'rest_invalid_param'],
    [{ password: 'eleven char' }, 400, 'rest_invalid_param'],
    [{ password: '🔑'.repeat(11) }, 400, 'rest_invalid_param'],
    [{ password: '1QAZ2wsx3edc' }, 400, 'rest_invalid_param'],
    [{ roles: ['king'] }, 400, 'rest_user_invalid_role'],
    [{ locale: 'xx_YY' }, 400, 'rest_invalid_param'],
    [{ id: 3 }, 400, 'rest_user_exists'],
    [{ username: undefined }, 400, 'rest_missing_callback_param'],
  ])('is refused with %j: %i %s, and nothing is written', async (body, status, code) => {
    const answer = await make(body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await core.store.last()).toBe(1);
  });
});

describe('lists of users', () => {
  it('show visitors the users who have published, and administrators everybody', async () => {
    expect(await logins('visitor', '')).toEqual([]);
    await core.ask('author', 'POST', '/core/v2/posts', { title: 'x', status: 'publish' });
    expect(await logins('visitor', '')).toEqual(['author']);
    expect(await logins('administrator', 'order=desc&per_page=2')).toEqual(['subscriber', 'editor']);
    expect(await logins('administrator', 'has_published_posts=post')).toEqual(['author']);
    expect(await logins('contributor', 'who=authors')).toEqual(['administrator', 'author', 'contributor', 'editor']);
  });

  it.each([
    ['roles=editor', ['editor']],
    ['capabilities=manage_options,publish_posts&orderby=id', ['administrator', 'editor', 'author']],
    ['search=tor&orderby=slug', ['administrator', 'contributor', 'editor']],
    ['search=editor@', ['editor']],
    ['search=2', ['editor']],
    ['search=author@example.test&search_columns=email', ['author']],
    ['slug=EDITOR,author&orderby=include_slugs', ['editor', 'author']],
    ['include=3,2&orderby=include', ['author', 'editor']],
    ['exclude=1,2,3', ['contributor', 'subscriber']],
    ['offset=4', ['subscriber']],
    ['orderby=email&order=desc&per_page=1', ['subscriber']],
    ['slug=&include=2', ['editor']],
    ['roles=&include=2', ['editor']],
    ['capabilities=&include=2', ['editor']],
  ])('contain for %s the users %j', async (query, expected) => {
    expect(await logins('administrator', query)).toEqual(expected);
  });

  it('are searched in each column alone, and by an address in addresses', async () => {
    const url = 'https://ink.test/';
    await core.ask('administrator', 'POST', '/core/v2/users/2', { url, name: 'Quill', email: 'post@mail.test' });
    const columns = { name: 'quill', email: 'mail.test', username: 'editor', slug: 'editor', id: '2' };
    for (const [column, search] of Object.entries(columns)) {
      const found = await logins('administrator', `search=${search}&search_columns=${column}`);
      expect([column, found]).toEqual([column, ['editor']]);
      const others = Object.keys(columns).filter((other) => columns[other as keyof typeof columns] !== search);
      for (const other of others)
        expect([column, other, await logins('administrator', `search=${search}&search_columns=${other}`)]).toEqual([
          column,
          other,
          [],
        ]);
    }
    for (const search of ['ink.test', url])
      expect(await logins('administrator', `search=${search}`)).toEqual(['editor']);
  });

  it.each([
    ['editor', 'roles=editor', 'rest_user_cannot_view'],
    ['editor', 'capabilities=read', 'rest_user_cannot_view'],
    ['editor', 'context=edit', 'rest_forbidden_context'],
    ['editor', 'orderby=email', 'rest_forbidden_orderby'],
    ['subscriber', 'who=authors', 'rest_forbidden_who'],
  ] as const)('are refused to a %s with %s: %s', async (as, query, code) => {
    const { status, body } = await ask(as, 'GET', `?${query}`);
    expect([status, body.code]).toEqual([403, code]);
  });
});

describe('one user', () => {
  it('is visible to themselves and to administrators, and to others after publishing', async () => {
    expect((await ask('visitor', 'GET', '/3')).body.code).toBe('rest_user_cannot_view');
    expect((await ask('author', 'GET', '/3')).body).toEqual({
      id: 3,
      name: 'author',
      url: '',
      description: '',
      link: `${ORIGIN}/author/author/`,
      slug: 'author',
      avatar_urls: expect.objectContaining({ '24': expect.stringMatching(/\/avatars\/\d+-41\.svg\?s=24$/) }),
      meta: [],
      _links: expect.any(Object),
    });
    expect((await ask('visitor', 'GET', '/1?context=embed')).status).toBe(401);
    expect((await ask('administrator', 'GET', '/me')).body.url).toBe(ORIGIN);
    expect((await ask('editor', 'GET', '/3?context=edit')).body.code).toBe('rest_forbidden_context');
    expect((await ask('editor', 'GET', '/99')).body.code).toBe('rest_user_invalid_id');
  });

  it.each([
    [
      'editor',
      '/me',
      { name: '', nickname: '', email: 'new@example.test' },
      { name: 'editor', nickname: 'editor', email: 'new@example.test' },
    ],
    ['editor', '/2', { username: 'editor', locale: 'fr_CA' }, { locale: 'fr_CA' }],
    ['administrator', '/2', { roles: ['author'] }, { roles: ['author'] }],
    ['administrator', '/2', { roles: [] }, { roles: [], capabilities: {} }],
    ['editor', '/me', { url: 'javascript:alert(1)' }, { url: '' }],
  ] as const)('is changed by a %s at %s with %j', async (as, path, body, expected) => {
    expect((await ask(as, 'PATCH', path, body)).body).toMatchObject(expected);
  });

  it.each([
    ['editor', '/me', { username: 'other' }, 400, 'rest_user_invalid_argument'],
    ['editor', '/me', { email: 'author@example.test' }, 400, 'rest_user_invalid_email'],
    ['editor', '/me', { slug: 'author' }, 400, 'rest_user_invalid_slug'],
    ['editor', '/me', { roles: ['administrator'] }, 403, 'rest_cannot_edit_roles'],
    ['editor', '/me', { roles: [] }, 403, 'rest_cannot_edit_roles'],
    ['administrator', '/me', { roles: ['editor'] }, 403, 'rest_user_invalid_role'],
    ['editor', '/3', { name: 'x' }, 403, 'rest_cannot_edit'],
    ['visitor', '/me', { name: 'x' }, 404, 'rest_user_invalid_id'],
  ] as const)('is not changed by a %s at %s with %j: %i %s', async (as, path, body, status, code) => {
    const answer = await ask(as, 'PATCH', path, body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await core.store.last()).toBe(1);
  });

  it('gets a new password, whose old hash is forgotten', async () => {
    const { id } = (await make({})).body;
    const before = (await userById(core.documents, id))!.password;
    await ask('administrator', 'PUT', `/${id}`, { password: 'new one of the harbour' });
    const after = (await userById(core.documents, id))!.password;
    expect(await core.accountPasswords.find(before)).toBeUndefined();
    expect(await fitsSlowHash('new one of the harbour', (await core.accountPasswords.find(after))!)).toBe(true);
    expect(JSON.stringify(await core.store.readLog(0))).not.toMatch(/new one|scrypt/);
  });

  it.each([{ name: 'Jo of the harbour' }, { email: 'other@example.test' }, { roles: 'editor' }])(
    'keeps the password, which only another one ends: %j',
    async (change) => {
      const { id } = (await make({})).body;
      const { password } = (await userById(core.documents, id))!;
      expect((await ask('administrator', 'PUT', `/${id}`, change)).status).toBe(200);
      expect((await userById(core.documents, id))!.password).toBe(password);
      expect(await core.accountPasswords.find(password)).toBeDefined();
    },
  );

  it('leaves no hash of a password behind if the request is refused', async () => {
    const { id } = (await make({})).body;
    const hashes = async () => (await core.entries.list('account-password')).map((record) => record.id);
    const before = await hashes();
    expect(before).toHaveLength(1);
    expect((await make({ username: 'other' })).body.code).toBe('existing_user_email');
    const refused = { password: 'new one of the harbour', email: 'author@example.test' };
    expect((await ask('administrator', 'PUT', `/${id}`, refused)).body.code).toBe('rest_user_invalid_email');
    expect(await hashes()).toEqual(before);
  });
});

describe('a deleted user', () => {
  const post = async (as: RoleName) =>
    (await core.ask(as, 'POST', '/core/v2/posts', { title: 'x', status: 'publish' })).body.id;
  const read = async (id: number) => (await core.ask('editor', 'GET', `/core/v2/posts/${id}?context=edit`)).body;

  it.each([
    ['?force=true', 400, 'rest_missing_callback_param'],
    ['?reassign=', 501, 'rest_trash_not_supported'],
    ['?force=true&reassign=x', 400, 'rest_invalid_param'],
    ['?force=true&reassign=3', 400, 'rest_user_invalid_reassign'],
    ['?force=true&reassign=99', 400, 'rest_user_invalid_reassign'],
  ])('is kept with %s: %i %s', async (query, status, code) => {
    const answer = await ask('administrator', 'DELETE', `/3${query}`);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('leaves the posts to an heir, the names to others, and no way to sign in', async () => {
    const id = await post('author');
    const { status, body } = await ask('administrator', 'DELETE', '/3?force=true&reassign=2');
    expect([status, body.deleted, body.previous.username]).toEqual([200, true, 'author']);
    expect(await read(id)).toMatchObject({ author: 2, modified_gmt: '2026-05-01T12:00:00' });
    const signIn = { login: 'author', password: 'authorpassword00000000' };
    const answer = await core.ask('system', 'POST', '/internal/authenticate', signIn);
    expect(answer.body.code).toBe('invalid_username');
    expect((await make({ username: 'author', email: 'author@example.test' })).body.slug).toBe('author');
    const commits = await core.store.readLog(0);
    const published = commits.flatMap((commit) => publishing(commit)).filter((event) => event && userDeleted.is(event));
    expect(published).toEqual([expect.objectContaining({ key: 'user-3', data: { id: 3, reassign: 2 } })]);
  });

  it('cannot inherit from another who is deleted at the same time: one of the two is 400', async () => {
    for (const [first, second] of [
      [2, 3],
      [4, 5],
    ]) {
      const remove = (id?: number, heir?: number) =>
        ask('administrator', 'DELETE', `/${id}?force=true&reassign=${heir}`);
      const answers = await Promise.all([remove(first, second), remove(second, first)]);
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused.map(({ status, body }) => [status, body.code])).toEqual([[400, 'rest_user_invalid_reassign']]);
    }
  });

  it('cannot inherit in a circle of three who are deleted at the same time: one of the three is 400', async () => {
    const remove = (id: number, heir: number) => ask('administrator', 'DELETE', `/${id}?force=true&reassign=${heir}`);
    const answers = await Promise.all([remove(3, 4), remove(4, 5), remove(5, 3)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400]);
  });

  it('leaves the posts to the trash without an heir', async () => {
    const id = await post('author');
    await ask('administrator', 'DELETE', '/3?force=true&reassign=false');
    expect(await read(id)).toMatchObject({ status: 'trash', author: 3 });
  });

  it('is removed from very many posts in time', async () => {
    for (let count = 0; count < 205; count++) await post('author');
    await ask('administrator', 'DELETE', '/3?force=true&reassign=2');
    await runPostCleanupTasks(core);
    const { headers } = await core.ask('visitor', 'GET', '/core/v2/posts?author=2');
    expect(headers.get('x-core-total')).toBe('205');
    core.advance(120_000);
    await runPostCleanupTasks(core);
    expect(await core.entries.list('dangling-references')).toEqual([]);
  });
});

describe('a deleted category', () => {
  it('is removed from posts, and those without any get the default one', async () => {
    const { id } = (await core.ask('editor', 'POST', '/core/v2/categories', { name: 'News' })).body;
    const made = async (categories: number[]) =>
      (await core.ask('editor', 'POST', '/core/v2/posts', { title: 'x', status: 'publish', categories })).body.id;
    const posts = [await made([id]), await made([id, 1])];
    await core.ask('editor', 'DELETE', `/core/v2/categories/${id}?force=true`);
    for (const each of posts) {
      expect((await core.ask('visitor', 'GET', `/core/v2/posts/${each}`)).body.categories).toEqual([1]);
    }
    expect((await core.ask('visitor', 'GET', '/core/v2/posts?categories=1')).headers.get('x-core-total')).toBe('2');
  });
});
