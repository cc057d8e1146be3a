import { request as httpRequest } from 'node:http';
import { serveCore, type TestService } from '../../testing.contract.ts';
import { picture, uploadRaw } from '../testing.contract.ts';

let core: TestService;
let photo: Buffer;
beforeAll(async () => {
  core = await serveCore();
  photo = await picture(400, 300);
  const files: [string, Buffer | string][] = [
    ['photo.jpg', photo],
    ['plan.pdf', '%PDF-1.7'],
    ['words.txt', 'plain words'],
    ['page.html', '<!doctype html><script>alert(1)</script>'],
    ['run.js', 'alert(1)'],
    ['Été.txt', 'été'],
  ];
  for (const [name, content] of files) await uploadRaw(core, { as: 'editor', content, name });
});
afterAll(() => core.stop());

const get = (name: string, headers: Record<string, string> = {}, method = 'GET') =>
  core.send('visitor', `/uploads/2026/05/${name}`, { method, headers });

describe('an uploaded file', () => {
  it('is served as it arrived, with a permanent cache time', async () => {
    const response = await get('photo.jpg');
    expect(Buffer.from(await response.arrayBuffer()).equals(photo)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(photo.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      etag: expect.stringMatching(/^"[\da-z]+-[\da-z]+"$/),
      'last-modified': expect.stringContaining('GMT'),
    });
    expect(response.headers.get('content-disposition')).toBeNull();
    expect((await get('photo-300x225.jpg')).status).toBe(200);
  });

  it('answers HEAD', async () => {
    const response = await get('photo.jpg', {}, 'HEAD');
    expect([response.status, response.headers.get('content-length'), (await response.text()).length]).toEqual([
      200,
      String(photo.length),
      0,
    ]);
  });

  it('is not sent again to a client that has it', async () => {
    const { headers } = await get('photo.jpg');
    const etag = headers.get('etag') ?? '';
    const since = headers.get('last-modified') ?? '';
    for (const condition of [{ 'if-none-match': etag }, { 'if-none-match': '*' }, { 'if-modified-since': since }])
      expect((await get('photo.jpg', { 'cache-control': 'max-age=0', ...condition })).status).toBe(304);
    expect((await get('photo.jpg', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it.each([
    ['bytes=0-4', 206, 'bytes 0-4/11', 'plain'],
    ['bytes=6-', 206, 'bytes 6-10/11', 'words'],
    ['bytes=-5', 206, 'bytes 6-10/11', 'words'],
    ['bytes=6-99', 206, 'bytes 6-10/11', 'words'],
    ['bytes=0-1,2-4', 206, 'bytes 0-4/11', 'plain'],
    ['bytes=0-1,6-7', 200, null, 'plain words'],
    ['lines=1-2', 200, null, 'plain words'],
    ['bytes=x', 200, null, 'plain words'],
    ['bytes=99-', 416, 'bytes */11', ''],
  ])('is served in part for the range %s', async (range, status, contentRange, content) => {
    const response = await get('words.txt', { range });
    expect([response.status, response.headers.get('content-range'), await response.text()]).toEqual([
      status,
      contentRange,
      content,
    ]);
  });

  it('is served in part only to clients that have the rest of it', async () => {
    const etag = (await get('words.txt')).headers.get('etag') ?? '';
    expect((await get('words.txt', { range: 'bytes=0-4', 'if-range': etag })).status).toBe(206);
    expect((await get('words.txt', { range: 'bytes=0-4', 'if-range': '"other"' })).status).toBe(200);
  });

  it.each([
    ['page.html', 'text/html; charset=UTF-8', 'attachment'],
    ['run.js', 'application/javascript', 'attachment'],
    ['words.txt', 'text/plain; charset=UTF-8', null],
    ['plan.pdf', 'application/pdf', null],
  ])('is served by type: %s is %s', async (name, type, disposition) => {
    const { headers } = await get(name);
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([type, disposition]);
  });

  it('is found under its name with any letters', async () => {
    expect(await (await get('Ete.txt')).text()).toBe('été');
  });
});

describe('any other request to the uploads', () => {
  /** Sends the path unchanged; `fetch` would normalise it. */
  const statusOf = (path: string, method = 'GET') =>
    new Promise<number | undefined>((resolve, reject) => {
      const { port, hostname } = new URL(core.address);
      const sent = httpRequest({ port, hostname, path, method }, (response) => resolve(response.resume().statusCode));
      sent.on('error', reject).end();
    });

  it.each([
    '/uploads/2026/05/none.jpg',
    '/uploads/2026/05/',
    '/uploads/2026/05',
    '/uploads/',
    '/uploads/../package.json',
    '/uploads/2026/05/../../../package.json',
    '/uploads/2026/05/..%2f..%2f..%2fpackage.json',
    '/uploads/2026/05/%2e%2e',
    '/uploads/..%5c..%5cx',
    '/uploads/.incomplete/05/x',
    '/uploads/2026/05/.hidden',
    '/uploads/2026/05/a%00.jpg',
    '/uploads/2026/05/%',
    `/uploads/2026/05/${'x'.repeat(300)}`,
  ])('is not served: %s is 404', async (path) => {
    expect(await statusOf(path)).toBe(404);
  });

  it.each(['POST', 'PUT', 'DELETE'])('is refused: %s', async (method) => {
    expect(await statusOf('/uploads/2026/05/photo.jpg', method)).toBe(404);
  });
});
