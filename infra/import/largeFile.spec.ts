import { execFile } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const COMMAND = fileURLToPath(new URL('../cli/main.ts', import.meta.url));
const POSTS = 400;
const META = '<wp:postmeta><wp:meta_key>_edit_lock</wp:meta_key><wp:meta_value>1</wp:meta_value></wp:postmeta>\n';
/** The memory limit: less than all elements of the file need. */
const MEGABYTES = 112;

/** Yields 40 MB with more skipped elements than texts, as in real sites. */
const exported = function* () {
  yield '<rss><channel><wp:wxr_version>1.2</wp:wxr_version>\n';
  for (let index = 0; index < POSTS; index++)
    yield `<item><title>Post ${index}</title><wp:post_name>post-${index}-of-a-large-site</wp:post_name>
      <wp:post_type>post</wp:post_type><wp:comment/>${META.repeat(1_000)}</item>\n`;
  yield '</channel></rss>';
};

describe('a file that is larger than the memory', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-large-'));
  let server: Server;
  let root = '';
  let made = 0;
  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume().on('end', () => {
        response.setHeader('link', `<${root}/>; rel="urn:almanac:rel:"`);
        response.setHeader('content-type', 'application/json');
        const isRecord = request.method === 'POST' && request.url?.includes('/import-keys') === false;
        response.end(isRecord ? JSON.stringify({ id: ++made, date: '', slug: '' }) : '[]');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    root = `http://127.0.0.1:${(server.address() as AddressInfo).port}/en/json`;
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  });

  it('is imported from its beginning to its end', async () => {
    const file = join(folder, 'site.xml');
    await pipeline(Readable.from(exported()), createWriteStream(file));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [`--max-old-space-size=${MEGABYTES}`, COMMAND, 'import', file, '--site', root],
      { env: { ...process.env, ALMANAC_USER: 'admin', ALMANAC_PASSWORD: 'spec' } },
    );
    expect(stdout).toContain(`posts: ${POSTS} created, 0 updated, 0 unchanged, 0 left out`);
    expect(stdout).toContain(`${POSTS} comments: they have no text`);
    expect(made).toBe(POSTS);
  });
});

/** Entries of a large calendar: as many as the importer must hold in the long form. */
const ENTRIES = process.env.LONG === '1' ? 50_000 : 12_000;
/** The heap limit for a calendar, in megabytes. */
const CALENDAR_MEGABYTES = 96;
/** Maximum resident memory, in megabytes. */
const MAX_RESIDENT_MB = 300;

const entries = function* () {
  yield 'BEGIN:VCALENDAR\r\n';
  for (let index = 0; index < ENTRIES; index++)
    yield [
      'BEGIN:VEVENT',
      `UID:${index}@large.example`,
      `DTSTART:20330${(index % 9) + 1}${String((index % 28) + 1).padStart(2, '0')}T190000Z`,
      `SUMMARY:Evening ${index}`,
      `LOCATION:Hall ${index % 500}`,
      `DESCRIPTION:Number ${index}. ${'Bring a friend and something to share. '.repeat(20)}`,
      'END:VEVENT\r\n',
    ].join('\r\n');
  yield 'END:VCALENDAR\r\n';
};

describe(`a calendar of ${ENTRIES.toLocaleString('en-US')} entries`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-large-calendar-'));
  const ids = new Map<string, number>();
  let server: Server;
  let root = '';
  let importing: number | undefined;
  let resident = 0;

  /** Answers as a site that stores each entry of a batch. */
  const answerOf = (url: string, body: string): object => {
    if (url.endsWith('/batch')) {
      for (const { import_uid: uid } of JSON.parse(body).events) ids.set(uid, ids.size + 1);
      return { next_batch_hash: 'h' };
    }
    if (url.includes('/event-import/')) return { import_id: 'i', batch_hash: 'h' };
    const asked = new URL(url, root).searchParams.getAll('import_uid[]').filter((uid) => ids.has(uid));
    const stored = { venue: [], organizer: [], status: 'publish', modified: '' };
    return { events: asked.map((uid) => ({ ...stored, import_uid: uid, id: ids.get(uid) })) };
  };

  beforeAll(async () => {
    server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${importing}/status`, 'utf8'))?.[1];
        resident = Math.max(resident, Number(peak) / 1_024);
        response.setHeader('link', `<${root}/>; rel="urn:almanac:rel:"`);
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(answerOf(request.url ?? '', Buffer.concat(pieces).toString())));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    root = `http://127.0.0.1:${(server.address() as AddressInfo).port}/en/json`;
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  });

  it('is imported in bounded memory', async () => {
    const file = join(folder, 'large.ics');
    await pipeline(Readable.from(entries()), createWriteStream(file));
    const window = ['--from', '2033-01-01', '--to', '2034-01-01'];
    const args = [`--max-old-space-size=${CALENDAR_MEGABYTES}`, COMMAND, 'import', file, '--site', root, ...window];
    const running = promisify(execFile)(process.execPath, args, {
      env: { ...process.env, ALMANAC_USER: 'admin', ALMANAC_PASSWORD: 'spec' },
    });
    importing = running.child.pid;
    const { stdout } = await running;
    expect(stdout).toContain(`${ENTRIES} created, 0 updated, 0 unchanged`);
    expect(ids.size).toBe(ENTRIES);
    expect(resident).toBeLessThan(MAX_RESIDENT_MB);
  });
});
