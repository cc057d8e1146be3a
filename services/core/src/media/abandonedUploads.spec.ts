import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveCore, type TestService } from '../testing.contract.ts';
import { createDiskFiles } from './files/diskFiles.ts';
import type { MediaFiles } from './files/mediaFiles.ts';
import { picture, uploadRaw } from './testing.contract.ts';

let folder: string;
let core: TestService;
let files: MediaFiles;
let stored: string[];
/** Awaited before a rendition is stored. */
let gate: () => Promise<void>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-spec-'));
  stored = [];
  gate = async () => undefined;
  files = createDiskFiles(folder);
  const put: MediaFiles['put'] = async (path, content) => {
    if (/-\d+x\d+\.jpg$/.test(path)) await gate();
    await files.put(path, content);
    stored.push(path);
  };
  core = await serveCore(undefined, undefined, { files: { ...files, put } });
});
afterEach(async () => {
  await core.stop();
  await rm(folder, { recursive: true });
});

const send = async (signal: AbortSignal) =>
  core.send('author', '/core/v2/media', {
    method: 'POST',
    headers: {
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment; filename="left.jpg"',
      'idempotency-key': 'left',
    },
    body: new Uint8Array(await picture(1_200, 1_600)),
    signal,
  });

/** Disconnects a client while the first rendition is being stored; resolves once core can have noticed it. */
const leaveMeanwhile = async (): Promise<void> => {
  const client = new AbortController();
  const reached = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  gate = async () => {
    reached.resolve();
    await left.promise;
  };
  const sent = send(client.signal).catch((error: Error) => error.name);
  await reached.promise;
  client.abort();
  expect(await sent).toBe('AbortError');
  await core.ask('visitor', 'GET', '/core/v2/media');
  left.resolve();
};

describe('an upload whose client has left', () => {
  it('ends, and leaves neither a medium nor files behind', async () => {
    await leaveMeanwhile();
    const next = await uploadRaw(core, { content: await picture(400, 300), name: 'next.jpg' });
    expect(next.status).toBe(201);
    expect(stored.filter((path) => path.includes('left'))).toEqual(['2026/05/left.jpg', '2026/05/left-225x300.jpg']);
    const kept = await Promise.all(stored.map((path) => files.exists(path)));
    expect(kept.filter(Boolean)).toHaveLength(3);
    expect(await core.entries.list('unsettled-files')).toEqual([]);
    const { body } = await core.ask('visitor', 'GET', '/core/v2/media');
    expect(body.map(({ id }: { id: number }) => id)).toEqual([next.body.id]);
  });

  it('may be repeated with the same Idempotency-Key', async () => {
    await leaveMeanwhile();
    gate = async () => undefined;
    let status = 409;
    // wait until the first request has ended
    while (status === 409) ({ status } = await send(new AbortController().signal));
    expect(status).toBe(201);
  });
});

describe('an upload without a free name', () => {
  it('is refused after a bounded number of tries', async () => {
    const taken = { ...files, exists: async () => true };
    const other = await serveCore(undefined, undefined, { files: taken });
    const { status, body } = await uploadRaw(other, { content: 'x', name: 'a.txt' });
    await other.stop();
    expect([status, body.code]).toEqual([500, 'rest_upload_file_error']);
  });
});

describe('an upload whose post is deleted while its renditions are created', () => {
  it('is attached to no post', async () => {
    const { id } = (await core.ask('author', 'POST', '/core/v2/posts', { title: 'x' })).body;
    gate = async () => void (await core.ask('author', 'DELETE', `/core/v2/posts/${id}?force=true`));
    const { status, body } = await uploadRaw(core, { content: await picture(400, 300), query: `?post=${id}` });
    expect([status, body.post]).toEqual([201, null]);
    const listed = await core.ask('visitor', 'GET', '/core/v2/media');
    expect(listed.body.map((medium: { id: number }) => medium.id)).toEqual([body.id]);
  });
});
