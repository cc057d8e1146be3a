import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FakeS3, S3_BUCKET, S3_CREDENTIALS, startFakeS3 } from '@almanac/testing/s3-server';
import { serveCore, type TestService } from '../testing.contract.ts';
import { mediaOnS3, readS3Settings } from './mediaOnS3.ts';
import { picture, uploadRaw } from './testing.contract.ts';

const ACCESS = {
  MEDIA_BUCKET_ACCESS_KEY: S3_CREDENTIALS.accessKeyId,
  MEDIA_BUCKET_SECRET_KEY: S3_CREDENTIALS.secretAccessKey,
};

describe('the settings of a bucket', () => {
  it('are off without a bucket', () => expect(readS3Settings({})).toBeUndefined());

  it('are a bucket, with credentials of their own or those that the library finds', () => {
    const own = {
      MEDIA_BUCKET: 'b',
      MEDIA_BUCKET_ENDPOINT: 'https://s3.example.org',
      MEDIA_BUCKET_PREFIX: 'a/site',
      ...ACCESS,
    };
    expect(readS3Settings(own)).toEqual({
      bucket: 'b',
      endpoint: 'https://s3.example.org',
      region: 'us-east-1',
      prefix: 'a/site/',
      credentials: S3_CREDENTIALS,
    });
    expect(readS3Settings({ MEDIA_BUCKET: 'b' })).toMatchObject({ prefix: '', credentials: undefined });
  });

  it.each([
    [{ MEDIA_BUCKET_ENDPOINT: 'https://s3.example.org' }, 'MEDIA_BUCKET: is required'],
    [{ ...ACCESS }, 'MEDIA_BUCKET: is required'],
    [{ MEDIA_BUCKET: 'b', MEDIA_BUCKET_ACCESS_KEY: 'a' }, 'MEDIA_BUCKET_ACCESS_KEY: requires'],
    [{ MEDIA_BUCKET: 'b', MEDIA_BUCKET_PREFIX: '/a' }, 'MEDIA_BUCKET_PREFIX'],
    [{ MEDIA_BUCKET: 'b', MEDIA_BUCKET_ENDPOINT: 's3.example.org' }, 'MEDIA_BUCKET_ENDPOINT'],
  ])('are refused: %j', (own, fault) => {
    expect(() => readS3Settings(own)).toThrow(fault);
  });
});

describe('media in a bucket', () => {
  let s3: FakeS3;
  let core: TestService;
  let folder: string;
  let outside: ReturnType<typeof mediaOnS3>['outside'];
  beforeAll(async () => {
    s3 = await startFakeS3();
    folder = await mkdtemp(join(tmpdir(), 'almanac-spec-'));
    const bucket = {
      bucket: S3_BUCKET,
      endpoint: s3.endpoint,
      region: 'test-1',
      prefix: '',
      credentials: S3_CREDENTIALS,
    };
    const { media, outside: service } = mediaOnS3(bucket, { folder });
    outside = service;
    core = await serveCore(undefined, undefined, media);
  });
  afterAll(async () => {
    await core.stop();
    await s3.close();
    await rm(folder, { recursive: true });
  });
  const get = (name: string, headers: Record<string, string> = {}) =>
    core.send('visitor', `/uploads/2026/05/${name}`, { method: 'GET', headers });

  it('are uploaded with their renditions, served to everyone as from a folder, and deleted', async () => {
    const photo = await picture(400, 300);
    const { status, body } = await uploadRaw(core, { as: 'editor', content: photo, name: 'photo.jpg' });
    expect(status).toBe(201);
    expect([...s3.objects.keys()]).toEqual(expect.arrayContaining(['2026/05/photo.jpg', '2026/05/photo-300x225.jpg']));
    const whole = await get('photo.jpg');
    expect(Buffer.from(await whole.arrayBuffer()).equals(photo)).toBe(true);
    expect(whole.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const etag = whole.headers.get('etag') ?? '';
    const part = await get('photo.jpg', { range: 'bytes=0-3' });
    expect([part.status, Buffer.from(await part.arrayBuffer()).equals(photo.subarray(0, 4))]).toEqual([206, true]);
    expect((await get('photo.jpg', { 'cache-control': 'max-age=0', 'if-none-match': etag })).status).toBe(304);
    expect((await get('none.jpg')).status).toBe(404);
    expect(await readdir(join(folder, '.incomplete'))).toEqual([]);

    expect((await core.ask('editor', 'DELETE', `/core/v2/media/${body.id}?force=true`)).status).toBe(200);
    expect(s3.objects.size).toBe(0);
    expect((await get('photo.jpg')).status).toBe(404);
  });

  it('are refused, and leave nothing, if the bucket refuses them; the health tests name the bucket', async () => {
    for (const at of ['HEAD /media', 'PUT /media']) {
      s3.faults.push({ at, does: 403 });
      expect(await uploadRaw(core, { as: 'editor', content: 'words', name: 'words.txt' })).toMatchObject({
        status: 500,
        body: { code: 'rest_upload_file_error' },
      });
    }
    expect(s3.objects.size).toBe(0);
    expect(await outside.complaint()).toBeUndefined();
    s3.faults.push({ at: 'HEAD /media', does: 403 });
    await expect(outside.complaint()).rejects.toThrow('the bucket does not answer');
    expect(outside.setting).toBe('MEDIA_BUCKET');
  });
});
