import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { password, type SiteProcess, startSite } from '../site.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const KILLS = process.env.LONG === '1' ? 10 : 2;

/** The moment at which a process is killed: a request, before the site gets it or after the site has answered it. */
interface Moment {
  readonly at: number;
  readonly isAfter: boolean;
}

/** A proxy before a site that kills the importing process at a moment. */
class KillingProxy {
  readonly #server: Server;
  #requests = 0;
  #moment: Moment | undefined;
  #child: ChildProcess | undefined;

  constructor(site: SiteProcess) {
    this.#server = createServer((request, response) => {
      const { at, isAfter } = this.#moment ?? { at: 0, isAfter: false };
      const isLast = ++this.#requests === at;
      if (isLast && !isAfter) return void this.#child?.kill('SIGKILL');
      const { method, headers, url } = request;
      const asked = forward(`${site.origin}${url}`, { method, headers }, (answer) => {
        if (isLast) {
          this.#child?.kill('SIGKILL');
          answer.resume();
          return;
        }
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      asked.on('error', () => response.destroy());
      request.pipe(asked);
    });
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  /** Runs an import, killed at a moment if one is given. Returns its output and the number of its requests. */
  async run(file: string, moment?: Moment): Promise<{ readonly said: string; readonly requests: number }> {
    const { port } = this.#server.address() as AddressInfo;
    const account = { ALMANAC_USER: 'admin', ALMANAC_PASSWORD: password('admin') };
    const args = ['infra/cli/main.ts', 'import', file, '--site', `http://127.0.0.1:${port}/en/json`];
    const sameYears = ['--from', '2031-01-01', '--to', '2035-01-01', '--in-flight', '4'];
    this.#requests = 0;
    this.#moment = moment;
    const child = spawn(process.execPath, [...args, ...sameYears], { cwd: root, env: { ...process.env, ...account } });
    this.#child = child;
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text));
    await new Promise((resolve) => child.once('close', resolve));
    return { said, requests: this.#requests };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

interface ImportedFile {
  readonly name: string;
  /** Returns the content of the file, which may depend on records of the site; creates these. */
  content(site: SiteProcess): string | Promise<string>;
  /** Returns everything on the site that the file can change, without ids. */
  records(site: SiteProcess): Promise<unknown>;
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
// biome-ignore lint/suspicious/noExplicitAny: looks into whatever the site answers
const ask = async (site: SiteProcess, method: string, path: string, body?: unknown): Promise<any> =>
  (await site.request(method, path, { as: 'admin', ...(body !== undefined && { body }) })).body;

const calendar: ImportedFile = {
  name: 'fair.ics',
  content: () =>
    [
      'BEGIN:VCALENDAR',
      ...numbers(30).flatMap((index) => [
        'BEGIN:VEVENT',
        `UID:${index}@killed`,
        `DTSTART:203307${String((index % 28) + 1).padStart(2, '0')}T190000Z`,
        ...(index % 10 === 0 ? ['RRULE:FREQ=WEEKLY;COUNT=3'] : []),
        `SUMMARY:Evening ${index}`,
        `LOCATION:Hall ${index % 4}`,
        'END:VEVENT',
      ]),
      'END:VCALENDAR',
    ].join('\r\n'),
  records: async (site) => {
    const range = 'start_date=2033-01-01&end_date=2034-01-01&per_page=50';
    const { events } = await ask(site, 'GET', `/cal/events/v1/events?${range}`);
    const { venues } = await ask(site, 'GET', '/cal/events/v1/venues?per_page=50');
    return [
      events
        .map(({ title, start_date, venue }: Record<string, { venue?: string }>) => [title, start_date, venue?.venue])
        .toSorted(),
      venues.map(({ venue }: Record<string, unknown>) => venue).toSorted(),
    ];
  },
};

const exported: ImportedFile = {
  name: 'site.xml',
  content: () =>
    `<?xml version="1.0"?><rss version="2.0" xmlns:wp="w" xmlns:content="c"><channel><wp:wxr_version>1.2</wp:wxr_version>
    <wp:category><wp:term_id>9</wp:term_id><wp:category_nicename>sea</wp:category_nicename><wp:cat_name>Sea</wp:cat_name></wp:category>
    ${numbers(20)
      .map(
        (index) => `<item><title>Note ${index}</title><guid>http://old.example/?p=${index + 1}</guid>
        <content:encoded>Text ${index}</content:encoded><wp:post_id>${index + 1}</wp:post_id>
        <wp:post_name>note-${index % 5}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
        <category domain="category" nicename="sea">Sea</category></item>`,
      )
      .join('\n')}</channel></rss>`,
  records: async (site) => {
    const posts = await ask(site, 'GET', '/core/v2/posts?per_page=100&_fields=title,slug,content');
    const categories = await ask(site, 'GET', '/core/v2/categories?per_page=100');
    return [
      posts
        .filter(({ title }: { title: { rendered: string } }) => title.rendered.startsWith('Note '))
        .map(({ title, content }: Record<string, { rendered: string }>) => [title?.rendered, content?.rendered])
        .toSorted(),
      categories.map(({ name, count }: { name: string; count: number }) => [name, count]).toSorted(),
    ];
  },
};

const redirects: ImportedFile = {
  name: 'old.csv',
  content: () => ['source,target', ...numbers(40).map((index) => `/old-${index},/new-${index}`)].join('\n'),
  records: async (site) => {
    const { items } = await ask(site, 'GET', '/redirection/v1/redirect?per_page=200');
    return items.map(({ url, action_data }: Record<string, unknown>) => [url, action_data]).toSorted();
  },
};

const TM = '/i18n/tm/v1';
const jobOf = new Map<SiteProcess, number>();

const translations: ImportedFile = {
  name: 'fair.xlf',
  content: async (site) => {
    const post = { title: 'Harvest Fair', content: '<p>Come.</p>', status: 'publish' };
    const { id } = await ask(site, 'POST', '/core/v2/posts', post);
    const batch = { elements: [{ type: 'post_post', id }], target_languages: ['fr-ca'] };
    const { jobs } = await ask(site, 'POST', `${TM}/batches`, batch);
    const { job_id } = jobs[0].extra_data;
    jobOf.set(site, job_id);
    const { content } = await ask(site, 'GET', `${TM}/xliff/fetch/${job_id}`);
    return Buffer.from(content, 'base64')
      .toString()
      .replace(/(Harvest Fair[\s\S]*?)<target[^>]*><\/target>/, '$1<target state="final">Foire</target>');
  },
  records: async (site) => {
    const { content } = await ask(site, 'GET', `${TM}/xliff/fetch/${jobOf.get(site)}`);
    return Buffer.from(content, 'base64')
      .toString()
      .match(/<target[\s\S]*?<\/target>/g);
  },
};

const strings: ImportedFile = {
  name: 'forms-fr_CA.po',
  content: async (site) => {
    const names = numbers(30);
    for (const index of names)
      await ask(site, 'POST', '/i18n/st/v1/strings', { domain: 'forms', name: `n${index}`, value: `Text ${index}` });
    const entries = names.map((index) => `msgid "Text ${index}"\nmsgstr "Texte ${index}"`);
    return ['msgid ""\nmsgstr ""\n"X-Domain: forms\\n"\n"Language: fr_CA\\n"', ...entries, ''].join('\n\n');
  },
  records: async (site) => {
    const listed = await ask(site, 'GET', '/i18n/st/v1/strings?domain=forms&per_page=100');
    return listed.map(({ name, translations: known }: Record<string, unknown>) => [name, known]).toSorted();
  },
};

describe('an importing process that is killed at random moments', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-killed-'));
  let sites: readonly SiteProcess[];
  let proxies: readonly KillingProxy[];
  beforeAll(async () => {
    sites = await Promise.all([startSite(), startSite()]);
    proxies = await Promise.all(sites.map((site) => new KillingProxy(site).start()));
  });
  afterAll(async () => {
    await Promise.all([...proxies.map((proxy) => proxy.stop()), ...sites.map((site) => site.stop())]);
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([calendar, exported, redirects, translations, strings])(
    'leaves a site on which another run of $name has the same result, and one more changes nothing',
    async ({ name, content, records }) => {
      const [whole, killed] = sites as readonly [SiteProcess, SiteProcess];
      const [steady, killing] = proxies as readonly [KillingProxy, KillingProxy];
      const files = await Promise.all(
        [whole, killed].map(async (site, index) => {
          const file = join(mkdtempSync(join(folder, String(index))), name);
          writeFileSync(file, await content(site));
          return file;
        }),
      );
      const [first = '', second = ''] = files;
      const before = await records(whole);
      const { requests } = await steady.run(first);
      const expected = await records(whole);
      expect(expected).not.toEqual(before);
      const moment = fc.record({ at: fc.integer({ min: 1, max: requests }), isAfter: fc.boolean() });
      for (const each of fc.sample(moment, KILLS)) await killing.run(second, each);
      const last = await killing.run(second);
      expect([last.said, await records(killed)]).toEqual([last.said, expected]);
      await killing.run(second);
      expect(await records(killed)).toEqual(expected);
    },
  );
});
