import type { Delivery } from '@almanac/messaging';
import { publishing } from '../service.ts';
import { serveCore, type TestService } from '../testing.contract.ts';
import { laterTermVersions } from './laterVersions.ts';

describe.each(['categories', 'tags'] as const)('a later version of %s', (plural) => {
  let core: TestService;
  beforeEach(async () => {
    core = await serveCore();
  });
  afterEach(() => core.stop());

  const create = async (path: string, body: object, language = 'en'): Promise<number> => {
    const headers = { 'x-almanac-language': language };
    const answer = await core.ask('administrator', 'POST', `/core/v2/${path}`, body, headers);
    expect(answer.status).toBe(201);
    return answer.body.id;
  };
  const termsOf = async (post: number) =>
    (await core.ask('administrator', 'GET', `/core/v2/posts/${post}`)).body[plural].toSorted();
  const makePost = (terms: number[], language = 'en', more: object = {}) =>
    create('posts', { title: 'Fair', status: 'publish', [plural]: terms, ...more }, language);

  /** Delivers everything that core has published. */
  const deliver = async () => {
    const subscription = laterTermVersions(core);
    const types = new Set(subscription.takes.map(({ type }) => type));
    for (const commit of await core.store.readLog(0)) {
      for (const event of publishing(commit).flatMap((each) => each ?? [])) {
        if (!types.has(event.type)) continue;
        const { type, data } = event;
        const delivery: Delivery = {
          ...{ source: 'core', epoch: 1, type, key: 'spec', data, position: commit.position, n: 0 },
          ...{ at: '2026-05-01T12:00:00.000Z', principal: 'system', language: 'en', correlation: 'spec' },
        };
        await subscription.handle(delivery);
      }
    }
  };

  it('replaces other versions in posts of its language, once', async () => {
    const [news, sea] = [await create(plural, { name: 'News' }), await create(plural, { name: 'Sea' })];
    const post = await makePost([news, sea]);
    const article = await makePost([news, sea], 'fr-ca', { translation_of: post });
    const trashed = await makePost([news], 'fr-ca');
    await core.ask('administrator', 'DELETE', `/core/v2/posts/${trashed}`);
    const nouvelles = await create(plural, { name: 'Nouvelles', translation_of: news }, 'fr-ca');
    await deliver();
    expect(await termsOf(article)).toEqual([nouvelles, sea].toSorted());
    expect(await termsOf(trashed)).toEqual([nouvelles]);
    expect(await termsOf(post)).toEqual([news, sea].toSorted());
    const before = (await core.store.readLog(0)).length;
    await deliver();
    expect((await core.store.readLog(0)).length).toBe(before);
  });

  it('replaces none if it was deleted before', async () => {
    const news = await create(plural, { name: 'News' });
    const article = await makePost([news], 'fr-ca');
    const nouvelles = await create(plural, { name: 'Nouvelles', translation_of: news }, 'fr-ca');
    await core.ask('administrator', 'DELETE', `/core/v2/${plural}/${nouvelles}?force=true`);
    await deliver();
    expect(await termsOf(article)).toEqual([news]);
  });

  it('replaces links in more posts than one query finds', async () => {
    const news = await create(plural, { name: 'News' });
    const articles: number[] = [];
    for (let n = 0; n < 101; n += 1) articles.push(await makePost([news], 'fr-ca', { status: 'draft' }));
    const nouvelles = await create(plural, { name: 'Nouvelles', translation_of: news }, 'fr-ca');
    await deliver();
    for (const article of articles) expect(await termsOf(article)).toEqual([nouvelles]);
  });
});
