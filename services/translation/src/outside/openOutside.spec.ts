import { postSource } from '../jobs/owners.contract.ts';
import type { LanguagePairs } from '../translators/languagePairs.ts';
import type { Rights } from '../translators/rights.ts';
import { type EngineSite, startEngineSite } from './engineSite.contract.ts';
import { readyJobs } from './observe.ts';
import { nextOfAll, openJobsByNumber, selectedAgencyJobs } from './openOutside.ts';

const manager: Rights = { user: 1, administers: true, manages: true, translates: true, pairs: {} };
const translatorOf = (pairs: LanguagePairs): Rights => ({
  user: 3,
  administers: false,
  manages: false,
  translates: true,
  pairs,
});

describe('the jobs in one question to an agency', () => {
  let site: EngineSite;
  let ids: number[];
  beforeEach(async () => {
    site = await startEngineSite();
    const elements = [7, 8].map((id) => ({ type: 'post_post', id }));
    const body = { elements, target_languages: ['fr-ca', 'es-us'], channel: 'tp' };
    ids = (await site.ask('POST', '/batches', { body })).body.jobs.map(({ id }: { readonly id: number }) => id);
    await site.doEffects();
  });
  afterEach(() => site.stop());

  const all = async (most: number, rights = manager) => {
    const found = await selectedAgencyJobs(site.served.translation, { meant: { all: true }, rights }, most);
    return found.map(({ id }) => id);
  };
  /** Returns the sent jobs at these positions. */
  const at = (...places: readonly number[]) => places.map((place) => ids[place]);

  it('are all undelivered ones, if they are not too many', async () => {
    expect([await all(5), await all(4), await all(4)]).toEqual([ids, ids, ids]);
  });

  it('take turns if they are too many', async () => {
    expect(await all(3)).toEqual(at(0, 1, 2));
    expect(await all(3)).toEqual(at(3, 0, 1));
    expect(await all(1)).toEqual(at(2));
  });

  it('are the caller’s visible ones, whatever is older', async () => {
    const translator = translatorOf({ en: ['es-us'] });
    expect(await all(1, translator)).toEqual(at(1));
    expect(await all(1, translator)).toEqual(at(3));
    expect(await all(1)).toEqual(at(0));
  });

  it('are the named ones, whatever is older', async () => {
    const meant = { ids: new Map([[ids[3] ?? 0, 'post']]) };
    const found = await selectedAgencyJobs(site.served.translation, { meant, rights: manager }, 1);
    expect(found.map(({ id }) => id)).toEqual(at(3));
  });
});

describe('the jobs in one question to the engine', () => {
  let site: EngineSite;
  let made: { readonly id: number; readonly number: number }[];
  beforeEach(async () => {
    site = await startEngineSite();
    site.records.push({ ...postSource, id: 9, group: 9 });
    made = [await site.made(), await site.made({ elements: [{ type: 'post_post', id: 8 }] })];
  });
  afterEach(() => site.stop());

  const next = async (name: string, most: number, which: Parameters<typeof nextOfAll>[2]['which'] = []) =>
    (await nextOfAll(site.served.translation, 'engine', { name, which, most })).map(({ id }) => id);
  const ids = () => made.map(({ id }) => id);

  it('take turns, in separate rounds', async () => {
    expect([await next('one', 1), await next('one', 1), await next('one', 1)].flat()).toEqual([...ids(), ids()[0]]);
    expect(await next('other', 1)).toEqual([ids()[0]]);
    expect(await next('other', 3)).toEqual([ids()[1], ids()[0]]);
  });

  it('take turns beside jobs without a number there', async () => {
    const elements = [{ type: 'post_post', id: 7 }];
    const body = { elements, target_languages: ['es-us'], channel: 'ate' };
    await site.ask('POST', '/batches', { body });
    const later = await site.made({ elements: [{ type: 'post_post', id: 9 }] });
    expect(await next('one', 2)).toEqual(ids());
    expect(await next('one', 2)).toEqual([later.id, ids()[0]]);
    expect(await next('one', 2)).toEqual([ids()[1], later.id]);
  });

  it('are only the finished ones if these are known', async () => {
    site.remote.said = (number) => ({ status: number === made[1]?.number ? 6 : 1 });
    await site.ask('POST', '/ate/jobs/sync', { body: {} });
    expect(await next('done', 5, [readyJobs])).toEqual([ids()[1]]);
  });

  it('are found by their numbers, as long as they are open', async () => {
    const found = (numbers: readonly number[]) => openJobsByNumber(site.served.translation, 'engine', numbers);
    const [one, other] = made as [(typeof made)[0], (typeof made)[0]];
    expect((await found([other.number, 77])).map(({ id }) => id)).toEqual([other.id]);
    expect(await found([])).toEqual([]);
    site.remote.said = () => ({ status: 42 });
    await site.ask('POST', '/ate/jobs/sync', { body: {} });
    expect(await found([one.number, other.number])).toEqual([]);
  });
});
