import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOutgoing } from '@almanac/outgoing';
import { type FakeService, startFakeServer } from '@almanac/outgoing/testing';
import { readPublicPolicy } from '@almanac/service';
import { type RoleName, serveCore, type TestService } from '../testing.contract.ts';
import { mediaOnDisk } from './mediaOnDisk.ts';
import { picture, uploadRaw } from './testing.contract.ts';

let core: TestService;
let fake: FakeService;
let asked: string[];
/** Every name that was resolved, once per resolution. */
const resolved: string[] = [];
let photo: Buffer;
const pages: Record<string, RequestListener> = {};

beforeAll(async () => {
  photo = await picture(400, 300);
  fake = await startFakeServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://x').pathname;
    asked.push(path);
    (pages[path] ?? ((_request, missing) => missing.writeHead(404).end()))(request, response);
  });
  // `turning.test` resolves to the server the first time and to an internal address later
  const resolve = async (name: string) => {
    resolved.push(name);
    const again = resolved.filter((each) => each === name).length > 1;
    return name === 'inner.test' || (again && name === 'turning.test') ? ['10.0.0.1'] : ['127.0.0.1'];
  };
  core = await serveCore(undefined, undefined, { outgoing: createOutgoing({ ...fake, resolve }) });
  const image: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(photo);
  };
  Object.assign(pages, {
    '/pier.jpg': image,
    '/picture': image,
    '/slow.jpg': image,
    '/one.jpg': image,
    '/two.jpg': image,
    '/three.jpg': image,
    '/text.jpg': (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    '/liar.jpg': (_request, response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end('<p>'),
    '/vector.svg': (_request, response) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>'),
    '/turning.jpg': image,
    '/inwards.jpg': (_request, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/pier.jpg' }).end(),
    '/to-inner-name.jpg': (_request, response) =>
      response.writeHead(302, { location: `http://inner.test:${fake.port}/pier.jpg` }).end(),
    '/moved.jpg': (_request, response) => response.writeHead(302, { location: '/pier.jpg' }).end(),
  } satisfies Record<string, RequestListener>);
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await core.stop();
  await fake.close();
});

const at = (path: string): string => `http://pictures.test:${fake.port}${path}`;

const ensureAll = async (images: readonly unknown[], as: RoleName | 'system' = 'author', fetch = true) => {
  const { status, body } = await core.ask(as, 'POST', '/internal/media', { images, fetch });
  return status === 200 ? body.media : `${status} ${body.code}`;
};

const ensure = async (image: unknown, as?: RoleName | 'system') => {
  const found = await ensureAll([image], as);
  return Array.isArray(found) ? found[0] : found;
};

describe('a picture at an address', () => {
  it('is fetched once, and stored as the caller’s', async () => {
    const first = await ensure(at('/pier.jpg'));
    expect(first).toMatchObject({
      status: 'inherit',
      title: 'pier',
      author: 3,
      file: { path: '/uploads/2026/05/pier.jpg', width: 400, height: 300, mimeType: 'image/jpeg' },
      sizes: { medium: { path: '/uploads/2026/05/pier-300x225.jpg', width: 300, height: 225 } },
    });
    expect(await ensure(at('/pier.jpg#top'), 'editor')).toEqual(first);
    expect(asked).toEqual(['/pier.jpg']);
    expect((await core.ask('visitor', 'GET', `/core/v2/media/${first.id}`)).status).toBe(200);
  });

  it('is fetched from a private address if the operator allows it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'almanac-media-'));
    const policy = readPublicPolicy({ PRIVATE_TARGETS: '127.0.0.1' });
    const { outgoing } = mediaOnDisk({ folder, policy });
    expect((await outgoing.fetch(`http://127.0.0.1:${fake.port}/pier.jpg`)).status).toBe(200);
    const unset = mediaOnDisk({ folder, policy: readPublicPolicy({}) });
    await expect(unset.outgoing.fetch(`http://127.0.0.1:${fake.port}/pier.jpg`)).rejects.toThrow('is not asked');
    rmSync(folder, { recursive: true });
  });

  it('is stored once for concurrent requests', async () => {
    const found = await Promise.all([1, 2, 3].map(() => ensure(at('/slow.jpg'))));
    expect(new Set(found.map(({ id }) => id)).size).toBe(1);
    const names = ['slow', 'slow-1', 'slow-2'].map((name) => `2026/05/${name}.jpg`);
    const kept = await Promise.all(names.map((name) => core.media.files.exists(name)));
    expect([kept.filter(Boolean).length, await core.entries.list('unsettled-files')]).toEqual([1, []]);
  });

  it('gets a suitable name, and is found through redirects', async () => {
    expect((await ensure(at('/picture'))).file.path).toBe('/uploads/2026/05/picture.jpg');
    expect((await ensure(at('/moved.jpg'))).file.path).toMatch(/^\/uploads\/2026\/05\/pier-\d\.jpg$/);
  });

  it('is the existing medium if it belongs to the site, by any of its versions', async () => {
    const { body } = await uploadRaw(core, { content: photo, name: 'own.jpg' });
    for (const path of ['/uploads/2026/05/own.jpg', '/uploads/2026/05/own-150x150.jpg'])
      expect((await ensure(`http://site.test${path}`)).id).toBe(body.id);
    expect(await ensure('http://site.test/uploads/2026/05/none.jpg')).toBeNull();
    expect(await ensure('http://site.test/core/v2/media')).toBeNull();
    expect(asked).toEqual([]);
  });

  it.each(['/none.jpg', '/text.jpg', '/liar.jpg', '/vector.svg'])('is refused if %s leads there', async (path) => {
    expect(await ensure(at(path))).toBeNull();
  });

  it('is refused if no request is permitted', async () => {
    for (const address of [
      'http://127.0.0.1:1/x.jpg',
      'http://user:word@pictures.test/x.jpg',
      `http://10.0.0.1:${fake.port}/pier.jpg`,
      `http://inner.test:${fake.port}/pier.jpg`,
      'http://169.254.169.254/pier.jpg',
    ])
      expect(await ensure(address)).toBeNull();
    expect(asked).toEqual([]);
  });

  it.each(['/inwards.jpg', '/to-inner-name.jpg'])('is refused if its address leads inwards: %s', async (path) => {
    expect(await ensure(at(path))).toBeNull();
    expect(asked).toEqual([path]);
  });

  it('is fetched from the checked address', async () => {
    expect(await ensure(`http://turning.test:${fake.port}/turning.jpg`)).toMatchObject({ title: 'turning' });
    expect(resolved.filter((name) => name === 'turning.test')).toHaveLength(1);
    expect(await ensure(`http://turning.test:${fake.port}/pier.jpg`)).toBeNull();
  });

  it('is fetched for users who may upload', async () => {
    expect(await ensure(at('/pier.jpg'), 'contributor')).toBe('403 rest_forbidden');
    expect(await ensure(at('/pier.jpg'), 'visitor')).toBe('401 rest_forbidden');
    expect(asked).toEqual([]);
  });
});

describe('pictures at several addresses', () => {
  const stored = async () =>
    (await core.ask('editor', 'GET', '/core/v2/media?per_page=100')).headers.get('x-core-total');

  it('are looked up without being fetched', async () => {
    expect(await ensureAll([at('/one.jpg'), 99_999], 'author', false)).toEqual([null, null]);
    expect(asked).toEqual([]);
  });

  it('are fetched in one commit, each once', async () => {
    const before = await core.store.last();
    const [one, two, again] = await ensureAll([at('/one.jpg'), at('/two.jpg'), at('/one.jpg#x')]);
    expect([one.title, two.title, again.id]).toEqual(['one', 'two', one.id]);
    expect(await core.store.last()).toBe(before + 1);
    expect(asked.toSorted()).toEqual(['/one.jpg', '/two.jpg']);
    expect(await ensureAll([at('/two.jpg'), one.id], 'author', false)).toEqual([two, one]);
  });

  it.each([['/none.jpg'], ['/text.jpg'], ['/liar.jpg']])(
    'are not stored if one of them is invalid: %s',
    async (path) => {
      const before = await stored();
      expect(await ensureAll([at('/three.jpg'), at(path)])).toEqual([null, null]);
      expect(await ensureAll([at('/three.jpg'), 'http://site.test/uploads/2026/05/none.jpg'])).toEqual([null, null]);
      expect([await stored(), await core.entries.list('unsettled-files')]).toEqual([before, []]);
      expect(await readdir(core.media.incoming)).toEqual([]);
    },
  );

  it('are refused if there are too many to fetch at once', async () => {
    const addresses = Array.from({ length: 11 }, (_, number) => at(`/three.jpg?${number}`));
    expect(await ensureAll(addresses)).toEqual(addresses.map(() => null));
    expect(asked).toEqual([]);
  });
});

describe('pictures of a host that stays silent', () => {
  let crowded: TestService;
  let isClosed: boolean;
  beforeAll(async () => {
    crowded = await serveCore(undefined, undefined, {
      outgoing: createOutgoing({ ...fake, places: { running: 1, waiting: 0 } }),
    });
    pages['/silent.jpg'] = (_request, response) => {
      isClosed = false;
      response.once('close', () => {
        isClosed = true;
      });
    };
  });
  afterAll(() => crowded.stop());

  const until = async (isTrue: () => boolean): Promise<void> => {
    while (!isTrue()) await new Promise((next) => setTimeout(next, 5));
  };

  it('are 503 while there is no place for them, and are given up with their client', async () => {
    const leaving = new AbortController();
    const body = JSON.stringify({ images: [at('/silent.jpg')], fetch: true });
    const headers = { 'content-type': 'application/json' };
    const held = crowded
      .send('author', '/internal/media', { method: 'POST', body, headers, signal: leaving.signal })
      .catch(() => 'left');
    await until(() => asked.includes('/silent.jpg'));
    const other = { images: [at('/pier.jpg')], fetch: true };
    const { status, headers: said } = await crowded.ask('author', 'POST', '/internal/media', other);
    expect([status, Number(said.get('retry-after')) > 0]).toEqual([503, true]);
    leaving.abort();
    expect(await held).toBe('left');
    await until(() => isClosed);
    expect((await crowded.ask('author', 'POST', '/internal/media', other)).body.media).toMatchObject([
      { title: 'pier' },
    ]);
    expect(await readdir(crowded.media.incoming)).toEqual([]);
  });
});

describe('a picture by its id', () => {
  it('is found by everybody', async () => {
    const { body } = await uploadRaw(core, { content: photo, name: 'known.jpg' });
    expect((await ensure(body.id, 'contributor')).id).toBe(body.id);
    const text = await uploadRaw(core, { content: 'x', name: 'known.txt' });
    expect([await ensure(text.body.id), await ensure(99_999)]).toEqual([null, null]);
    expect(await ensure('foo bar')).toBe('400 rest_invalid_param');
  });

  it('is found only by users who may read the post that it is attached to', async () => {
    const parent = (await core.ask('editor', 'POST', '/core/v2/posts', { title: 'Secret', status: 'private' })).body.id;
    const { body } = await uploadRaw(core, {
      as: 'editor',
      content: photo,
      name: 'secret.jpg',
      query: `?post=${parent}`,
    });
    for (const image of [body.id, body.source_url]) {
      expect([await ensure(image, 'author'), (await ensure(image, 'editor'))?.id]).toEqual([null, body.id]);
    }
  });
});
