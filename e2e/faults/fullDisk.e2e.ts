import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@almanac/testing';
import { expectVerified } from '../expectVerified.ts';
import { type Answer, credentials, type SiteProcess, startSite } from '../site.ts';

const DISK = '64m';
const PIECE = Buffer.alloc(4_096);

/** A disk of its own for a site: a file system in memory. */
const folder = mkdtempSync(join(tmpdir(), 'almanac-full-disk-'));
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'almanac-full-disk', folder]);
const isMounted = mounted.status === 0;
const reason = isMounted ? '' : ', skipped: this user may not mount a file system';

const filler = join(folder, 'filler');

/** Writes a file until nothing more fits. */
const fillDisk = (): void => {
  const file = openSync(filler, 'a');
  try {
    for (;;) writeSync(file, PIECE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
};

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

type Write = (site: SiteProcess, turn: number) => Promise<Pick<Answer, 'status' | 'body'>>;

const post =
  (path: string, body: (turn: number) => object): Write =>
  (site, turn) =>
    site.request('POST', path, { as: 'admin', body: body(turn) });

const at = { start_date: '2031-06-01 10:00:00', end_date: '2031-06-01 11:00:00' };
const longText = 'Bring a friend and something to share. '.repeat(500);

/** A write of each namespace that stores records. */
const writes: Readonly<Record<string, Write>> = {
  'core/v2': post('/core/v2/posts', (turn) => ({ title: `Note ${turn}`, content: longText, status: 'publish' })),
  'core/v2/media': async (site, turn) => {
    const headers = {
      authorization: credentials('admin'),
      'content-type': 'image/png',
      'content-disposition': `attachment; filename="picture-${turn}.png"`,
    };
    const answer = await fetch(`${site.root}/core/v2/media`, { method: 'POST', headers, body: png });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  },
  'cal/events/v1': post('/cal/events/v1/events', (turn) => ({ title: `Fair ${turn}`, description: longText, ...at })),
  'calx/v1': post('/calx/v1/events', (turn) => ({ title: `Walk ${turn}`, content: longText, ...at })),
  'redirection/v1': post('/redirection/v1/redirect', (turn) => ({
    url: `/old-${turn}`,
    match_type: 'url',
    action_type: 'url',
    action_code: 301,
    action_data: { url: `/new-${turn}` },
    group_id: 1,
  })),
  'popup/v1': post('/popup/v1/popups', (turn) => ({ title: `Offer ${turn}`, content: longText, status: 'publish' })),
  'i18n/st/v1': post('/i18n/st/v1/strings', (turn) => ({ domain: 'forms', name: `n${turn}`, value: longText })),
};

const namespaces = Object.entries(writes);
let turn = 0;

(isMounted ? describe : describe.skip)(`a site whose disk is full${reason}`, () => {
  afterAll(() => {
    spawnSync('umount', [folder]);
    rmSync(folder, { recursive: true, force: true });
  });

  it('refuses writes of every namespace with 503, answers reads, loses nothing and recovers', async () => {
    const data = join(folder, 'data');
    const site = await startSite({ DATA: data, LOG_LEVEL: 'silent' });
    try {
      const posts: unknown[] = [];
      const isAccepted = async ([namespace, write]: readonly [string, Write]): Promise<boolean> => {
        const { status, body } = await write(site, ++turn);
        if (status < 300 && namespace === 'core/v2') posts.push(body.id);
        if (status < 300) return true;
        expect([namespace, status, body.code]).toEqual([namespace, 503, 'rest_storage_full']);
        return false;
      };
      for (const each of namespaces) expect([each[0], await isAccepted(each)]).toEqual([each[0], true]);
      fillDisk();
      // a log may have free pages for some writes
      for (const each of namespaces) await eventually(async () => !(await isAccepted(each)), { every: 0 });
      for (const path of ['/core/v2/posts', '/cal/events/v1/events', '/redirection/v1/redirect', '/'])
        expect([path, (await site.request('GET', path, { as: 'admin' })).status]).toEqual([path, 200]);
      rmSync(filler);
      for (const each of namespaces) await eventually(() => isAccepted(each));
      for (const id of posts) expect((await site.request('GET', `/core/v2/posts/${id}`)).status).toBe(200);
    } finally {
      await site.stop();
    }
    expectVerified(data);
  });
});
