import { hash } from 'node:crypto';
import { serveCore, type TestService } from '../testing.contract.ts';
import { picture, uploadForm, uploadRaw } from './testing.contract.ts';

let core: TestService;
let photo: Buffer;
beforeAll(async () => {
  core = await serveCore();
  photo = await picture(400, 300);
});
afterAll(() => core.stop());

describe('an uploaded file', () => {
  it('is answered as a medium that can be edited', async () => {
    const { status, body, headers } = await uploadRaw(core, {
      content: photo,
      name: 'My Photo (1).jpg',
      query: '?alt_text=A%20pier&caption=At%20dusk&description=Long%20ago',
    });
    expect(status).toBe(201);
    const { id } = body;
    expect(headers.get('location')).toBe(`http://site.test/en/json/core/v2/media/${id}`);
    expect(headers.get('x-core-upload-attachment-id')).toBe(String(id));
    expect(headers.get('etag')).toMatch(/^"1-/);
    const base = 'http://site.test/uploads/2026/05/My-Photo-1';
    const rendition = (width: number, height: number) => ({
      file: `My-Photo-1-${width}x${height}.jpg`,
      width,
      height,
      filesize: expect.any(Number),
      mime_type: 'image/jpeg',
      source_url: `${base}-${width}x${height}.jpg`,
    });
    expect(body).toEqual({
      id,
      date: '2026-05-01T08:00:00',
      date_gmt: '2026-05-01T12:00:00',
      guid: { rendered: `${base}.jpg`, raw: `${base}.jpg` },
      modified: '2026-05-01T08:00:00',
      modified_gmt: '2026-05-01T12:00:00',
      slug: 'my-photo-1',
      status: 'inherit',
      type: 'attachment',
      link: 'http://site.test/my-photo-1/',
      title: { raw: 'My-Photo-1', rendered: 'My-Photo-1' },
      author: 3,
      featured_media: 0,
      comment_status: 'open',
      ping_status: 'closed',
      template: '',
      meta: expect.objectContaining({ _EventAllDay: false }),
      permalink_template: 'http://site.test/%postname%/',
      generated_slug: 'my-photo-1',
      class_list: [`post-${id}`, 'attachment', 'type-attachment', 'status-inherit', 'hentry'],
      description: {
        raw: 'Long ago',
        rendered: `<p class="attachment"><a href='${base}.jpg'><img loading="lazy" decoding="async" width="300" height="225" src="${base}-300x225.jpg" class="attachment-medium size-medium" alt="A pier" srcset="${base}-300x225.jpg 300w, ${base}.jpg 400w" sizes="(max-width: 300px) 100vw, 300px" /></a></p>\n<p>Long ago</p>\n`,
      },
      caption: { raw: 'At dusk', rendered: '<p>At dusk</p>\n' },
      alt_text: 'A pier',
      media_type: 'image',
      mime_type: 'image/jpeg',
      media_details: {
        width: 400,
        height: 300,
        file: '2026/05/My-Photo-1.jpg',
        filesize: photo.length,
        sizes: {
          medium: rendition(300, 225),
          thumbnail: rendition(150, 150),
          full: {
            file: 'My-Photo-1.jpg',
            width: 400,
            height: 300,
            mime_type: 'image/jpeg',
            source_url: `${base}.jpg`,
          },
        },
        image_meta: expect.objectContaining({ aperture: '0', keywords: [] }),
      },
      post: null,
      source_url: `${base}.jpg`,
      missing_image_sizes: [],
      _links: expect.objectContaining({
        self: [
          {
            href: `http://site.test/en/json/core/v2/media/${id}`,
            targetHints: { allow: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
          },
        ],
        collection: [{ href: 'http://site.test/en/json/core/v2/media' }],
        about: [{ href: 'http://site.test/en/json/core/v2/types/attachment' }],
        author: [{ embeddable: true, href: 'http://site.test/en/json/core/v2/users/3' }],
      }),
    });
  });

  it('may be sent in a form, with its fields', async () => {
    const { status, body } = await uploadForm(core, {
      as: 'editor',
      content: photo,
      name: 'Über uns.jpg',
      fields: { alt_text: 'We', status: 'private', slug: 'us', 'meta[_EventAllDay]': '1' },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title: { raw: 'Über uns' },
      slug: 'us',
      alt_text: 'We',
      status: 'private',
      source_url: 'http://site.test/uploads/2026/05/Uber-uns.jpg',
      meta: { _EventAllDay: true },
    });
  });

  it.each([
    ['<img src=x onerror=alert(1)>.jpg', 'author', 'img-srcx-onerroralert1'],
    ['<img src=y onerror=alert(1)>.jpg', 'editor', 'img-srcy-onerroralert1'],
    ['<b>Fair<i> & fete.jpg', 'author', 'Fair &amp; fete'],
    ['<b>Fair<i> & fete.jpg', 'editor', 'Fair & fete'],
  ] as const)('has for the name %s, sent by an %s, the title %s', async (name, as, title) => {
    const { body } = await uploadForm(core, { as, content: photo, name });
    expect(body.title.raw).toBe(title);
  });

  it('gets a unique name, and a slug', async () => {
    const uploads = [];
    for (let time = 0; time < 3; time++) uploads.push(await uploadRaw(core, { content: photo, name: 'same.jpg' }));
    expect(uploads.map(({ body }) => [body.source_url.split('/').at(-1), body.slug, body.title.raw])).toEqual([
      ['same.jpg', 'same', 'same'],
      ['same-1.jpg', 'same-1', 'same-1'],
      ['same-2.jpg', 'same-2', 'same-2'],
    ]);
  });

  it('keeps its name among concurrent ones', async () => {
    const content = Buffer.from('plain');
    const upload = () => uploadRaw(core, { content, name: 'race.txt', query: '?title=Race' });
    const answers = await Promise.all(Array.from({ length: 6 }, upload));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect(new Set(answers.map(({ body }) => body.source_url)).size).toBe(6);
    expect(answers.map(({ body }) => body.slug).sort()).toEqual([
      'race',
      'race-2',
      'race-3',
      'race-4',
      'race-5',
      'race-6',
    ]);
  });

  it('gets no slug that a post has', async () => {
    await core.ask('editor', 'POST', '/core/v2/posts', { title: 'Harbour', status: 'publish' });
    const { body } = await uploadRaw(core, { content: photo, name: 'x.jpg', query: '?title=Harbour' });
    expect(body.slug).toBe('harbour-2');
  });

  it('has only a size in bytes if it is not a picture', async () => {
    const { body } = await uploadRaw(core, { content: '%PDF-1.7', name: 'Plan.pdf', query: '?title=The%20plan' });
    expect(body).toMatchObject({
      media_type: 'file',
      mime_type: 'application/pdf',
      media_details: { filesize: 8, sizes: {} },
      missing_image_sizes: [],
      caption: { raw: '', rendered: '<p>The plan</p>\n' },
      description: {
        raw: '',
        rendered: `<p class="attachment"><a href='http://site.test/uploads/2026/05/Plan.pdf'>The plan</a></p>\n`,
      },
    });
    expect(body.media_details).toEqual({ filesize: 8, sizes: {} });
  });

  it('is attached to a post, in the folder of its month', async () => {
    const post = { title: 'Old', status: 'publish', date: '2024-02-03T04:05:06' };
    const { id } = (await core.ask('author', 'POST', '/core/v2/posts', post)).body;
    const { status, body } = await uploadRaw(core, { content: photo, name: 'old.jpg', query: `?post=${id}` });
    expect([status, body.post, body.link]).toEqual([201, id, 'http://site.test/old/old-2/']);
    expect(body.source_url).toBe('http://site.test/uploads/2024/02/old.jpg');
    expect(body._links['core:attached-to']).toEqual([
      { embeddable: true, post_type: 'post', id, href: `http://site.test/en/json/core/v2/posts/${id}` },
    ]);
  });

  it('links the page that it is attached to', async () => {
    const { id } = (await core.ask('editor', 'POST', '/core/v2/pages', { title: 'Rules', status: 'publish' })).body;
    const { body } = await uploadRaw(core, { content: photo, as: 'editor', name: 'rules.jpg', query: `?post=${id}` });
    expect(body._links['core:attached-to']).toEqual([
      { embeddable: true, post_type: 'page', id, href: `http://site.test/en/json/core/v2/pages/${id}` },
    ]);
  });

  it('may be named by its hash', async () => {
    const md5 = hash('md5', photo, 'hex');
    const right = await uploadRaw(core, { content: photo, headers: { 'content-md5': md5 } });
    expect(right.status).toBe(201);
    for (const wrong of [md5.toUpperCase(), hash('md5', photo, 'base64'), 'x']) {
      const { status, body } = await uploadForm(core, { content: photo, headers: { 'content-md5': wrong } });
      expect([status, body.code]).toEqual([412, 'rest_upload_hash_mismatch']);
    }
  });

  it('takes its title and caption from the picture', async () => {
    const { default: sharp } = await import('sharp');
    const tagged = await sharp(photo)
      .withExif({ IFD0: { ImageDescription: 'Pier at dusk' } })
      .jpeg()
      .toBuffer();
    const own = await uploadForm(core, { content: tagged, name: 'p1.jpg' });
    expect([own.body.title.raw, own.body.caption.raw, own.body.slug]).toEqual([
      'Pier at dusk',
      'Pier at dusk',
      'pier-at-dusk',
    ]);
    const sent = await uploadForm(core, { content: tagged, name: 'p1.jpg', fields: { title: 'Mine', caption: 'Own' } });
    expect([sent.body.title.raw, sent.body.caption.raw]).toEqual(['Mine', 'Own']);
  });

  it('is stored once for a repeated request', async () => {
    const headers = { 'idempotency-key': 'photo-1' };
    const first = await uploadForm(core, { content: photo, name: 'once.jpg', headers });
    const again = await uploadForm(core, { content: photo, name: 'once.jpg', headers });
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
  });
});
