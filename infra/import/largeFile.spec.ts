import { execFile } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
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
