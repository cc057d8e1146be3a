import { type RoleName, serveCore, type TestService } from '../testing.contract.ts';
import { picture, uploadRaw } from './testing.contract.ts';

let core: TestService;
const ids: Record<string, number> = {};

/** Uploads a file and stores its id under a name. */
const upload = async (name: string, file: string, content: Buffer | string, query = '', as: RoleName = 'author') => {
  const { status, body } = await uploadRaw(core, { as, content, name: file, query: `?title=${name}${query}` });
  if (status !== 201) throw new Error(`${name}: ${JSON.stringify(body)}`);
  ids[name] = body.id;
};

const nameOf = (id: number): string => Object.entries(ids).find(([, each]) => each === id)?.[0] ?? String(id);

const list = async (query: string, as: RoleName = 'visitor') => {
  const { status, body, headers } = await core.ask(as, 'GET', `/core/v2/media${query}`);
  if (status !== 200) return body.code as string;
  const names = body.map(({ id }: { id: number }) => nameOf(id)).join(' ');
  return `${headers.get('x-core-total')}: ${names}`;
};

beforeAll(async () => {
  core = await serveCore();
  const post = async (status: string) =>
    (await core.ask('editor', 'POST', '/core/v2/posts', { title: status, status })).body.id as number;
  const [published, draft] = [await post('publish'), await post('draft')];
  Object.assign(ids, { published, draft });
  const photo = await picture(40, 30);
  const steps: [string, string, Buffer | string, string?, RoleName?][] = [
    ['pier', 'pier.jpg', photo, '&caption=Old%20harbour'],
    ['map', 'map.png', await picture(20, 20, 'png'), `&post=${published}`, 'editor'],
    ['plan', 'secret-plan.pdf', '%PDF-1.7', `&post=${draft}`, 'editor'],
    ['notes', 'notes.txt', 'words', '&status=private'],
    ['song', 'song.mp3', Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1'), '', 'editor'],
  ];
  for (const [name, file, content, query, as] of steps) {
    await upload(name, file, content, query, as);
    core.advance(60_000);
  }
});
afterAll(() => core.stop());

describe('the list of media', () => {
  it.each([
    ['visitor', '3: song map pier'],
    ['subscriber', '3: song map pier'],
    ['contributor', '3: song map pier'],
    ['author', '3: song map pier'],
    ['editor', '4: song plan map pier'],
  ] as const)('shows a %s the permitted media, and counts them', async (as, expected) => {
    expect(await list('', as)).toBe(expected);
  });

  it('contains private media for users who may see them', async () => {
    expect(await list('?status=private', 'author')).toBe('1: notes');
    expect(await list('?status=private', 'editor')).toBe('1: notes');
    expect(await list('?status=private', 'contributor')).toBe('0: ');
    expect(await list('?status=inherit,private', 'author')).toBe('4: song notes map pier');
    expect(await list('?status=', 'editor')).toBe(await list('', 'editor'));
    expect(await list('?status=private')).toBe('rest_invalid_param');
    expect(await list('?status=trash', 'subscriber')).toBe('rest_invalid_param');
    expect(await list('?status=publish', 'editor')).toBe('rest_invalid_param');
    expect(await list('?status=trash', 'editor')).toBe('0: ');
  });

  it('shows users in the edit context the media that they may edit', async () => {
    expect(await list('?context=edit')).toBe('rest_forbidden_context');
    expect(await list('?context=edit', 'subscriber')).toBe('rest_forbidden_context');
    expect(await list('?context=edit', 'contributor')).toBe('0: ');
    expect(await list('?context=edit', 'author')).toBe('1: pier');
    expect(await list('?context=edit', 'editor')).toBe('4: song plan map pier');
  });

  it.each([
    ['?media_type=image', '2: map pier'],
    ['?media_type=audio,application', '1: song'],
    ['?media_type=file', 'rest_invalid_param'],
    ['?mime_type=image/png', '1: map'],
    ['?mime_type=image/png,audio/MPEG', '2: song map'],
    ['?mime_type=x/y', '0: '],
    ['?mime_type=', '3: song map pier'],
    ['?mime_type=x/y,image/png', '1: map'],
    ['?mime_type=image/png&media_type=audio', '2: song map'],
    ['?parent=0', '2: song pier'],
    ['?parent_exclude=0', '1: map'],
    ['?author=3', '1: pier'],
    ['?author_exclude=3', '2: song map'],
    ['?slug=pier,map', '2: map pier'],
    ['?search=pier.jpg', '1: pier'],
    ['?search=HARBOUR', '1: pier'],
    ['?search=harbour&search_columns=post_title', '0: '],
    ['?search=png&search_columns=post_title', '1: map'],
    ['?search=secret', '0: '],
    ['?after=2026-05-01T08:00:30&before=2026-05-01T08:03:30', '1: map'],
    ['?orderby=title&order=asc', '3: map pier song'],
    ['?orderby=parent&order=desc', '3: map song pier'],
    ['?orderby=relevance', 'rest_no_search_term_defined'],
    ['?orderby=relevance&search=map', '1: map'],
    ['?orderby=include', 'rest_orderby_include_missing_include'],
    ['?per_page=2', '3: song map'],
    ['?per_page=2&page=2', '3: pier'],
    ['?per_page=2&page=3', 'rest_post_invalid_page_number'],
    ['?offset=2', '3: pier'],
  ])('contains for %s: %s', async (query, expected) => {
    expect(await list(query)).toBe(expected);
  });

  it('can be filtered by posts, and ordered', async () => {
    expect(await list(`?parent=${ids.published}`)).toBe('1: map');
    expect(await list(`?parent=${ids.draft}`)).toBe('0: ');
    expect(await list(`?parent=${ids.draft}`, 'editor')).toBe('1: plan');
    expect(await list(`?include=${ids.pier},${ids.song}&orderby=include`)).toBe('2: pier song');
  });

  it('answers HEAD, and describes its arguments', async () => {
    const head = await core.send('visitor', '/core/v2/media', { method: 'HEAD' });
    expect([head.status, head.headers.get('x-core-total'), await head.text()]).toEqual([200, '3', '']);
    const { body, headers } = await core.ask('author', 'OPTIONS', '/core/v2/media');
    expect([headers.get('allow'), body.methods]).toEqual(['GET, POST', ['GET', 'POST']]);
    expect(Object.keys(body.endpoints[0].args)).toEqual(expect.arrayContaining(['media_type', 'mime_type', 'parent']));
    expect(body.endpoints[1].args.caption.properties).toHaveProperty('raw');
  });
});

describe('one medium', () => {
  const read = async (name: string, as: RoleName, query = '') => {
    const { status, body } = await core.ask(as, 'GET', `/core/v2/media/${ids[name] ?? name}${query}`);
    return status === 200 ? 200 : `${status} ${body.code}`;
  };

  it.each([
    ['pier', 'visitor', '', 200],
    ['map', 'visitor', '', 200],
    ['plan', 'visitor', '', '401 rest_forbidden'],
    ['plan', 'author', '', '403 rest_forbidden'],
    ['plan', 'editor', '', 200],
    ['notes', 'visitor', '', '401 rest_forbidden'],
    ['notes', 'contributor', '', '403 rest_forbidden'],
    ['notes', 'author', '', 200],
    ['notes', 'editor', '', 200],
    ['pier', 'visitor', '?context=edit', '401 rest_forbidden_context'],
    ['map', 'author', '?context=edit', '403 rest_forbidden_context'],
    ['pier', 'author', '?context=edit', 200],
    ['published', 'visitor', '', '404 rest_post_invalid_id'],
    ['99999', 'visitor', '', '404 rest_post_invalid_id'],
  ] as const)('%s is for a %s %s: %s', async (name, as, query, expected) => {
    expect(await read(name, as, query)).toBe(expected);
  });

  it('has fewer members when it is embedded', async () => {
    const { body } = await core.ask('visitor', 'GET', `/core/v2/media/${ids.map}?context=embed`);
    expect(Object.keys(body)).toEqual([
      'id',
      'date',
      'slug',
      'type',
      'link',
      'title',
      'author',
      'featured_media',
      'caption',
      'alt_text',
      'media_type',
      'mime_type',
      'media_details',
      'source_url',
      '_links',
    ]);
  });

  it('shows no raw texts to readers', async () => {
    const { body, headers } = await core.ask('visitor', 'GET', `/core/v2/media/${ids.pier}`);
    expect([body.title, body.caption, body.guid]).toEqual([
      { rendered: 'pier' },
      { rendered: '<p>Old harbour</p>\n' },
      { rendered: 'http://site.test/uploads/2026/05/pier.jpg' },
    ]);
    expect(body).not.toHaveProperty('missing_image_sizes');
    expect(headers.get('link')).toBe('<http://site.test/pier/>; rel="alternate"; type=text/html');
  });
});

describe('a change of a medium', () => {
  const refusal = async (as: RoleName, name: string, body: object = { title: 'New' }, method = 'POST') => {
    const answer = await core.ask(as, method, `/core/v2/media/${ids[name]}`, body);
    return `${answer.status} ${answer.body.code}`;
  };

  it('is for its owner, and for users who may edit others’', async () => {
    expect(await refusal('visitor', 'pier')).toBe('401 rest_cannot_edit');
    expect(await refusal('contributor', 'pier')).toBe('403 rest_cannot_edit');
    expect(await refusal('author', 'map')).toBe('403 rest_cannot_edit');
    const own = await core.ask('author', 'PATCH', `/core/v2/media/${ids.pier}`, {
      alt_text: '<b>A pier</b>',
      caption: { raw: 'x<script>y</script>' },
    });
    expect([own.status, own.body.alt_text, own.body.caption.raw]).toEqual([200, 'A pier', 'xy']);
  });

  it('attaches it to posts only', async () => {
    const attach = (post: unknown) => core.ask('editor', 'POST', `/core/v2/media/${ids.song}`, { post });
    expect((await attach(ids.draft)).body.post).toBe(ids.draft);
    expect((await attach(ids.map)).body.code).toBe('rest_invalid_param');
    expect((await attach(0)).body.post).toBeNull();
    expect(await refusal('author', 'pier', { post: ids.published })).toBe('403 rest_cannot_edit');
  });

  it('compares versions', async () => {
    const path = `/core/v2/media/${ids.song}`;
    const etag = (await core.ask('editor', 'GET', `${path}?context=edit`)).headers.get('etag') ?? '';
    const first = await core.ask('editor', 'POST', path, { title: 'Sung' }, { 'if-match': etag });
    const second = await core.ask('editor', 'POST', path, { title: 'Sang' }, { 'if-match': etag });
    expect([first.status, second.status, second.body.code]).toEqual([200, 412, 'rest_precondition_failed']);
  });
});

describe('the featured image of a post', () => {
  const write = (featured_media: unknown) =>
    core.ask('editor', 'POST', `/core/v2/posts/${ids.published}`, { featured_media });

  it('must be an existing picture', async () => {
    const { status, body } = await write(ids.map);
    expect([status, body.featured_media]).toEqual([200, ids.map]);
    expect(body._links['core:featuredmedia'][0].href).toBe(`http://site.test/en/json/core/v2/media/${ids.map}`);
    expect((await write(99_999)).body.code).toBe('rest_invalid_featured_media');
    expect((await write(ids.plan)).body.featured_media).toBe(0);
  });

  it('must be readable by the writer', async () => {
    const path = `/core/v2/posts`;
    await upload('hidden', 'hidden.png', await picture(8, 8, 'png'), '&status=private', 'editor');
    const withImage = (as: RoleName) => core.ask(as, 'POST', path, { title: 'x', featured_media: ids.hidden });
    const refused = await withImage('contributor');
    expect([refused.status, refused.body.code]).toEqual([400, 'rest_invalid_featured_media']);
    expect((await withImage('editor')).body.featured_media).toBe(ids.hidden);
  });

  it('is embedded, and removed with the medium', async () => {
    await upload('gone', 'gone.jpg', await picture(8, 8), '', 'editor');
    await write(ids.gone);
    const path = `/core/v2/posts/${ids.published}`;
    const embedded = (await core.ask('visitor', 'GET', `${path}?_embed=core:featuredmedia`)).body;
    expect(embedded._embedded['core:featuredmedia'][0]).toMatchObject({ id: ids.gone, media_type: 'image' });
    await core.ask('editor', 'DELETE', `/core/v2/media/${ids.gone}?force=true`);
    expect((await core.ask('visitor', 'GET', path)).body.featured_media).toBe(0);
  });
});

describe('the deletion of a medium', () => {
  const remove = async (name: string, as: RoleName, query = '?force=true') =>
    core.ask(as, 'DELETE', `/core/v2/media/${ids[name]}${query}`);

  it('is for its owner, by force', async () => {
    for (const [as, code] of [
      ['visitor', 'rest_cannot_delete'],
      ['contributor', 'rest_cannot_delete'],
    ] as const)
      expect((await remove('pier', as)).body.code).toBe(code);
    expect((await remove('map', 'author')).body.code).toBe('rest_cannot_delete');
    const kept = await remove('pier', 'author', '');
    expect([kept.status, kept.body.code]).toEqual([501, 'rest_trash_not_supported']);
  });

  it('removes its files', async () => {
    const { body } = await uploadRaw(core, { content: await picture(400, 300), name: 'ends.jpg' });
    ids.ends = body.id;
    const paths = ['ends.jpg', 'ends-300x225.jpg', 'ends-150x150.jpg'].map((name) => `2026/05/${name}`);
    const there = () => Promise.all(paths.map((path) => core.media.files.exists(path)));
    expect(await there()).toEqual([true, true, true]);
    const answer = await remove('ends', 'author');
    expect([answer.status, answer.body.deleted, answer.body.previous.id]).toEqual([200, true, ids.ends]);
    expect([answer.body.previous._links, answer.headers.get('etag')]).toEqual([undefined, null]);
    expect(await there()).toEqual([false, false, false]);
    expect((await remove('ends', 'author')).status).toBe(404);
    expect(await core.entries.list('unsettled-files')).toEqual([]);
  });

  it('does not follow from that of the post it was attached to', async () => {
    const { id } = (await core.ask('editor', 'POST', '/core/v2/posts', { title: 'Brief' })).body;
    await upload('left', 'left.txt', 'x', `&post=${id}`, 'editor');
    await core.ask('editor', 'DELETE', `/core/v2/posts/${id}?force=true`);
    expect((await core.ask('visitor', 'GET', `/core/v2/media/${ids.left}`)).body.post).toBeNull();
  });

  it('does not follow from that of its owner', async () => {
    await upload('handed', 'handed.txt', 'x', '&author=3', 'editor');
    await core.ask('administrator', 'DELETE', '/core/v2/users/3?force=true&reassign=2');
    expect((await core.ask('visitor', 'GET', `/core/v2/media/${ids.handed}`)).body.author).toBe(2);
  });
});
