import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { MAX_DESCRIPTION_LENGTH } from '@almanac/text';
import { credentials, request, type UserName } from '../site.ts';
import { costlyTexts, longestTexts } from './costlyTexts.ts';

/** Addresses and ids of records that attacks use. */
export interface AttackedSite {
  readonly origin: string;
  /** The REST root in English. */
  readonly root: string;
  /** Pages of published posts, by the costly text that is their content. */
  readonly pages: ReadonlyMap<string, string>;
  /** The id of a published popup. */
  readonly popup: number;
}

/** A request, or several at once, that costs a site much more than it costs its sender. */
export interface Attack {
  readonly name: string;
  /** Statuses that the interface documents for the attack. */
  readonly statuses: readonly number[];
  /** Sends the attack. @returns the status of each answer */
  send(site: AttackedSite): Promise<readonly number[]>;
}

interface AttackRequest {
  readonly name: string;
  readonly statuses: readonly number[];
  readonly as?: UserName;
  readonly method?: string;
  /** Path from the REST root. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: () => Readonly<Record<string, string>>;
  /** Number of requests sent at the same time. */
  readonly count?: number;
}

const attack = ({ name, statuses, as, method = 'GET', path, body, headers, count = 1 }: AttackRequest): Attack => ({
  name,
  statuses,
  send: ({ root }) =>
    Promise.all(
      Array.from(
        { length: count },
        async () =>
          (await request(root, method, path, { ...(as && { as }), body, ...(headers && { headers: headers() }) }))
            .status,
      ),
    ),
});

const PIPELINED_REQUESTS = 1_700;

/** Sends many requests in one write and reads nothing until the site closes the connection or has answered the first. */
const sendPipelined = ({ origin }: AttackedSite): Promise<readonly number[]> =>
  new Promise((resolve) => {
    const { port, hostname } = new URL(origin);
    const socket = connect({ port: Number(port), host: hostname });
    const heads = `GET /en/json/ HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`.repeat(PIPELINED_REQUESTS);
    socket.on('error', () => undefined);
    socket.once('close', () => resolve([]));
    socket.write(heads, () => setTimeout(1_000, undefined, { ref: false }).then(() => socket.destroy()));
    socket.pause();
  });

const costlyTags = (as: UserName | undefined, statuses: readonly number[]): Attack[] =>
  [...costlyTexts].map(([name, description], index) =>
    attack({
      name: `a tag described by ${name}, sent by ${as ?? 'a visitor'}`,
      statuses,
      ...(as && { as }),
      method: 'POST',
      path: '/core/v2/tags',
      body: { name: `Tag ${index}`, description: description.slice(0, MAX_DESCRIPTION_LENGTH) },
    }),
  );

const costlyPosts: readonly Attack[] = [...costlyTexts].map(([name, content]) =>
  attack({
    name: `a draft of ${name}`,
    statuses: [201],
    as: 'contrib1',
    method: 'POST',
    path: '/core/v2/posts',
    body: { title: 'Draft', content },
  }),
);

const costlyEvents: readonly Attack[] = [...costlyTexts].map(([name, description]) =>
  attack({
    name: `an event described by ${name}`,
    statuses: [201],
    as: 'author1',
    method: 'POST',
    path: '/cal/events/v1/events',
    body: { title: 'Event', description, start_date: '2031-06-01 10:00:00', end_date: '2031-06-01 11:00:00' },
  }),
);

const costlyPages: readonly Attack[] = [...costlyTexts.keys()].map((name) => ({
  name: `the page of a post of ${name}`,
  statuses: [200],
  send: async ({ origin, pages }) => [(await request(origin, 'GET', pages.get(name) ?? '/')).status],
}));

const longestPosts: readonly Attack[] = [...longestTexts].map(([name, content]) =>
  attack({
    name: `a megabyte of ${name}`,
    // quotation marks are two characters each in JSON
    statuses: [201, 413],
    as: 'author1',
    method: 'POST',
    path: '/core/v2/posts',
    body: { title: 'Long', content },
  }),
);

const JSON_CHARACTERS = 1_900_000;

/** JSON that takes much longer to parse than to send. */
const costlyJson: readonly Attack[] = [
  ['brackets', '['],
  ['empty objects', '{},'],
  ['one-letter strings', '"a",'],
].map(([name, part = '']) => ({
  name: `JSON of very many ${name}`,
  statuses: [400],
  send: async ({ root }) => {
    const body = `{"title":[${part.repeat(JSON_CHARACTERS / part.length)}0]}`;
    const headers = { authorization: credentials('sub1'), 'content-type': 'application/json' };
    return [(await fetch(`${root}/core/v2/posts`, { method: 'POST', headers, body })).status];
  },
}));

/** Words of searches that match every record, none, or only after each record was read, with the answer's status. */
const costlyWords: readonly (readonly [string, number])[] = [
  ['%_', 200],
  [[...'abcdefghijklmnopqrstuvwxyz0123456789'].join(' '), 200],
  ['concert '.repeat(200).trim(), 200],
  ['ab '.repeat(3_400).trim(), 400],
];

const costlySearches: readonly Attack[] = costlyWords.flatMap(([words, status]) =>
  [
    '/core/v2/posts?orderby=relevance&search=',
    '/cal/events/v1/events?search=',
    '/cal/events/v1/venues?search=',
    '/calx/v1/events?search=',
  ].map((path) =>
    attack({
      name: `a search of ${words.length} characters from “${words.slice(0, 8)}” at ${path}`,
      statuses: [status],
      path: path + encodeURIComponent(words).replaceAll('%20', '+'),
    }),
  ),
);

/** Feeds and sitemaps that many request at once: at most two are sent to one address. */
const costlyFeeds: readonly Attack[] = ['/events/feed.ics', '/events/sitemap-1.xml', '/sitemap-posts-1.xml'].map(
  (path) => ({
    name: `${path}, 20 times`,
    statuses: [200, 429, 503],
    send: ({ origin }) =>
      Promise.all(Array.from({ length: 20 }, async () => (await request(origin, 'GET', path)).status)),
  }),
);

const batchWith = (path: string): unknown => ({
  requests: [
    { path, body: { title: 'Refused' } },
    { path: '/core/v2/posts', body: { title: 'Accepted' } },
  ],
});

const NESTED_QUERY = '?a[b][c][d][e][f][g][h][i][j][k][l]=1';

const QUOTED_LINES = 6_000_000;
const PATTERNS = 20_000;

const redirectFile = (name: string, fileName: string, text: string): Attack => ({
  name,
  // at most two imports of an address run at a time
  statuses: [200, 400, 413, 429],
  send: async ({ root }) => {
    const body = new FormData();
    body.set('file', new Blob([text]), fileName);
    const headers = { authorization: credentials('admin') };
    const answer = await fetch(`${root}/redirection/v1/import/file/1`, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    return [answer.status];
  },
});

const COSTLY_PATTERNS = 200;

/** Rules whose patterns each take some milliseconds to compile. */
const costlyRules = (): unknown => ({
  url: Array.from({ length: COSTLY_PATTERNS }, (_, at) => `/${++turn}-${at}${'(.*)*'.repeat(300)}`),
  match_type: 'url',
  action_type: 'url',
  action_code: 301,
  action_data: { url: '/new' },
  regex: true,
  group_id: 1,
});

let turn = 0;
const otherBrowser = (): Readonly<Record<string, string>> => ({ 'user-agent': `Browser/${++turn}` });

const HELD_BODIES = 250;
/** Milliseconds. */
const HELD_MS = 1_000;
const HELD_BYTES = 250_000;

/** Sends many bodies that lack their end, which the site keeps until they are complete, and leaves after a while. */
const holdBodies = async ({ origin }: AttackedSite): Promise<readonly number[]> => {
  const { port, hostname } = new URL(origin);
  const head = `POST /en/json/core/v2/posts HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: ${HELD_BYTES}\r\n\r\n`;
  const statuses: number[] = [];
  const sockets = Array.from({ length: HELD_BODIES }, () => {
    const socket = connect({ port: Number(port), host: hostname }).on('error', () => undefined);
    socket.once('data', (answer) => statuses.push(Number(answer.toString('latin1').slice('HTTP/1.1 '.length, 12))));
    socket.write(head + ' '.repeat(HELD_BYTES - 1));
    return socket;
  });
  await setTimeout(HELD_MS);
  for (const socket of sockets) socket.destroy();
  return statuses;
};

/** Attacks that have stopped a site before, and similar ones. */
export const attacks: readonly Attack[] = [
  ...costlyTags(undefined, [401]),
  ...costlyTags('sub1', [403]),
  ...costlyTags('editor1', [201, 400]),
  ...costlyPosts,
  ...costlyEvents,
  ...costlyPages,
  ...longestPosts,
  ...costlyJson,
  ...costlySearches,
  ...costlyFeeds,
  { name: `${HELD_BODIES} bodies without an end`, statuses: [503], send: holdBodies },
  { name: `${PIPELINED_REQUESTS} requests in one write`, statuses: [], send: sendPipelined },
  attack({ name: 'the description of the interface, 20 times', statuses: [200], path: '/openapi.json', count: 20 }),
  attack({ name: 'the index of routes, 20 times', statuses: [200], path: '/', count: 20 }),
  attack({ name: '_fields of 7,000 levels', statuses: [400], path: `/core/v2/posts?_fields=a${'.a'.repeat(7_000)}` }),
  attack({
    name: 'an XLIFF file of 3.5 MB of base64',
    statuses: [400, 404],
    as: 'admin',
    method: 'POST',
    path: '/i18n/tm/v1/xliff/store/1',
    body: { content: 'QUFB'.repeat(875_000) },
  }),
  ...['?a[__proto__]=1', `?${'a=1&'.repeat(1_001)}`, NESTED_QUERY].map((query) =>
    attack({
      name: `a batch with an item at ${query.slice(0, 20)}`,
      statuses: [207],
      as: 'editor1',
      method: 'POST',
      path: '/batch/v1',
      body: batchWith(`/core/v2/posts${query}`),
    }),
  ),
  redirectFile('redirects in CSV without closing quotes', 'rules.csv', '"/a\n'.repeat(QUOTED_LINES)),
  redirectFile(
    `${PATTERNS.toLocaleString('en-US')} nginx patterns`,
    'rules.conf',
    Array.from({ length: PATTERNS }, (_, at) => `rewrite ^/p${at}(.*)$ /q$1;`).join('\n'),
  ),
  {
    name: `${COSTLY_PATTERNS} costly patterns of redirects in one request`,
    statuses: [200],
    send: async ({ root }) => [
      (await request(root, 'POST', '/redirection/v1/redirect', { as: 'admin', body: costlyRules() })).status,
    ],
  },
  {
    name: 'openings of a popup by ever other browsers, 50 times',
    statuses: [204],
    send: ({ root, popup }) =>
      Promise.all(
        Array.from(
          { length: 50 },
          async () =>
            (await request(root, 'GET', `/popup/v1/analytics?event=open&pid=${popup}`, { headers: otherBrowser() }))
              .status,
        ),
      ),
  },
];
