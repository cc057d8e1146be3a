import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { serveCore, type TestService } from '../testing.contract.ts';
import { picture, uploadForm, uploadRaw } from './testing.contract.ts';

let core: TestService;
let photo: Buffer;
beforeAll(async () => {
  core = await serveCore();
  photo = await picture(400, 300);
});
afterAll(() => core.stop());

/** Returns the header of a bitmap with these sides. */
const bitmap = (width: number, height: number): Buffer => {
  const content = Buffer.alloc(60);
  content.write('BM');
  content.writeUInt32LE(40, 14);
  content.writeUInt32LE(width, 18);
  content.writeInt32LE(height, 22);
  return content;
};

describe('an invalid upload', () => {
  const refusal = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

  it.each(['visitor', 'subscriber', 'contributor'] as const)('is refused to a %s', async (as) => {
    const { status, body } = await uploadRaw(core, { as, content: photo });
    expect([status, body.code]).toEqual([as === 'visitor' ? 401 : 403, 'rest_cannot_create']);
  });

  it('is refused with an id', async () => {
    expect(refusal(await uploadRaw(core, { content: photo, query: '?id=7' }))).toEqual([400, 'rest_post_exists']);
    expect(refusal(await uploadForm(core, { content: photo, fields: { id: '7' } }))).toEqual([400, 'rest_post_exists']);
  });

  it('is refused in another user’s name, except from users who edit others’', async () => {
    const others = await uploadRaw(core, { content: photo, query: '?author=2' });
    expect(refusal(others)).toEqual([403, 'rest_cannot_edit_others']);
    expect(refusal(await uploadForm(core, { content: photo, fields: { author: '2' } }))).toEqual([
      403,
      'rest_cannot_edit_others',
    ]);
    const allowed = await uploadRaw(core, { as: 'editor', content: photo, query: '?author=3' });
    expect([allowed.status, allowed.body.author]).toEqual([201, 3]);
    expect(refusal(await uploadRaw(core, { as: 'editor', content: photo, query: '?author=99' }))).toEqual([
      400,
      'rest_invalid_author',
    ]);
  });

  it.each([
    ['content-type', { 'content-type': '', 'content-disposition': '' }, 'rest_upload_no_content_type'],
    ['Content-Disposition', { 'content-disposition': '' }, 'rest_upload_no_content_disposition'],
    ['a file name', { 'content-disposition': 'attachment' }, 'rest_upload_invalid_disposition'],
  ])('is refused without %s', async (_what, headers, code) => {
    const init = { ...headers } as Record<string, string>;
    expect(refusal(await uploadRaw(core, { content: photo, headers: init }))).toEqual([400, code]);
  });

  it('is refused without a body, or as JSON', async () => {
    expect(refusal(await core.ask('author', 'POST', '/core/v2/media'))).toEqual([400, 'rest_upload_no_data']);
    const json = await core.ask('author', 'POST', '/core/v2/media', { title: 'x' });
    expect(refusal(json)).toEqual([400, 'rest_upload_no_content_disposition']);
    expect(refusal(await core.ask('author', 'POST', '/core/v2/media', { status: 'x' }))).toEqual([
      400,
      'rest_invalid_param',
    ]);
  });

  it.each([
    ['of a type that nobody may upload', 'x.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['of no type', 'name', 'text'],
    ['whose content is something else', 'x.jpg', 'text'],
    ['that is empty', 'x.txt', ''],
    ['that is a picture without width', 'x.bmp', bitmap(0, 7)],
    ['that is a picture without height', 'x.bmp', bitmap(7, 0)],
    ['that is a picture by its first bytes alone', 'x.jpg', Buffer.from('ffd8ffe000104a464946', 'hex')],
  ])('is refused: one %s', async (_what, name, content) => {
    const form = await uploadForm(core, { content, name, type: 'text/plain' });
    expect(refusal(form)).toEqual([400, 'rest_upload_unknown_error']);
    if (content.length === 0) return;
    expect(refusal(await uploadRaw(core, { content, name }))).toEqual([400, 'rest_upload_sideload_error']);
  });

  it('is refused in a form without a part named file', async () => {
    expect(refusal(await uploadForm(core, { content: photo, part: 'picture' }))).toEqual([
      400,
      'rest_upload_unknown_error',
    ]);
    const body = new FormData();
    body.append('title', 'x');
    const answer = await core.send('author', '/core/v2/media', { method: 'POST', body });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'rest_upload_no_data']);
  });

  it.each(['image/svg+xml', 'image/tiff', 'image/bmp'])('is refused in a form that declares %s', async (type) => {
    const { status, body } = await uploadForm(core, { content: photo, type });
    expect([status, body.code]).toEqual([400, 'rest_upload_image_type_not_supported']);
  });

  it('is refused in a broken form', async () => {
    const send = (body: string, type: string) =>
      core.send('author', '/core/v2/media', { method: 'POST', headers: { 'content-type': type }, body });
    const open = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc';
    for (const [body, type] of [
      [open, 'multipart/form-data; boundary=b'],
      ['nothing', 'multipart/form-data; boundary=b'],
      [open, 'multipart/form-data'],
      [open.replace('a.txt', 'a\0.txt'), 'multipart/form-data; boundary=b'],
      [open.replace('content-disposition', 'content disposition'), 'multipart/form-data; boundary=b'],
    ] as const) {
      const answer = await send(body, type);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'rest_invalid_form']);
    }
  });

  it.each([
    ['larger than they may be', [['title', 'x'.repeat(2_100_000)]], 413],
    [
      'larger together than they may be',
      ['title', 'caption', 'description'].map((name) => [name, 'x'.repeat(800_000)]),
      413,
    ],
    ['more than may be', Array.from({ length: 1_001 }, (_, index) => [`f${index}`, 'x']), 400],
  ] as const)('is refused in a form whose fields are %s', async (_what, fields, status) => {
    const { body, ...answer } = await uploadForm(core, {
      content: 'x',
      name: 'a.txt',
      fields: Object.fromEntries(fields),
    });
    expect([answer.status, body.code]).toEqual([
      status,
      status === 413 ? 'rest_payload_too_large' : 'rest_too_many_params',
    ]);
  });

  it('is refused with invalid members', async () => {
    expect(refusal(await uploadRaw(core, { content: photo, query: '?status=trash' }))).toEqual([
      400,
      'rest_invalid_param',
    ]);
    expect(refusal(await uploadForm(core, { content: photo, fields: { date: 'soon' } }))).toEqual([
      400,
      'rest_invalid_param',
    ]);
    expect(refusal(await uploadForm(core, { content: photo, fields: { template: 'x.html' } }))).toEqual([
      400,
      'rest_invalid_param',
    ]);
    expect(refusal(await uploadForm(core, { content: photo, fields: { featured_media: '99' } }))).toEqual([
      400,
      'rest_invalid_featured_media',
    ]);
  });

  it('is refused for a post that the user may not edit, and for no post', async () => {
    const { id } = (await core.ask('editor', 'POST', '/core/v2/posts', { title: 'Theirs' })).body;
    expect(refusal(await uploadRaw(core, { content: photo, query: `?post=${id}` }))).toEqual([403, 'rest_cannot_edit']);
    expect(refusal(await uploadRaw(core, { content: photo, query: '?post=99999' }))).toEqual([403, 'rest_cannot_edit']);
    const medium = (await uploadRaw(core, { content: photo })).body;
    expect(refusal(await uploadRaw(core, { content: photo, query: `?post=${medium.id}` }))).toEqual([
      400,
      'rest_invalid_param',
    ]);
  });
});

describe('the limits of an upload', () => {
  let small: TestService;
  beforeAll(async () => {
    small = await serveCore(undefined, undefined, {
      limits: { bytes: 5_000, pixels: { lines: 10_000, whole: 2_500, copies: 2_000 } },
    });
  });
  afterAll(() => small.stop());

  it.each(['raw', 'form', 'stream'])('cover bytes, announced or not: %s', async (how) => {
    const content = 'x'.repeat(5_001);
    const send = {
      raw: () => uploadRaw(small, { content, name: 'a.txt' }),
      form: () => uploadForm(small, { content, name: 'a.txt', type: 'text/plain' }),
      stream: async () => {
        const headers = { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename=a.txt' };
        const init = { method: 'POST', headers, body: new Blob([content]).stream(), duplex: 'half' } as RequestInit;
        const response = await small.send('author', '/core/v2/media', init);
        return { status: response.status, body: (await response.json()) as { code: string; message: string } };
      },
    }[how as 'raw'];
    const { status, body } = await send();
    const code = how === 'form' ? 'rest_upload_unknown_error' : 'rest_upload_sideload_error';
    expect([status, body.code, body.message]).toEqual([400, code, 'The file is larger than 5000 bytes.']);
    expect((await uploadRaw(small, { content: 'x'.repeat(5_000), name: 'a.txt' })).status).toBe(201);
  });

  it('cover pixels, whatever the bytes', async () => {
    const { status, body } = await uploadRaw(small, { content: await picture(200, 51, 'png'), name: 'a.png' });
    expect([status, body.message]).toEqual([400, 'The picture has more than 10000 pixels.']);
    expect((await uploadRaw(small, { content: await picture(200, 50, 'png'), name: 'a.png' })).status).toBe(201);
  });

  it.each([
    ['jpeg', 50],
    ['png', 50],
    ['webp', 50],
    ['gif', 50],
    ['avif', 40],
  ] as const)('are lower for pixels of pictures that are read whole: %s', async (format, most) => {
    const send = async (width: number) => {
      const content = await sharp(await picture(width, 50, 'png'))
        .toFormat(format, format === 'jpeg' || format === 'png' ? { progressive: true } : {})
        .toBuffer();
      return uploadRaw(small, { content, name: `a.${format}` });
    };
    const { status, body } = await send(most + 1);
    expect([status, body.message]).toEqual([400, `The picture has more than ${most * 50} pixels.`]);
    expect((await send(most)).status).toBe(201);
  });

  it('leave no received file behind, like every refusal', async () => {
    expect(await readdir(small.media.incoming)).toEqual([]);
    expect(await readdir(core.media.incoming)).toEqual([]);
  });
});
