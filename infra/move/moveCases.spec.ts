import { foreignUploads } from '../aliases/foreignInterface.ts';
import type { MoveReport } from './moveReport.ts';
import { type Body, beginMove, commitsOf, TINY } from './moveWorld.contract.ts';

interface MoveCase {
  readonly kind: string;
  /** Members on the old site. */
  readonly there: Body;
  /** Members of the moved record. */
  readonly here: Body;
  /** A part of the sentence about it in the report. */
  readonly note?: RegExp;
}

const NEW_YORK = { date: '2020-07-01T08:30:00', date_gmt: '2020-07-01T12:30:00' };
const MODIFIED = { modified: '2021-01-01T07:00:00', modified_gmt: '2021-01-01T12:00:00' };
const SCHEDULED = { status: 'future', date: '2036-07-01T08:00:00', date_gmt: '2036-07-01T12:00:00' };
const FLOATING = { status: 'draft', date: MODIFIED.modified, ...MODIFIED };
const email = (name: string) => ({ username: name, email: `${name}@example.test`, slug: name });
const noon = (zone: string, utc: string) => ({
  _EventTimezone: zone,
  _EventStartDate: '2033-07-05 12:00:00',
  _EventEndDate: '2033-07-05 13:00:00',
  _EventStartDateUTC: `2033-07-05 ${utc}:00:00`,
  _EventEndDateUTC: `2033-07-05 ${Number(utc) + 1}:00:00`,
});

/** Cases in which each member arrives as it is there. */
const same = (kind: string, members: Body): MoveCase => ({ kind, there: members, here: members });

const CASES: Readonly<Record<string, MoveCase>> = {
  'a subscriber': same('users', { ...email('sue'), roles: ['subscriber'] }),
  'a contributor': same('users', { ...email('con'), roles: ['contributor'] }),
  'an author': same('users', { ...email('aut'), roles: ['author'] }),
  'an editor': same('users', { ...email('edi'), roles: ['editor'] }),
  'a second administrator': same('users', { ...email('adm'), roles: ['administrator'] }),
  'a role of a plugin': {
    kind: 'users',
    there: { ...email('shop'), roles: ['shop_manager'] },
    here: { username: 'shop', roles: ['subscriber'] },
    note: /has not the roles shop_manager/,
  },
  'a published post in summer time': same('posts', { status: 'publish', password: '', ...NEW_YORK, ...MODIFIED }),
  'a private post': same('posts', { status: 'private', password: '', ...NEW_YORK, ...MODIFIED }),
  'a pending post': same('posts', { status: 'pending', password: '', ...NEW_YORK, ...MODIFIED }),
  'a scheduled post': same('posts', { password: '', ...SCHEDULED, ...MODIFIED }),
  'a draft with a date': same('posts', { status: 'draft', password: '', ...NEW_YORK, ...MODIFIED }),
  'a draft whose date follows its last change': same('posts', { password: '', ...FLOATING }),
  'a post with a password': same('posts', { status: 'publish', password: 'a b ü', ...NEW_YORK, ...MODIFIED }),
  'a sticky post with a password': {
    kind: 'posts',
    there: { status: 'publish', password: 'x', sticky: true, ...MODIFIED },
    here: { password: 'x', sticky: false },
    note: /is not sticky/,
  },
  'a status of a plugin': {
    kind: 'posts',
    there: { status: 'archived', password: '', ...MODIFIED },
    here: { status: 'draft' },
    note: /its status was archived/,
  },
  'a post with an empty date': {
    kind: 'posts',
    there: {
      status: 'publish',
      password: '',
      date: '-0001-11-30T00:00:00',
      date_gmt: '0000-00-00T00:00:00',
      ...MODIFIED,
    },
    here: { status: 'publish' },
  },
  'a post of a deleted author': {
    kind: 'posts',
    there: { status: 'publish', password: '', author: 999_999, ...MODIFIED },
    here: { author: 1 },
    note: /is the administrator's: its author 999999 is no user of this site/,
  },
  'a medium of a deleted author': {
    kind: 'media',
    there: { author: 999_999 },
    here: { author: 1 },
    note: /is the administrator's: its author 999999 is no user of this site/,
  },
  'a medium whose address is a path with an unknown encoding': {
    kind: 'media',
    there: { source_url: `${foreignUploads.foreign}2019/02/100%E4.gif` },
    here: { mime_type: 'image/gif' },
    note: /has the file .*\/2019\/02\/100E4\.gif/,
  },
  'a scheduled page': same('pages', { password: '', ...SCHEDULED, ...MODIFIED }),
  'a page in the trash': same('pages', { status: 'trash', ...NEW_YORK, ...MODIFIED }),
  'an event in a zone': same('cal_events', { meta: noon('Europe/Berlin', '10'), ...MODIFIED }),
  'an event in a zone of half an hour': same('cal_events', {
    meta: {
      ...noon('Asia/Kolkata', '10'),
      _EventStartDateUTC: '2033-07-05 06:30:00',
      _EventEndDateUTC: '2033-07-05 07:30:00',
    },
    ...MODIFIED,
  }),
  'an event that is scheduled': same('cal_events', { ...SCHEDULED, meta: noon('Europe/London', '11') }),
};

/** The records in other languages. */
interface Versions {
  readonly post: number;
  readonly version: number;
  readonly event: number;
  readonly menu: number;
  readonly item: number;
}

/** Adds records in French, which both sites have, and in German, which the new one lacks. */
const addVersions = (fake: Awaited<ReturnType<typeof beginMove>>['fake']): Versions => {
  const [post = 0, , , draft = 0] = fake.idsOf('posts');
  const [category = 0, first = 0] = [fake.idsOf('categories')[1], fake.idsOf('cal_events')[0]];
  const french = fake.translate('categories', category, 'fr-ca', { name: 'Nouvelles' });
  const version = fake.translate('posts', post, 'fr-ca', { title: { raw: 'Bonjour' }, categories: [french] });
  fake.translate('posts', draft, 'fr-ca', { title: { raw: 'Brouillon' } });
  const event = fake.translate('cal_events', first, 'fr-ca', { title: { raw: 'Fête' } });
  const menu = fake.translate('menus', fake.idsOf('menus')[0] ?? 0, 'fr-ca', { name: 'Menu', locations: ['primary'] });
  const item = fake.translate('menu-items', fake.idsOf('menu-items')[2] ?? 0, 'fr-ca', { menus: menu, parent: 0 });
  const german = fake.translate('posts', post, 'de', { title: { raw: 'Guten Tag' } });
  fake.change('comments', 1, { post: german });
  return { post, version, event, menu, item };
};

describe('a moved record', () => {
  let world: Awaited<ReturnType<typeof beginMove>>;
  let report: MoveReport;
  let versions: Versions;
  const ids = new Map<string, number>();
  beforeAll(async () => {
    world = await beginMove(TINY);
    const { fake } = world;
    versions = addVersions(fake);
    for (const [name, { kind, there }] of Object.entries(CASES)) {
      const like = fake.idsOf(kind).at(kind === 'users' ? 1 : 0) ?? 0;
      const before = fake.read(kind, like);
      const meta = there.meta === undefined ? {} : { meta: { ...(before?.meta as Body), ...(there.meta as Body) } };
      ids.set(name, fake.add(kind, like, { ...there, ...meta }));
    }
    fake.add('media', fake.idsOf('media')[0] ?? 0, { source_url: '' });
    report = await world.move();
  });
  afterAll(() => world.stop());

  it.each(Object.entries(CASES))('arrives intact: %s', async (name, { kind, here, note }) => {
    const id = ids.get(name);
    const moved = await world.get(`/core/v2/${kind}/${id}?context=edit`);
    expect(moved).toMatchObject({ id, ...here });
    if (note !== undefined) expect(report.changed).toContainEqual(expect.stringMatching(note));
  });

  it('keeps its language and its group', async () => {
    const { post, version, event: french } = versions;
    expect(report.failed).toEqual([expect.stringMatching(/^media \d+ .*no address of a file$/)]);
    const here = await world.get(`/core/v2/posts/${version}?context=edit`);
    expect(here).toMatchObject({
      title: { raw: 'Bonjour' },
      categories: world.fake.read('posts', version)?.categories,
      i18n: { language: 'fr-ca', source_language: 'en', translations: { en: post, 'fr-ca': version } },
    });
    const [event = 0] = world.fake.idsOf('cal_events');
    expect(await world.get(`/core/v2/cal_events/${french}?context=edit`)).toMatchObject({
      title: { raw: 'Fête' },
      i18n: { translations: { en: event, 'fr-ca': french } },
    });
  });

  it('is reported if the new site lacks its language, or if it is a draft whose group no page tells', async () => {
    expect(report.changed).toContainEqual(expect.stringMatching(/^posts \d+ is in no group of versions/));
    expect(report.left).toContain('posts in de: 1; their language de is none of the setting `languages`');
    const drafts = await world.site.request<Body[]>(
      'GET',
      '/core/v2/posts?context=edit&status=draft&i18n_language=fr-ca',
    );
    expect(report.left).toContainEqual(expect.stringMatching(/^comments \d+ .*: record \d+ is not here$/));
    expect(drafts.map(({ title }) => title)).toContainEqual(expect.objectContaining({ raw: 'Brouillon' }));
  });

  it('is a menu of another language, which is at no place', async () => {
    const { menu, item } = versions;
    expect(await world.get(`/core/v2/menus/${menu}?context=edit`)).toMatchObject({ name: 'Menu', locations: [] });
    expect(await world.get(`/core/v2/menu-items/${item}?context=edit`)).toMatchObject({ menus: menu });
    const reason = 'is not at the places primary: a menu serves all languages, and this one is in fr-ca';
    expect(report.changed).toContainEqual(expect.stringContaining(reason));
  });

  it('is not written again by another run', async () => {
    const before = await commitsOf(world.running);
    expect((await world.move()).kept).toEqual([]);
    expect(await commitsOf(world.running)).toBe(before);
  });

  it('is found if it was written today with a past date, which no filter by change shows', async () => {
    const { fake, get } = world;
    const past = { date: '2010-01-01T07:00:00', date_gmt: '2010-01-01T12:00:00' };
    const times = { ...past, modified: past.date, modified_gmt: past.date_gmt };
    const id = fake.add('posts', fake.idsOf('posts')[0] ?? 0, { title: { raw: 'Long ago' }, ...times });
    const again = await world.move();
    expect(again.kinds.posts).toMatchObject({ created: 1, updated: 0 });
    expect(await get(`/core/v2/posts/${id}?context=edit`)).toMatchObject(times);
  });

  it('is removed if the old site deleted it for good, but an account stays', async () => {
    const { fake, get, site } = world;
    const last = (kind: string): number => fake.idsOf(kind).at(-1) ?? 0;
    const kinds = ['media', 'tags', 'menu-items', 'users', 'comments', 'cal_organizer'];
    const gone = kinds.map((kind) => [kind, last(kind)] as const);
    for (const [kind, id] of gone) fake.delete(kind, id);
    fake.deleteRedirect(2);
    expect((await world.move()).failed).toEqual([]);
    const status = async (kind: string, id: number): Promise<unknown> =>
      get(`/core/v2/${kind}/${id}?context=edit`).then(
        (record) => record.status ?? 'here',
        (error: { readonly status: number }) => error.status,
      );
    expect(
      Object.fromEntries(await Promise.all(gone.map(async ([kind, id]) => [kind, await status(kind, id)]))),
    ).toEqual({
      media: 404,
      tags: 404,
      'menu-items': 404,
      users: 'here',
      comments: 'trash',
      cal_organizer: 'trash',
    });
    const { items } = await site.request<{ readonly items: readonly Body[] }>('GET', '/redirection/v1/redirect');
    expect(items.map(({ id }) => id)).not.toContain(2);
  });
});
