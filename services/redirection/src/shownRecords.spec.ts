import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expectFound, showsAnswers } from '@almanac/rest/shown-contract';
import { sentRule, serveRedirection, type TestService } from './testing.contract.ts';

const SHOWN = join(import.meta.dirname, '../shown');

let served: TestService;

const make = async (path: string, body: object, as: 'administrator' | 'site' = 'administrator') => {
  const answer = await served.ask('POST', path, { body, as });
  expect([path, answer.status, answer.body]).toEqual([path, 200, answer.body]);
};

const flags = (more: object) => ({ source: { ...sentRule.match_data.source, ...more } });
const targets = { url_from: '/from', url_notfrom: '/notfrom' };

/** Rules with each condition, each action and each flag; the group 2002 is disabled. */
const rules: readonly object[] = [
  { title: 'Plain', position: '0' },
  { url: '/Élan?b=2&a=1', match_data: { ...flags({ flag_query: 'exactorder' }), options: { log_exclude: true } } },
  { url: '^/blog/(.*)$', match_data: flags({ flag_regex: true }), action_data: { url: '/news/$1' }, action_code: 308 },
  { url: '/zebra', match_data: flags({ flag_case: true, flag_trailing: true, flag_query: 'pass' }), group_id: 2 },
  { url: '/gone', action_type: 'error', action_code: 410, group_id: 2001 },
  { url: '/lucky', action_type: 'random', action_code: 302, group_id: 2002 },
  { url: '/as', action_type: 'pass', action_data: { url: '/other' }, enabled: false },
  { url: '/nowhere', action_type: 'nothing' },
  { match_type: 'login', action_data: { logged_in: '/in', logged_out: '/out' } },
  { match_type: 'role', action_data: { role: 'editor', ...targets } },
  { match_type: 'referrer', action_data: { referrer: 'shop.test', regex: false, ...targets } },
  { match_type: 'agent', action_data: { agent: 'Bot', regex: true, ...targets } },
  { match_type: 'cookie', action_data: { name: 'beta', value: '1', ...targets } },
  { match_type: 'header', action_data: { name: 'X-Kind', value: 'test', ...targets } },
  { match_type: 'server', action_data: { server: 'https://old.test', ...targets } },
  { match_type: 'ip', action_data: { ip: ['192.168.1.7', '2001:db8::1'], ...targets } },
  { match_type: 'language', action_data: { language: 'fr,es', ...targets } },
  { match_type: 'page', action_data: { page: '404', url: '/sorry' } },
  { match_type: 'custom', action_data: { filter: 'kind', ...targets } },
];

const visit = {
  at: '2030-12-31T23:59:00.000Z',
  rule: 2003,
  by: 'redirection',
  url: '/old',
  domain: 'https://site.test',
  ip: '192.168.1.7',
  agent: 'Browser',
  referrer: 'https://a.test/',
  method: 'GET',
  code: 301,
  target: '/new',
};

const visits = [
  visit,
  { ...visit, url: '/OLD', agent: 'browser', headers: { accept: '*/*' }, at: '2031-01-01T11:59:00.000Z' },
  { ...visit, url: '/élan', agent: null, referrer: null, ip: '2001:db8::7', by: 'core', method: 'POST', code: 308 },
  { ...visit, url: '/zebra', by: '', ip: '192.168.1.77', domain: 'https://old.test', target: '/Stripes' },
  { ...visit, rule: 0, by: '', url: '/none', code: 404, target: '', headers: { accept: '*/*' } },
  { ...visit, rule: 0, by: '', url: '/None', code: 404, target: '', agent: null, referrer: null, ip: '10.0.0.1' },
  { ...visit, rule: 0, by: '', url: '/admin', code: 404, target: '', agent: 'Bot', method: 'HEAD' },
];

const counts = [
  { rule: 2003, hits: 3, last: '2030-12-31T02:00:00.000Z' },
  { rule: 2004, hits: 9, last: '2030-11-20T12:00:00.000Z' },
  { rule: 2006, hits: 9, last: '2029-06-01T12:00:00.000Z' },
];

beforeAll(async () => {
  served = await serveRedirection({ timezone: 'America/New_York' });
  await make('/group', { name: 'élan', moduleId: 2 });
  await make('/group', { name: 'Zoo', moduleId: 3 });
  await make('/bulk/group/disable', { items: [2002] });
  await make('/setting', {
    ...{ ip_logging: 1, monitor_post: 2, monitor_types: ['post', 'trash'], token: 'for specs', location: '/etc/rules' },
    headers: [{ type: 'custom', headerName: 'x-kind', headerValue: 'test', location: 'redirect' }],
  });
  for (const rule of rules) await make('/redirect', { ...sentRule, ...rule });
  await make('/internal/redirects/visits', { batch: randomUUID(), counts, records: visits, lost: 0 }, 'site');
  const facts = { status: 'publish', language: 'en', group: null, author: 1, image: null, protected: false };
  const post = (id: number, data: object) => ({
    type: 'core.post-changed.v1',
    data: { id, ...facts, published: null, ...data },
  });
  await served.deliver(
    post(7, { slug: 'harbour', path: '/harbour/', title: 'Harbour &amp; hall' }),
    post(8, { slug: 'the-harbour', path: '/fr-ca/le-port/', title: 'Le port', language: 'fr-ca' }),
    post(9, { slug: 'harbour-draft', path: null, title: 'Harbour draft', status: 'draft' }),
  );
});
afterAll(() => served.stop());

const ANSWERS: Readonly<Record<string, readonly [path: string, language?: string]>> = {
  redirects: ['/redirect?orderby=id&direction=asc'],
  'redirects-in-french': ['/redirect?orderby=last_access&per_page=5', 'fr-ca'],
  'redirects-page-2': ['/redirect?orderby=source&per_page=5&page=1'],
  'redirects-past-the-end': ['/redirect?page=7'],
  groups: ['/group'],
  'groups-filtered': ['/group?filterBy[status]=disabled&orderby=id'],
  'visits-redirected': ['/log'],
  'visits-redirected-in-french': ['/log?per_page=5&filterBy[http]=308', 'fr-ca'],
  'visits-not-found': ['/404?orderby=url&direction=asc'],
  'visits-by-url': ['/log?groupBy=url'],
  'visits-by-ip': ['/log?groupBy=ip&direction=asc'],
  'visits-by-agent': ['/404?groupBy=agent'],
  'visits-not-found-by-exact-url': ['/404?groupBy=url-exact&filterBy[http]=404'],
  settings: ['/setting'],
  'settings-in-french': ['/setting', 'fr-ca'],
  state: ['/plugin'],
  posts: ['/redirect/post?text=harbour'],
};

describe('the records of redirection', () => {
  showsAnswers(SHOWN, Object.keys(ANSWERS), (name) => {
    const [path, language] = ANSWERS[name]!;
    return served.ask('GET', path, language === undefined ? {} : { language });
  });
});

/** The queries of each list by path. Their golden files hold the ids of the found records in their order. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  '/redirect': [
    ...['source', 'last_count', 'last_access', 'position', 'id', ''].flatMap((order) => [
      `orderby=${order}&direction=asc`,
      `orderby=${order}&direction=desc`,
      `orderby=${order}&per_page=5&page=1`,
    ]),
    ...['status=enabled', 'status=disabled', 'status=', 'url=BLOG', 'url=elan', 'url-match=regular', 'url-match=plain'],
    ...['match=login', 'match=AGENT', 'match=cats', 'action=pass', 'action=PASS', 'http=410', 'http=308', 'http=999'],
    ...['access=year', 'access=month', 'access=never', 'target=NOTFROM', 'target=other', 'title=plain', 'group=2'],
    ...['group=2001', 'group=x', 'id=2007', 'id=-7', 'id=1234567890123456', 'id=999', 'url=/old&filterBy[match]=ip'],
  ].map((query) => (/^orderby/.test(query) ? query : `filterBy[${query.replace('=', ']=')}`)),
  '/group': [
    ...['name', 'id', ''].flatMap((order) => [`orderby=${order}&direction=asc`, `orderby=${order}&direction=desc`]),
    ...['[status]=enabled', '[status]=x', '[module]=1', '[module]=x', '[name]=ELAN'].map((by) => `filterBy${by}`),
    'per_page=5&page=1',
  ],
  '/log': [
    ...['url', 'ip', 'total', 'count', ''].flatMap((by) => [`orderby=${by}&direction=asc`, `orderby=${by}`]),
    ...['[ip]=192.168.1.7', '[ip]=192.168.1', '[ip]=2001:0DB8:0::7', '[url]=OLD', '[url-exact]=/old'].map(
      (by) => `filterBy${by}`,
    ),
    ...['[referrer]=A.test', '[agent]=BROWSER', '[domain]=OLD', '[method]=post', '[method]=cats', '[http]=301'].map(
      (by) => `filterBy${by}`,
    ),
    ...['[http]=x', '[target]=STRIPES', '[redirect_by]=CORE', '[http]=301&filterBy[url]=z'].map(
      (by) => `filterBy${by}`,
    ),
  ],
  '/404': ['orderby=ip', 'filterBy[method]=HEAD', 'filterBy[agent]=bot', 'filterBy[domain]=site', 'groupBy=colour'],
};

describe('the lists of redirection', () => {
  it.each(Object.keys(LISTS))('find and order records as recorded: %s', async (path) => {
    const file = join(SHOWN, `ids-of${path.replace('/', '-')}.json`);
    await expectFound(file, LISTS[path] ?? [], async (query) => {
      const { status, body } = await served.ask('GET', `${path}?${query}`);
      expect([query, status]).toEqual([query, 200]);
      return { records: body.items, total: body.total };
    });
  });
});
