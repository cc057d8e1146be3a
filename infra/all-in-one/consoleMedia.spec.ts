import {
  type AskedBrowser,
  applicationPassword,
  basic,
  type SiteWithPeople,
  startWithPeople,
} from './askedSite.contract.ts';

let s: SiteWithPeople;
beforeAll(async () => {
  s = await startWithPeople('administrator', 'editor', 'author', 'contributor', 'subscriber');
});
afterAll(() => s.running.stop());

const as = (role: string): AskedBrowser => s.person(role);

/** One pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const rest = async (role: string, path: string, init: RequestInit = {}) => {
  const headers = { ...basic(role, applicationPassword(role)), ...(init.headers as Record<string, string>) };
  const response = await fetch(`${s.origin}/en/json/core/v2/${path}`, { ...init, headers });
  // biome-ignore lint/suspicious/noExplicitAny: specs look into whatever was answered
  return { status: response.status, body: (await response.json()) as any };
};
const uploaded = async (role: string, name: string, query = '', content: Buffer = GIF): Promise<string> => {
  const headers = { 'content-type': 'image/gif', 'content-disposition': `attachment; filename="${name}"` };
  const { status, body } = await rest(role, `media${query}`, {
    method: 'POST',
    headers,
    body: new Uint8Array(content),
  });
  expect([name, status]).toEqual([name, 201]);
  return String(body.id);
};
const etagIn = (text: string): string =>
  (/name="etag" value="([^"]+)"/.exec(text)?.[1] ?? '').replaceAll('&quot;', '"');

describe('the media pages of the console', () => {
  it('list media for users who may change them, with search, kinds and pages', async () => {
    const own = await uploaded('author', 'pier.gif', '?title=Pier%20%26%20%3Cb%3E&alt_text=The%20pier');
    const others = await uploaded('editor', 'secret.txt', '?title=Notes&status=private', Buffer.from('plain'));
    const ofAuthor = (await as('author').show('media')).text;
    expect(ofAuthor).toContain(`/en/admin/media?id=${own}"><img src="${s.origin}/uploads/`);
    expect(ofAuthor).not.toContain(`media?id=${others}"`);
    const { text } = await as('editor').show('media');
    for (const id of [own, others]) expect(text).toContain(`/en/admin/media?id=${id}">`);
    expect(text).toContain('<span class="ending" aria-hidden="true">TXT</span>');
    const shown = async (query: string) =>
      [...(await as('editor').show(`media?${query}`)).text.matchAll(/media\?id=(\d+)"/g)].map(([, id]) => id);
    expect(await shown('kind=pictures')).toEqual([own]);
    expect(await shown('kind=documents&search=notes')).toEqual([others]);
    expect(await shown('kind=constructor&search=pier')).toEqual([own]);
    expect(await shown('kind=films')).toEqual([]);
    expect((await as('editor').show('media?page=999999999')).status).toBe(400);
    expect((await as('editor').show('media', 'fr-ca')).text).toContain('<h1>Images et fichiers</h1>');
  });

  it.each(['contributor', 'subscriber'])('are closed to a %s', async (role) => {
    const id = await uploaded('author', 'mine.gif', '?title=mine');
    for (const path of ['media', `media?id=${id}`]) expect((await as(role).show(path)).status).toBe(403);
    expect((await as(role).send('media', { id, title: 'Taken' })).status).toBe(403);
    expect((await rest('author', `media/${id}`)).body.title.rendered).toBe('mine');
  });

  it('have a form for each medium, which saves only the typed fields', async () => {
    const id = await uploaded('author', 'quay.gif', '?caption=Old');
    const post = await rest('author', 'posts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'About the quay' }),
    });
    const { text } = await as('author').show(`media?id=${id}`);
    expect(text).toMatch(/<input id="address" type="url" value="[^"]+\/uploads\/[^"]+quay.gif" readonly>/);
    expect(text).toContain(`<option value="${post.body.id}">About the quay</option>`);
    const form = { id, etag: etagIn(text), title: 'Q & A', caption: 'Old', description: '', status: 'inherit' };
    const typed = { ...form, alt_text: 'A quay\r\nat dusk', post: String(post.body.id) };
    const saved = await as('author').send('media', typed);
    expect([saved.status, saved.text.includes('It is saved.')]).toEqual([200, true]);
    expect(saved.text).toContain('name="title" type="text" value="Q &amp; A"');
    const stored = (await rest('author', `media/${id}?context=edit`)).body;
    expect(stored).toMatchObject({ alt_text: 'A quay at dusk', post: post.body.id, caption: { raw: 'Old' } });
  });

  it('overwrite no change of another user, and report a fault beside its field', async () => {
    const id = await uploaded('editor', 'boat.gif');
    const { text } = await as('editor').show(`media?id=${id}`);
    const form = { id, etag: etagIn(text), caption: '', description: '', alt_text: '', post: '0', status: 'inherit' };
    await as('editor').send('media', { ...form, title: 'First' });
    const late = await as('editor').send('media', { ...form, title: 'Second <i>' });
    expect(late.status).toBe(412);
    expect(late.text).toMatch(/<del>First<\/del><\/td><td><ins>Second &lt;i&gt;</);
    expect((await rest('editor', `media/${id}`)).body.title.rendered).toBe('First');
    const again = { ...form, etag: etagIn(late.text), title: 'Second' };
    expect((await as('editor').send('media', again)).status).toBe(200);
    const blind = await as('editor').send('media', { ...form, etag: '', title: 'Third' });
    expect(blind.status).toBe(412);
    const wrong = await as('editor').send('media', { ...form, etag: etagIn(blind.text), title: 'Second', post: id });
    expect([wrong.status, wrong.text.includes('id="post-fault"')]).toEqual([400, true]);
  });

  it('let users without the right neither change nor delete others’ media', async () => {
    const id = await uploaded('editor', 'other.gif');
    for (const form of [
      { id, title: 'Taken' },
      { id, action: 'delete' },
    ]) {
      const { status, text } = await as('author').send('media', form);
      expect([status, text.includes('role="alert"')]).toEqual([403, true]);
    }
    expect((await as('author').show(`media?id=${id}`)).status).toBe(403);
    expect((await as('author').show(`media?id=${id}&action=delete`)).status).toBe(403);
    expect((await rest('editor', `media/${id}`)).body.title.rendered).toBe('other');
  });

  it('delete a medium for good after a question, and only with the token of a form', async () => {
    const id = await uploaded('author', 'gone.gif', '?title=Gone%20%22soon%22');
    const { text } = await as('author').show(`media?id=${id}&action=delete`);
    expect(text).toContain('Delete “Gone &quot;soon&quot;” for good?');
    const unmeant = await s.as(as('author').cookie, '/en/admin/media', { form: { id, action: 'delete', token: 'x' } });
    expect(unmeant.status).toBe(403);
    const deleted = await as('author').send('media', { id, action: 'delete' });
    expect([deleted.status, deleted.text.includes('It is deleted.')]).toEqual([200, true]);
    expect((await rest('author', `media/${id}`)).status).toBe(404);
    expect((await as('author').send('media', { id, action: 'delete' })).status).toBe(404);
    expect((await as('author').send('media', { id: '__proto__', title: 'x' })).status).toBe(400);
  });
});

interface File {
  readonly name: string;
  readonly content?: Buffer | string;
  readonly type?: string;
  readonly part?: string;
}

/** Returns the body that a browser sends for a form with files: its fields, then its files. */
const multipart = (fields: Readonly<Record<string, string>>, files: readonly File[]): Buffer => {
  const pieces = [
    ...Object.entries(fields).map(([name, value]) => [`form-data; name="${name}"`, '', value] as const),
    ...files.map(
      ({ name, content = GIF, type = 'image/gif', part = 'file' }) =>
        [`form-data; name="${part}"; filename="${name}"`, `content-type: ${type}\r\n`, content] as const,
    ),
  ];
  const parts = pieces.flatMap(([disposition, more, content]) => [
    Buffer.from(`--edge\r\ncontent-disposition: ${disposition}\r\n${more}\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...parts, Buffer.from('--edge--\r\n')]);
};

const sendFiles = async (
  role: string,
  view: string,
  form: Readonly<Record<string, string>>,
  { files, cookie = as(role).cookie, headers = {} }: { files: readonly File[]; cookie?: string; headers?: object },
) => {
  const { token } = await s.tokens(as(role).cookie);
  const response = await fetch(`${s.origin}/en/admin/${view}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, 'content-type': 'multipart/form-data; boundary=edge', ...headers },
    body: new Uint8Array(multipart({ token, ...form }, files)),
  });
  return { status: response.status, location: response.headers.get('location') ?? '', text: await response.text() };
};
const upload = (role: string, ...files: readonly File[]) => sendFiles(role, 'media', { action: 'upload' }, { files });
const stored = async (): Promise<string[]> =>
  (await rest('editor', 'media?context=edit&status=inherit,private&per_page=100')).body.map(
    ({ source_url }: { source_url: string }) => source_url.slice(source_url.lastIndexOf('/') + 1),
  );

describe('an upload in a browser', () => {
  it('leads to the form of the new picture, where its alternative text is written', async () => {
    expect((await as('author').show('media')).text).toContain('enctype="multipart/form-data"');
    const { status, location } = await upload('author', { name: 'Été au port.gif' });
    expect([status, location]).toEqual([303, expect.stringMatching(/\/en\/admin\/media\?id=\d+&uploaded=1$/)]);
    const { text } = await as('author').show(location.slice(location.indexOf('media')));
    expect(text).toContain('role="status"><p>It is uploaded.');
    expect(text).toContain('value="Été au port"');
    const { id = '' } = /[?&]id=(?<id>\d+)/.exec(location)?.groups ?? {};
    const form = { id, etag: etagIn(text), title: 'Port', alt_text: 'Boats', caption: '', description: '', post: '0' };
    expect((await as('author').send('media', { ...form, status: 'inherit' })).status).toBe(200);
    expect((await rest('author', `media/${id}`)).body).toMatchObject({
      alt_text: 'Boats',
      source_url: expect.stringMatching(/Ete-au-port.gif$/),
    });
  });

  it('takes the first of two files, and removes paths from its name', async () => {
    const before = await stored();
    const { status } = await upload('author', { name: '..\\..\\etc/../first.gif' }, { name: 'second.gif' });
    expect([status, await stored()]).toEqual([303, ['first.gif', ...before]]);
  });

  it.each<readonly [string, File, string]>([
    [
      'a drawing that can hold scripts',
      { name: 'x.svg', content: '<svg xmlns="http://www.w3.org/2000/svg"/>', type: 'image/svg+xml' },
      'No smaller versions',
    ],
    [
      'a page that can run scripts',
      { name: 'x.html', content: '<!DOCTYPE html><p>', type: 'text/html' },
      'Files of this type',
    ],
    ['what is no picture', { name: 'x.jpg', content: 'text', type: 'image/jpeg' }, 'Files of this type'],
    ['a program', { name: 'x.exe', content: 'MZ', type: 'application/octet-stream' }, 'Files of this type'],
    ['an empty file', { name: 'x.gif', content: '' }, 'The file is empty.'],
    ['no file', { name: '', content: '', type: 'application/octet-stream' }, 'No file was sent.'],
    ['a file under another name', { name: 'x.gif', part: '__proto__' }, 'No file was sent.'],
  ])('reports beside the field why it refuses %s', async (_what, file, fault) => {
    const before = await stored();
    const { status, text } = await upload('author', file);
    expect([status, /id="file-fault">([^<]*)/.exec(text)?.[1]]).toEqual([400, expect.stringContaining(fault)]);
    expect(text).toContain('aria-invalid="true" aria-describedby="file-fault file-hint"');
    expect(await stored()).toEqual(before);
  });

  it('reports a refusal in the language of the page', async () => {
    const { token } = await s.tokens(as('author').cookie);
    const { text } = await as('author').send('media', { action: 'upload', token }, 'es-us');
    expect(text).toContain('id="file-fault">No se envió ningún archivo.');
  });

  it('refuses a file that is too large, and still answers', async () => {
    const before = await stored();
    const { status, text } = await upload('author', { name: 'x.txt', content: Buffer.alloc(65 * 1_024 * 1_024, 'x') });
    expect([status, text.includes('id="file-fault">The file is larger than 67,108,864 bytes.')]).toEqual([400, true]);
    expect(await stored()).toEqual(before);
  });

  it('refuses a name with a NUL, and a form that breaks off', async () => {
    const before = await stored();
    expect((await upload('author', { name: 'a\u0000b.gif' })).status).toBe(400);
    const headers = { cookie: as('author').cookie, 'content-type': 'multipart/form-data; boundary=edge' };
    const body = '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.gif"\r\n\r\nGIF89a';
    expect((await fetch(`${s.origin}/en/admin/media`, { method: 'POST', headers, body })).status).toBe(400);
    expect(await stored()).toEqual(before);
  });

  it('needs the right, the token of the user’s own form, and a page of the site', async () => {
    const before = await stored();
    const files = [{ name: 'x.gif' }];
    const form = { action: 'upload' };
    const statuses = [
      await sendFiles('contributor', 'media', form, { files }),
      await sendFiles('author', 'media', { ...form, token: 'x' }, { files }),
      await sendFiles('author', 'media', form, { files, cookie: as('editor').cookie }),
      await sendFiles('author', 'media', form, { files, cookie: '' }),
      await sendFiles('author', 'media', form, { files, headers: { 'sec-fetch-site': 'cross-site' } }),
    ].map(({ status }) => status);
    expect([statuses, await stored()]).toEqual([[403, 403, 403, 401, 403], before]);
  });
});

describe('a new picture in a form', () => {
  const fair = { title: 'Fair', start_date: '2031-06-10T19:30', end_date: '2031-06-10T22:00', status: 'draft' };
  const chosenIn = (text: string) => /<option value="(\d+)" selected>([^<]*)/.exec(text)?.slice(1) ?? [];
  const idIn = (text: string): string => /name="id" value="(\d+)"/.exec(text)?.[1] ?? '';

  it.each([
    ['posts', { title: 'News', content: 'x', status: 'draft' }],
    ['events', fair],
    ['venues', { venue: 'Hall', status: 'draft' }],
    ['organizers', { organizer: 'Ann', status: 'draft' }],
  ])('is uploaded with the form and chosen: %s', async (view, form) => {
    const files = [{ name: `${view}.gif` }];
    const { status, text } = await sendFiles('author', view, { ...form, file_alt: 'A "hall"' }, { files });
    expect([status, chosenIn(text)[1]]).toEqual([200, `${view} – A &quot;hall&quot;`]);
    const without = { ...form, id: idIn(text), etag: etagIn(text), image: '', featured_media: '' };
    const none = [{ name: '', content: '', type: 'application/octet-stream' }];
    const changed = await sendFiles('author', view, without, { files: none });
    expect([
      changed.status,
      /<select id="(?:image|featured_media)-field"[^>]*>\n<option value="" selected>/.test(changed.text),
    ]).toEqual([200, true]);
  });

  it('stays chosen if another field is refused, and is not uploaded again', async () => {
    const files = [{ name: 'kept.gif' }];
    const refused = await sendFiles('author', 'events', { ...fair, website: 'none', file_alt: 'Kept' }, { files });
    expect([refused.status, chosenIn(refused.text)[1]]).toEqual([400, 'kept – Kept']);
    expect(refused.text).toMatch(/id="file_alt-field" name="file_alt"[^>]* value=""/);
    const before = await stored();
    const [image = ''] = chosenIn(refused.text);
    const saved = await sendFiles('author', 'events', { ...fair, image }, { files: [] });
    expect([saved.status, chosenIn(saved.text)[0], await stored()]).toEqual([200, image, before]);
  });

  it.each<readonly [string, File]>([
    ['that is none', { name: 'x.txt', content: 'words', type: 'text/plain' }],
    ['of a kind that is not taken', { name: 'x.svg', content: '<svg/>', type: 'image/svg+xml' }],
    ['that is too large', { name: 'x.gif', content: Buffer.alloc(65 * 1_024 * 1_024, 'x') }],
  ])(
    'is refused beside its field if it is a file %s, and nothing is saved and no typed text lost',
    async (_what, file) => {
      const before = await stored();
      const form = { ...fair, title: 'Typed "all"', file_alt: 'Words' };
      const { status, text } = await sendFiles('author', 'events', { action: '', ...form }, { files: [file] });
      expect([status, text.includes('id="file-fault"'), text.includes('href="#file-field"')]).toEqual([
        400,
        true,
        true,
      ]);
      for (const value of ['Typed &quot;all&quot;', 'Words']) expect(text).toContain(`value="${value}"`);
      expect(await stored()).toEqual(before);
      expect((await as('author').show('events?search=Typed')).text).toContain('There are no such events.');
    },
  );

  it('is not offered to users who may not upload, nor taken from them', async () => {
    expect((await as('contributor').show('events?action=new')).text).not.toContain('type="file"');
    const before = await stored();
    const { status } = await sendFiles('contributor', 'events', fair, { files: [{ name: 'x.gif' }] });
    expect([status, await stored()]).toEqual([403, before]);
  });

  it('has to be chosen again if the session has ended, while the typed text waits', async () => {
    const before = await stored();
    const { status, text } = await sendFiles('author', 'events', fair, { files: [{ name: 'x.gif' }], cookie: '' });
    expect([status, text.includes('name="title" value="Fair"')]).toEqual([401, true]);
    expect(text).toContain('choose it again in the form');
    expect(await stored()).toEqual(before);
  });
});
