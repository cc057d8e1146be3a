import { type RoleName, serveCore, siteOfRoles, type TestService } from '../testing.contract.ts';

let core: TestService;
let post: number;
const begin = async (settings: object = {}): Promise<void> => {
  core = await serveCore({ ...siteOfRoles, settings });
  post = (await core.ask('editor', 'POST', '/core/v2/posts', { title: 'Talk', status: 'publish' })).body.id;
};
afterEach(() => core.stop());

const write = (as: RoleName, body: object) => core.ask(as, 'POST', '/core/v2/comments', { post, ...body });
const read = (as: RoleName, path: string) => core.ask(as, 'GET', `/core/v2/comments${path}`);

describe('a comment', () => {
  it('is held until its writer has an approved one, and again for links and held words', async () => {
    await begin({ comment_held_words: ['Lottery'] });
    const first = await write('subscriber', { content: 'Hello' });
    expect([first.status, first.body.status]).toEqual([201, 'hold']);
    await core.ask('editor', 'PUT', `/core/v2/comments/${first.body.id}`, { status: 'approve' });
    const later = async (content: string) => {
      core.advance(16_000);
      return (await write('subscriber', { content })).body.status;
    };
    expect(await later('Hello again')).toBe('approved');
    expect(await later('<a href="https://a.example">a</a> <a href="https://b.example">b</a>')).toBe('hold');
    expect(await later('Win the LOTTERY')).toBe('hold');
  });

  it('follows another of the same user after 15 seconds', async () => {
    await begin();
    await write('subscriber', { content: 'One' });
    core.advance(14_000);
    expect((await write('subscriber', { content: 'Two' })).body.code).toBe('comment_flood');
    core.advance(2_000);
    expect((await write('subscriber', { content: 'Two' })).status).toBe(201);
  });

  it('is written once if its user sends two at the same time', async () => {
    await begin();
    const answers = await Promise.all(['One', 'Two'].map((content) => write('subscriber', { content })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  });

  it('is found by its words only by those who may read it', async () => {
    await begin();
    const protectedPost = { title: 'Locked', status: 'publish', password: 'sesame' };
    const locked = (await core.ask('editor', 'POST', '/core/v2/posts', protectedPost)).body.id;
    await write('editor', { post: locked, content: 'whisper' });
    await write('editor', { content: 'whisper aloud' });
    const held = (await write('subscriber', { content: 'held whisper' })).body;
    expect(held.status).toBe('hold');
    const total = async (as: RoleName, query = '') =>
      (await read(as, `?search=whisper${query}`)).headers.get('x-core-total');
    expect(await total('visitor')).toBe('1');
    expect(await total('visitor', `&post=${locked}&password=sesame`)).toBe('1');
    expect(await total('contributor', '&status=hold')).toBe('0');
    expect(await total('editor')).toBe('2');
    expect(await total('editor', '&status=hold')).toBe('1');
  });

  it('is held if a visitor writes it on a site that allows that, and keeps its addresses private', async () => {
    await begin();
    const sent = { content: 'Hi', author_name: 'Vera', author_email: 'vera@example.org' };
    expect((await write('visitor', sent)).body.code).toBe('rest_comment_login_required');
    await core.stop();
    await begin({ visitor_comments: true });
    expect((await write('visitor', { content: 'Hi' })).body.code).toBe('rest_comment_author_data_required');
    const { body } = await write('visitor', sent);
    expect(body).toMatchObject({ status: 'hold', author: 0, author_name: 'Vera' });
    expect(JSON.stringify(body)).not.toContain('vera@');
    expect((await read('visitor', `/${body.id}`)).body.code).toBe('rest_cannot_read');
    expect((await read('editor', `/${body.id}?context=edit`)).body.author_email).toBe('vera@example.org');
    expect(JSON.stringify(await core.store.readLog(0))).not.toContain('vera@');
  });

  it('is found by the e-mail address of its account or of its form, by writers alone', async () => {
    await begin({ visitor_comments: true });
    const vera = { content: 'Hi', author_name: 'Vera', author_email: 'Vera@example.org' };
    const sent = (await write('visitor', vera)).body.id;
    const own = (await write('editor', { content: 'Hello' })).body.id;
    const { email } = (await core.ask('editor', 'GET', '/core/v2/users/me?context=edit')).body;
    const found = async (address: string) =>
      (await read('editor', `?status=all&author_email=${encodeURIComponent(address)}`)).body.map(
        ({ id }: { id: number }) => id,
      );
    expect(await found('vera@example.org')).toEqual([sent]);
    expect(await found(email.toUpperCase())).toEqual([own]);
    expect(await found('nobody@example.org')).toEqual([]);
    await core.ask('editor', 'PUT', `/core/v2/comments/${sent}`, { author_email: 'other@example.org' });
    expect(await found('vera@example.org')).toEqual([]);
    expect(await found('other@example.org')).toEqual([sent]);
    expect((await read('visitor', '?author_email=vera@example.org')).body.code).toBe('rest_forbidden_param');
    await core.ask('editor', 'DELETE', `/core/v2/comments/${sent}?force=true`);
    const former = (await core.entries.list('comment-email')).map(({ body }) => body);
    expect(former).not.toContainEqual({ id: sent });
  });

  it('is moderated by the author of its post, who may not read it for editing', async () => {
    await begin();
    const own = (await core.ask('author', 'POST', '/core/v2/posts', { title: 'Mine', status: 'publish' })).body.id;
    const { id } = (await write('subscriber', { post: own, content: 'Hello' })).body;
    expect((await write('author', { post: own, content: 'Thanks' })).body.status).toBe('approved');
    const asks = (as: RoleName, method: string, body?: object) => core.ask(as, method, `/core/v2/comments/${id}`, body);
    expect((await asks('subscriber', 'GET')).body.status).toBe('hold');
    expect((await asks('subscriber', 'PUT', { content: 'x' })).body.code).toBe('rest_cannot_edit');
    expect((await asks('contributor', 'GET')).body.code).toBe('rest_cannot_read');
    expect((await asks('contributor', 'PUT', { status: 'approve' })).body.code).toBe('rest_cannot_edit');
    expect((await read('author', `?context=edit&post=${own}`)).body.code).toBe('rest_forbidden_context');
    expect((await read('visitor', '?status=hold')).body.code).toBe('rest_forbidden_param');
    expect((await read('contributor', '?status=hold')).body).toEqual([]);
    expect((await asks('author', 'PUT', { status: 'approve' })).body.status).toBe('approved');
    expect((await asks('visitor', 'GET')).body.content.rendered).toBe('<p>Hello</p>\n');
    expect((await asks('visitor', 'DELETE')).body.code).toBe('rest_cannot_delete');
    expect((await asks('author', 'DELETE')).body.status).toBe('trash');
  });

  it('is imported by an administrator alone, with its writer, dates and status, also on a closed post', async () => {
    core = await serveCore(siteOfRoles);
    const closed = { title: 'Old', status: 'publish', comment_status: 'closed' };
    post = (await core.ask('editor', 'POST', '/core/v2/posts', closed)).body.id;
    const imported = {
      content: 'Nice<script>x</script>',
      author: 0,
      author_name: 'Vera',
      author_email: 'vera@example.org',
      author_url: 'https://vera.example/',
      date_gmt: '2007-09-04T00:49:28',
      status: 'approve',
      imported: true,
    };
    expect((await write('editor', imported)).body.code).toBe('rest_cannot_import_comments');
    const { imported: _, ...own } = imported;
    expect((await write('administrator', own)).body.code).toBe('rest_comment_closed');
    const { status, body } = await write('administrator', imported);
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        author: 0,
        author_name: 'Vera',
        author_email: 'vera@example.org',
        author_url: 'https://vera.example/',
        author_ip: '',
        author_user_agent: '',
        date_gmt: '2007-09-04T00:49:28',
        status: 'approved',
        content: { raw: 'Nicex', rendered: '<p>Nicex</p>\n' },
      }),
    ]);
    expect((await write('administrator', imported)).status).toBe(201);
    expect(JSON.stringify(await core.store.readLog(0))).not.toContain('vera@');
  });

  it('loses markup that its writer may not store', async () => {
    await begin();
    const { body } = await write('subscriber', { content: '<script>x</script><b>bold</b>' });
    expect(body.content.rendered).toBe('<p>x<b>bold</b></p>\n');
  });

  it('returns from the trash to the status that it had', async () => {
    await begin();
    const { id } = (await write('editor', { content: 'Hello' })).body;
    expect((await core.ask('editor', 'DELETE', `/core/v2/comments/${id}`)).body.status).toBe('trash');
    const { body } = await core.ask('editor', 'PUT', `/core/v2/comments/${id}`, { status: 'untrash' });
    expect(body.status).toBe('approved');
    expect((await core.ask('editor', 'PUT', `/core/v2/comments/${id}`, { status: 'unheard-of' })).body.status).toBe(
      'approved',
    );
  });

  it('shows the picture of its writer, which the site serves', async () => {
    await begin();
    const { author_avatar_urls: urls, author } = (await write('editor', { content: 'Hello' })).body;
    expect(Object.keys(urls)).toEqual(['24', '48', '96']);
    const { body } = await core.ask('administrator', 'GET', `/core/v2/users/${author}`);
    expect(body.avatar_urls).toEqual(urls);
    const { pathname, search } = new URL(urls['24']);
    const path = `${pathname.slice(pathname.indexOf('/core/v2/'))}${search}`;
    const picture = await core.ask('visitor', 'GET', path);
    expect(picture.headers.get('content-type')).toBe('image/svg+xml');
    expect(picture.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(picture.text).toContain('width="24"');
    const blank = await core.ask('visitor', 'GET', '/core/v2/avatars/7-3c.svg');
    expect(blank.text).toContain('>&lt;<');
    expect((await core.ask('visitor', 'GET', '/core/v2/avatars/7-d800.svg')).text).toContain('>?<');
  });
});
