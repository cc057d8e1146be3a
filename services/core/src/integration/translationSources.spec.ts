import { rulesInForce, withRules } from '@almanac/content-model';
import { serveCore, type TestService } from '../testing.contract.ts';
import { postSources } from './translationSources.ts';

describe('the source of a translation in core', () => {
  let core: TestService;
  beforeEach(async () => {
    core = await serveCore();
  });
  afterEach(() => core.stop());

  const make = async (plural: string, body: object, language = 'en') => {
    const headers = { 'x-almanac-language': language };
    return (await core.ask('administrator', 'POST', `/core/v2/${plural}`, body, headers)).body;
  };
  const sources = (elements: unknown, as: 'system' | 'administrator' = 'system') =>
    core.ask(as, 'POST', '/internal/translation-sources', { elements });

  it('is requested by type and id: texts, versions, and facts for lists', async () => {
    const made = await make('posts', {
      title: 'Fish & <em>chips</em>',
      content: 'Come.',
      excerpt: '5',
      status: 'publish',
    });
    const french = await make('posts', { title: 'Frites', translation_of: made.id, status: 'draft' }, 'fr-ca');
    const coast = await make('categories', { name: 'Coast' });
    const pier = await make('categories', { name: 'Piers & quays', parent: coast.id });
    const tag = await make('tags', { name: 'Sea', description: 'All of it' });
    const asked = [
      { type: 'tax_category', id: pier.id },
      { type: 'post_post', id: made.id },
      { type: 'post_post', id: 999 },
      { type: 'tax_post_tag', id: tag.id },
      { type: 'post_cal_events', id: made.id },
    ];
    const { status, body } = await sources(asked);
    const alone = { translatable: true, language: 'en', status: 'publish' };
    expect([status, body.sources]).toEqual([
      200,
      [
        {
          ...alone,
          type: 'tax_category',
          id: pier.id,
          version: 1,
          group: pier.id,
          versions: { en: pier.id },
          title: 'Piers & quays',
          path: '/category/coast/piers-quays/',
          units: [{ id: 'name', text: 'Piers &amp; quays' }],
        },
        {
          ...alone,
          type: 'post_post',
          id: made.id,
          version: expect.any(Number),
          group: made.id,
          versions: { en: made.id, 'fr-ca': french.id },
          title: 'Fish & chips',
          path: '/fish-chips/',
          units: [
            { id: 'title', text: 'Fish & <em>chips</em>' },
            { id: 'body', text: 'Come.' },
          ],
        },
        null,
        {
          ...alone,
          type: 'tax_post_tag',
          id: tag.id,
          version: 1,
          group: tag.id,
          versions: { en: tag.id },
          title: 'Sea',
          path: '/tag/sea/',
          units: [
            { id: 'name', text: 'Sea' },
            { id: 'description', text: 'All of it' },
          ],
        },
        null,
      ],
    ]);
  });

  it('is translatable by the rule of its type, pages apart from posts', async () => {
    const page = await make('pages', { title: 'About', status: 'publish' });
    const post = await make('posts', { title: 'News', status: 'publish' });
    const rules = rulesInForce({ kinds: [{ name: 'page', mode: 0 }], fields: [] });
    const governed = { ...core, languages: withRules(core.languages, () => rules) };
    expect(await postSources(governed, [page.id, post.id])).toMatchObject([
      { type: 'post_post', id: page.id, translatable: false },
      { type: 'post_post', id: post.id, translatable: true },
    ]);
  });

  it('is answered to the site alone, and an invalid list of elements is refused', async () => {
    expect((await sources([{ type: 'post_post', id: 1 }], 'administrator')).status).toBe(403);
    const wrong = [[], [{ type: '__proto__', id: 1 }], [{ type: 'post_post', id: 0 }], 'post_post', null];
    for (const elements of [...wrong, Array(26).fill({ type: 'post_post', id: 1 })])
      expect((await sources(elements)).status).toBe(400);
  });
});
