import type { MoveReport } from './moveReport.ts';
import { type Body, beginMove, commitsOf, TINY } from './moveWorld.contract.ts';
import { alternatesIn } from './oldLanguages.ts';

describe('a move of a site with several languages', () => {
  let world: Awaited<ReturnType<typeof beginMove>>;
  let post: number;
  let version: number;
  let report: MoveReport;
  beforeAll(async () => {
    world = await beginMove(TINY);
    const { fake } = world;
    [post = 0] = fake.idsOf('posts');
    const [category = 0, event = 0] = [fake.idsOf('categories')[1], fake.idsOf('cal_events')[0]];
    const french = fake.translate('categories', category, 'fr-ca', { name: 'Nouvelles' });
    version = fake.translate('posts', post, 'fr-ca', { title: { raw: 'Bonjour' }, categories: [french] });
    fake.translate('posts', fake.idsOf('posts')[3] ?? 0, 'fr-ca', { title: { raw: 'Brouillon' } });
    fake.translate('cal_events', event, 'fr-ca', { title: { raw: 'Fête' } });
    const german = fake.translate('posts', post, 'de', { title: { raw: 'Guten Tag' } });
    fake.change('comments', 1, { post: german });
  });
  afterAll(() => world.stop());

  it('keeps the language and the group of each record', async () => {
    report = await world.move();
    expect(report.failed).toEqual([]);
    const here = await world.get(`/core/v2/posts/${version}?context=edit`);
    expect(here).toMatchObject({
      title: { raw: 'Bonjour' },
      categories: world.fake.read('posts', version)?.categories,
      i18n: { language: 'fr-ca', source_language: 'en', translations: { en: post, 'fr-ca': version } },
    });
    const [event = 0, , , french = 0] = world.fake.idsOf('cal_events');
    expect(await world.get(`/core/v2/cal_events/${french}?context=edit`)).toMatchObject({
      title: { raw: 'Fête' },
      i18n: { translations: { en: event, 'fr-ca': french } },
    });
  });

  it('reports languages that the new site lacks, and drafts whose group no page tells', async () => {
    expect(report.changed).toContainEqual(expect.stringMatching(/^posts \d+ is in no group of versions/));
    expect(report.left).toContain('posts in de: 1; their language de is none of the setting `languages`');
    const drafts = await world.site.request<Body[]>(
      'GET',
      '/core/v2/posts?context=edit&status=draft&i18n_language=fr-ca',
    );
    expect(report.left).toContainEqual(expect.stringMatching(/^comments \d+ .*: record \d+ is not here$/));
    expect(drafts.map(({ title }) => title)).toContainEqual(expect.objectContaining({ raw: 'Brouillon' }));
  });

  it('commits nothing when it is repeated', async () => {
    const before = await commitsOf(world.running);
    const again = await world.move();
    expect(again.kept).toEqual([]);
    expect(await commitsOf(world.running)).toBe(before);
  });
});

describe('the versions in the head of a page', () => {
  it('are its alternates with a language, whatever the order of attributes', () => {
    const html = `<link rel="alternate" hreflang="fr" href="https://old.example/fr/?a=1&amp;b=2" />
      <link href='/de/' hreflang='de' rel='alternate'><link rel="alternate" hreflang="x-default" href="/" />
      <link rel="alternate" type="application/rss+xml" href="/feed/" />`;
    expect(alternatesIn(html, 'https://old.example/')).toEqual([
      { tag: 'fr', address: 'https://old.example/fr/?a=1&b=2' },
      { tag: 'de', address: 'https://old.example/de/' },
    ]);
  });
});
