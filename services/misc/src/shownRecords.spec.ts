import { join } from 'node:path';
import { expectShown, showsAnswers } from '@almanac/rest/shown-contract';
import type { FetchInternal } from '@almanac/service';
import { mediaNamed, startFakeProvider } from '@almanac/testing/social-provider';
import { providerAt } from './builder/social/provider.ts';
import { packageDecider } from './installer/packages/package.ts';
import { wholePopup } from './storedEventsScenario.contract.ts';
import { type Asker, ORIGIN, serveMisc, startOfSpecs, type TestService } from './testing.contract.ts';

const SHOWN = join(import.meta.dirname, '../shown');
const POPUPS = '/popup/v1/popups';
const HOOKS = '/ops/v1/webhooks';

const GIB = 2 ** 30;
const reader = { reader: 'projector', source: 'core', behind: 0, unit: 'commits', fault: null };
const sound = {
  ...{ readers: [reader], work: [{ name: 'due-work', runs: true }], services: [], letters: [], limit: 50, store: null },
  documents: { fault: null, outdated: [] },
  disk: { fault: null, free: 50 * GIB, size: 100 * GIB },
  clock: { fault: null, at: startOfSpecs, storeAhead: 0 },
  brokers: { fault: null, embedded: false },
};

const letter = {
  ...{ subscription: 'core.events', source: 'calendar', key: 'event-7', type: 't', epoch: 1, position: 3, n: 0 },
  ...{ at: startOfSpecs, reason: '<b>too large</b>', waiting: 2 },
};
const ailing = {
  readers: [{ ...reader, behind: 60 }],
  services: [{ setting: 'MAIL_URL', answers: true, complaint: 'status 503' }],
  letters: [letter],
  documents: { fault: null, outdated: ['events'] },
  disk: { ...sound.disk, free: 5 * GIB },
  clock: { ...sound.clock, storeAhead: -1_001 },
};
const broken = {
  readers: [{ ...reader, fault: 'it has stopped' }],
  work: [{ name: 'due-work', runs: false }],
  services: [{ setting: 'MAIL_URL', answers: false, complaint: 'ECONNECTION' }],
  store: 'read-only',
  documents: { fault: 'gone', outdated: [] },
  disk: { ...sound.disk, free: GIB },
  clock: { ...sound.clock, storeAhead: 30_001 },
  brokers: { fault: 'no almanac.core.v1', embedded: false },
};

/** Returns services without problems, except the given answer of the calendar. */
const servicesWith =
  (calendar: object): FetchInternal =>
  async (service) => ({
    status: 200,
    headers: new Headers(),
    body: { ...sound, ...(service === 'calendar' && calendar) },
  });

let misc: TestService;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;

const make = async (path: string, body: object, as: Asker = 'administrator', method = 'POST') => {
  const answer = await misc.ask(path, { as, method, body });
  expect([path, answer.status < 300, answer.body]).toEqual([path, true, answer.body]);
  return answer.body;
};

const makePopups = async () => {
  await make(POPUPS, wholePopup, 'editor');
  misc.advance(60_000);
  await make(POPUPS, { title: 'Plain', content: 'Harbour <b>fair</b>', status: 'publish' }, 'editor');
  await make(POPUPS, { title: 'Same moment' });
  const { id } = await make(POPUPS, { title: 'Gone' });
  await misc.ask(`${POPUPS}/${id}`, { as: 'editor', method: 'DELETE' });
};

const makeMedia = async () => {
  const child = (id: number, more: object = {}) => ({ ...mediaNamed(id), caption: undefined, ...more });
  provider.state.media = [
    mediaNamed(1),
    mediaNamed(2, {
      media_type: 'VIDEO',
      thumbnail_url: 'https://media.test/2-small.jpg',
      caption: undefined,
      owner: { id: '7' },
    }),
    mediaNamed(3, {
      media_type: 'CAROUSEL_ALBUM',
      children: { data: [child(31), child(32, { media_url: 'http://media.test/32.jpg' }), child(33)] },
    }),
    mediaNamed(4, { media_type: 'STORY' }),
    mediaNamed(5, { timestamp: 'some day' }),
    mediaNamed(6, { caption: '😀'.repeat(5_001), children: { data: [child(61)] } }),
    mediaNamed(7, { permalink: 'https://user:pass@social.test/' }),
    mediaNamed(8, { media_type: 'CAROUSEL_ALBUM' }),
  ];
  await make('/builder/social/account', { access_token: 'first-token' });
};

const facts = { status: 'publish', language: 'en', group: null, author: 1, image: null, protected: false };
const record = (id: number, more: object, type = 'core.post-changed.v1') => ({
  type,
  key: `post-${id}`,
  data: {
    id,
    ...facts,
    slug: `post-${id}`,
    path: `/post-${id}/`,
    title: `Post ${id}`,
    published: startOfSpecs,
    ...more,
  },
});
const medium = (id: number, title: string, file: object, sizes: object = {}) => ({
  type: 'core.media-changed.v1',
  key: `media-${id}`,
  data: { id, status: 'inherit', title, alt: '', author: 1, file, sizes },
});
const image = (name: string, width: number, height: number) => ({
  path: `/uploads/${name}`,
  mimeType: 'image/jpeg',
  width,
  height,
});

beforeAll(async () => {
  provider = await startFakeProvider();
  misc = await serveMisc({
    site: { timezone: 'Europe/Berlin', name: 'Tom & Riverside' },
    socialProvider: providerAt({ url: provider.url, app: { id: 'app', secret: 'app-secret' } }),
  });
  await misc.deliver(
    { type: 'core.user-changed.v1', key: 'user-1', data: { id: 1, name: 'Ada & Co', slug: 'ada' } },
    medium(90, 'Picture', image('a.jpg', 1200, 800), { medium: image('a-300.jpg', 300, 200) }),
    medium(91, 'Film', { path: '/uploads/f.mp4', mimeType: 'video/mp4' }),
    record(1, { title: 'Q &#038; <i>A</i>', image: 90 }),
    record(2, { path: '/fr-ca/port/', language: 'fr-ca', author: 0 }),
    record(7, { protected: true, image: 90 }),
  );
  await makePopups();
  await makeMedia();
  await make(HOOKS, { url: 'https://a.example/in?a=1&b=2', types: ['core.tag-changed.v1'] });
  await make(HOOKS, { url: 'https://b.example/in', status: 'paused' });
  await make('/installer/v1/packages/url-details', { status: 'inactive' }, 'administrator', 'PATCH');
  const context = { principal: 'system', language: 'en', correlation: 'spec', causation: 'spec' } as const;
  await misc.misc.commands.run(context, (unit) =>
    unit.decide(packageDecider, 'rendered-content', { type: 'SetEntitled', isEntitled: false }, { isNeeded: false }),
  );
});
afterAll(async () => {
  await misc.stop();
  await provider.close();
});

const embed = (path: string, more = '') => `/oembed/1.0/embed?url=${encodeURIComponent(`${ORIGIN}${path}`)}${more}`;
const FRENCH = { 'x-almanac-language': 'fr-ca' };

const ANSWERS: Readonly<Record<string, readonly [path: string, as?: Asker, headers?: Record<string, string>]>> = {
  popups: [POPUPS, 'editor'],
  'popups-page-2': [`${POPUPS}?per_page=1&page=2`, 'editor'],
  'popups-past-the-end': [`${POPUPS}?per_page=2&page=90`, 'editor'],
  'popups-past-all-numbers': [`${POPUPS}?per_page=100&page=9007199254740991`, 'editor'],
  'popups-in-the-trash': [`${POPUPS}?status=trash`, 'editor'],
  'popups-found': [`${POPUPS}?search=%3Ci%3EFAIR%3C%2Fi%3E+harbour&status=publish`, 'editor'],
  'popups-of-a-page': [`/popup/v1/active?url=${ORIGIN}/`],
  packages: ['/installer/v1/packages', 'administrator'],
  'packages-in-french': ['/installer/v1/packages', 'administrator', FRENCH],
  package: ['/installer/v1/packages/rendered-content', 'administrator'],
  webhooks: [HOOKS, 'administrator'],
  account: ['/builder/social/account', 'administrator'],
  media: ['/builder/social/media?limit=2'],
  'media-page-2': ['/builder/social/media?limit=2&page=2'],
  'media-of-a-carousel': ['/builder/social/17900000000000003/children'],
  'media-of-no-carousel': ['/builder/social/17900000000000006/children'],
  'media-of-an-empty-carousel': ['/builder/social/17900000000000008/children'],
  embed: [embed('/post-1/')],
  'embed-as-xml': [embed('/post-1/', '&format=xml&maxwidth=300')],
  'embed-in-french': [embed('/post-7/'), 'visitor', FRENCH],
  'embed-of-nobody': [embed('/fr-ca/port/')],
  'embed-of-an-image': [embed('/?attachment_id=90')],
  'embed-of-a-film': [embed('/?p=91')],
};

/** Replaces random secrets, and shortens the longest caption, so that the recorded text is stable. */
const stable = (text: string) =>
  text
    .replaceAll(/(secret=(?:\\?"|&quot;)?)[A-Za-z0-9]{10}/g, '$1…')
    .replace(/(?:😀)+/u, (all) => `${[...all].length} times 😀`);

describe('the answers of misc', () => {
  showsAnswers(SHOWN, Object.keys(ANSWERS), async (name) => {
    const [path, as, headers] = ANSWERS[name]!;
    const answer = await misc.ask(path, { ...(as && { as }), ...(headers && { headers }) });
    const isText = typeof answer.body === 'string';
    const body = stable(isText ? answer.body : JSON.stringify(answer.body));
    return { ...answer, body: isText ? body : JSON.parse(body) };
  });

  it.each<[string, object, string]>([
    ['sound', {}, 'en'],
    ['ailing', ailing, 'en'],
    ['ailing-in-french', ailing, 'fr-ca'],
    ['broken', broken, 'en'],
    ['broken-in-spanish', broken, 'es-us'],
  ])('show the health of the site in the recorded form: %s', async (name, calendar, language) => {
    const site = await serveMisc({ fetchInternal: servicesWith(calendar) });
    const headers = { 'x-almanac-language': language };
    const { body } = await site.ask('/health/v1/tests', { as: 'administrator', headers }).finally(site.stop);
    expectShown(join(SHOWN, `tests-of-a-site-that-is-${name}.json`), body);
  });
});
