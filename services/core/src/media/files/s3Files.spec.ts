import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { type FakeS3, S3_BUCKET, S3_CREDENTIALS, startFakeS3 } from '@almanac/testing/s3-server';
import { mediaFilesContract } from './mediaFiles.contract.ts';
import { createS3Files, type S3Files, type S3FilesOptions } from './s3Files.ts';

const MIB = 1024 * 1024;
const PATH = '2026/05/a.bin';

let s3: FakeS3;
let files: S3Files;
const open = (more: Partial<S3FilesOptions> = {}): S3Files =>
  createS3Files({
    bucket: S3_BUCKET,
    endpoint: s3.endpoint,
    region: 'test-1',
    prefix: 'site/',
    credentials: S3_CREDENTIALS,
    ...more,
  });

beforeAll(async () => {
  s3 = await startFakeS3();
});
afterAll(() => s3.close());
beforeEach(() => {
  for (const kept of [s3.objects, s3.uploads]) kept.clear();
  for (const kept of [s3.asked, s3.faults]) kept.length = 0;
  files = open();
});

mediaFilesContract('in a bucket', () => ({ files, leftovers: async () => [...s3.uploads.keys()] }));

describe('files in a bucket', () => {
  const large = randomBytes(12 * MIB);
  const parts = () => Readable.from([large.subarray(0, 5 * MIB), large.subarray(5 * MIB)], { objectMode: false });

  it('are objects below the prefix', async () => {
    await files.put(PATH, Buffer.from('content'));
    expect([...s3.objects.keys()]).toEqual([`site/${PATH}`]);
    await open({ prefix: '' }).put(PATH, Buffer.from('content'));
    expect([...s3.objects.keys()]).toEqual([`site/${PATH}`, PATH]);
  });

  it('are sent in parts if they are large, and read as a stream', async () => {
    await open({ partSize: 5 * MIB }).put(PATH, parts());
    expect(s3.asked.filter((line) => line.includes('partNumber'))).toHaveLength(3);
    const file = await files.open(PATH);
    expect(file?.size).toBe(large.length);
    expect(large.equals(await buffer(file?.read() ?? Readable.from([])))).toBe(true);
    expect(s3.uploads.size).toBe(0);
  });

  it('are not stored over another one in parts either', async () => {
    await files.put(PATH, Buffer.from('first'));
    await expect(open({ partSize: 5 * MIB }).put(PATH, parts())).rejects.toMatchObject({ code: 'file-taken' });
    expect([s3.objects.get(`site/${PATH}`)?.content.toString(), s3.uploads.size]).toEqual(['first', 0]);
  });

  it.each([
    ['of one request', Buffer.from('content'), 'PUT'],
    ['of parts', large, 'POST /media/site/2026/05/a.bin?uploadId'],
  ])('are stored although the answer to the write is lost: an upload %s', async (_what, content, at) => {
    s3.faults.push({ at, does: 'lost' });
    await open({ partSize: 5 * MIB }).put(PATH, Readable.from([content], { objectMode: false }));
    expect(s3.objects.get(`site/${PATH}`)?.content.equals(content)).toBe(true);
  });

  it('are stored after a failure that passes, and refused after one that lasts', async () => {
    s3.faults.push({ at: 'PUT', does: 503 });
    await files.put(PATH, Buffer.from('content'));
    s3.faults.push(...Array.from({ length: 3 }, () => ({ at: 'PUT', does: 500 }) as const));
    await expect(files.put('2026/05/b.bin', Buffer.from('x'))).rejects.toMatchObject({ code: 'file-storage' });
    expect(await files.exists('2026/05/b.bin')).toBe(false);
  });

  it('leave no parts behind if their source breaks', async () => {
    const broken = Readable.from(
      (async function* () {
        yield large;
        throw new Error('the client has left');
      })(),
      { objectMode: false },
    );
    await expect(open({ partSize: 5 * MIB }).put(PATH, broken)).rejects.toThrow('the client has left');
    expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0]);
  });

  it('fail as streams if the answer breaks', async () => {
    await files.put(PATH, large);
    const file = await files.open(PATH);
    s3.faults.push({ at: 'GET', does: 'cut' });
    await expect(buffer(file?.read() ?? Readable.from([]))).rejects.toMatchObject({ code: 'file-storage' });
    s3.objects.delete(`site/${PATH}`);
    await expect(buffer(file?.read() ?? Readable.from([]))).rejects.toMatchObject({ code: 'file-storage' });
  });

  it('end the request when their reader leaves', async () => {
    await files.put(PATH, large);
    const reading = (await files.open(PATH))?.read() ?? Readable.from([]);
    for await (const _ of reading) break;
    expect(reading.destroyed).toBe(true);
    expect(await text((await files.open(PATH))?.read({ start: 0, end: 0 }) ?? Readable.from([]))).toHaveLength(1);
  });

  it.each([
    ['wrong credentials', { credentials: { accessKeyId: 'AKIAOTHER', secretAccessKey: 'x' } }],
    ['another bucket', { bucket: 'other' }],
  ])('are not stored with %s, which the check of the bucket reports', async (_what, wrong) => {
    const other = open(wrong);
    await expect(other.put(PATH, Buffer.from('x'))).rejects.toMatchObject({ code: 'file-storage' });
    await expect(other.check()).rejects.toMatchObject({ code: 'file-storage' });
    expect(s3.objects.size).toBe(0);
    await expect(files.check()).resolves.toBeUndefined();
  });

  it('are cleared of old uploads in parts that nobody finishes', async () => {
    for (const [id, initiated] of [
      ['old', new Date(1)],
      ['new', new Date()],
    ] as const)
      s3.uploads.set(id, { key: `site/${PATH}`, headers: {}, initiated, parts: new Map() });
    await files.tidy(Date.now() - 60_000);
    expect([...s3.uploads.keys()]).toEqual(['new']);
  });
});
