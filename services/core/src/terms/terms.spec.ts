import { changeTerm, createTerm, deleteTerm, readTree, type TermFields } from '@almanac/content-model';
import { context, coreUnderTest, type UnderTest } from '../testing.contract.ts';
import { createDefaultCategory } from './defaultCategory.ts';
import { categories, type Taxonomy, type Term, tags, taxonomyNouns } from './term.ts';

let id = 100;
type TermInput = { name: string; slug?: string; parent?: number; language?: string; translationOf?: number };

const create = async (core: UnderTest, taxonomy: Taxonomy, { language = 'en', ...input }: TermInput): Promise<Term> => {
  const command = { id: ++id, slug: '', description: '', parent: 0, language, translationOf: undefined, ...input };
  const run = (
    await core.commands.run(context(), (unit) =>
      createTerm(unit, taxonomy, { ...core, others: taxonomyNouns }, command),
    )
  ).result;
  return run;
};
const change = async (core: UnderTest, taxonomy: Taxonomy, term: number, fields: Partial<TermFields>): Promise<Term> =>
  (
    await core.commands.run(context(), (unit) =>
      changeTerm(unit, taxonomy, { ...core, others: taxonomyNouns }, { id: term, fields }),
    )
  ).result;
const remove = (core: UnderTest, taxonomy: Taxonomy, term: number) =>
  core.commands.run(context(), (unit) => deleteTerm(unit, taxonomy, core, term));
const read = async (core: UnderTest, taxonomy: Taxonomy, term: number): Promise<Term | undefined> =>
  (await core.documents.getMany<Term>(taxonomy.collection, [term]))[0];

describe('a new category', () => {
  it('gets a slug from its name, then with that of its parent, then numbered', async () => {
    const core = coreUnderTest();
    const alpha = await create(core, categories, { name: 'Alpha' });
    const beta = await create(core, categories, { name: 'Beta' });
    expect((await create(core, categories, { name: 'News', parent: alpha.id })).slug).toBe('news');
    expect((await create(core, categories, { name: 'News', parent: beta.id })).slug).toBe('news-beta');
    expect((await create(core, categories, { name: 'News' })).slug).toBe('news-2');
  });

  it('is refused if a sibling has the name, unless its slug is another', async () => {
    const core = coreUnderTest();
    const news = await create(core, categories, { name: 'News' });
    const refused = { code: 'term_exists', status: 400, data: { term_id: news.id } };
    await expect(create(core, categories, { name: 'News' })).rejects.toMatchObject(refused);
    await expect(create(core, categories, { name: 'NEWS' })).rejects.toMatchObject(refused);
    await expect(create(core, categories, { name: 'News', slug: 'news' })).rejects.toMatchObject(refused);
    expect((await create(core, categories, { name: 'News', slug: 'other' })).slug).toBe('other');
  });

  it('is created with a name that differs in case only, if its slug is free', async () => {
    const core = coreUnderTest();
    await create(core, categories, { name: 'News', slug: 'elsewhere' });
    expect((await create(core, categories, { name: 'NEWS' })).slug).toBe('news');
  });

  it('is created with a name that differs in case only, if the term with its slug is no sibling', async () => {
    const core = coreUnderTest();
    await create(core, categories, { name: 'News' });
    const town = await create(core, categories, { name: 'Town' });
    await create(core, categories, { name: 'news', slug: 'elsewhere', parent: town.id });
    expect((await create(core, categories, { name: 'NEWS', parent: town.id })).slug).toBe('news-town');
  });

  it('needs an existing parent', async () => {
    const core = coreUnderTest();
    await expect(create(core, categories, { name: 'x', parent: 7 })).rejects.toMatchObject({
      code: 'rest_term_invalid',
    });
    expect(await core.store.last()).toBe(0);
  });
});

describe('a new tag', () => {
  it('is refused if its name exists and no free slug is sent', async () => {
    const core = coreUnderTest();
    const tag = await create(core, tags, { name: 'Budget' });
    const refused = { code: 'term_exists', data: { term_id: tag.id } };
    await expect(create(core, tags, { name: 'budget' })).rejects.toMatchObject(refused);
    await expect(create(core, tags, { name: 'Budget', slug: 'budget' })).rejects.toMatchObject(refused);
    expect((await create(core, tags, { name: 'Budget', slug: 'money' })).slug).toBe('money');
    expect((await create(core, tags, { name: 'Büdget' })).slug).toBe('budget-2');
  });

  it('may have the slug of a category, but a numbered one is free in both', async () => {
    const core = coreUnderTest();
    await create(core, categories, { name: 'Town' });
    await create(core, categories, { name: 'x', slug: 'town-2' });
    expect((await create(core, tags, { name: 'Town' })).slug).toBe('town');
    expect((await create(core, tags, { name: 'Town!' })).slug).toBe('town-3');
  });

  it.each([
    ['', 'empty_term_name'],
    ['a'.repeat(201), 'db_insert_error'],
  ])('is refused with the name "%s": %s', async (name, code) => {
    await expect(create(coreUnderTest(), tags, { name })).rejects.toMatchObject({ code, status: 400 });
  });

  it('has its id for a slug if no other is possible', async () => {
    expect(await create(coreUnderTest(), tags, { name: '!!!' })).toMatchObject({ slug: String(id) });
  });

  it('is created once by two concurrent requests', async () => {
    const core = coreUnderTest();
    const both = await Promise.allSettled([create(core, tags, { name: 'Once' }), create(core, tags, { name: 'Once' })]);
    expect(both.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a change of a term', () => {
  it('appends nothing without a difference', async () => {
    const core = coreUnderTest();
    const tag = await create(core, tags, { name: 'Same' });
    await change(core, tags, tag.id, { name: 'Same', slug: 'same', description: '' });
    expect(await core.store.last()).toBe(1);
  });

  it('may take the name of another, but not its slug', async () => {
    const core = coreUnderTest();
    await create(core, tags, { name: 'One' });
    const two = await create(core, tags, { name: 'Two' });
    expect(await change(core, tags, two.id, { name: 'One' })).toMatchObject({ name: 'One', slug: 'two' });
    await expect(change(core, tags, two.id, { slug: 'one' })).rejects.toMatchObject({ code: 'duplicate_term_slug' });
    expect((await change(core, tags, two.id, { slug: '' })).slug).toBe('one-2');
  });

  it('frees the slug that it had', async () => {
    const core = coreUnderTest();
    const one = await create(core, tags, { name: 'One' });
    await change(core, tags, one.id, { slug: 'uno' });
    expect((await create(core, tags, { name: 'One', slug: 'one' })).slug).toBe('one');
  });

  it('never puts a category below itself', async () => {
    const core = coreUnderTest();
    const top = await create(core, categories, { name: 'Top' });
    const below = await create(core, categories, { name: 'Below', parent: top.id });
    const deep = await create(core, categories, { name: 'Deep', parent: below.id });
    expect((await change(core, categories, below.id, { parent: deep.id })).parent).toBe(0);
    expect((await change(core, categories, below.id, { parent: below.id })).parent).toBe(0);
  });

  it('creates no cycle when two move at once', async () => {
    const core = coreUnderTest();
    const a = await create(core, categories, { name: 'A' });
    const b = await create(core, categories, { name: 'B' });
    await Promise.all([
      change(core, categories, a.id, { parent: b.id }),
      change(core, categories, b.id, { parent: a.id }),
    ]);
    const parents = [(await read(core, categories, a.id))!.parent, (await read(core, categories, b.id))!.parent];
    expect(parents).toContain(0);
  });

  it('is 404 for an unknown term', async () => {
    await expect(change(coreUnderTest(), tags, 7, { name: 'x' })).rejects.toMatchObject({ status: 404 });
  });
});

describe('a deleted category', () => {
  it('leaves its children to its parent and its slug to others', async () => {
    const core = coreUnderTest();
    const top = await create(core, categories, { name: 'Top' });
    const middle = await create(core, categories, { name: 'Middle', parent: top.id });
    const low = await create(core, categories, { name: 'Low', parent: middle.id });
    await remove(core, categories, middle.id);
    expect(await read(core, categories, low.id)).toMatchObject({ parent: top.id });
    expect(await read(core, categories, middle.id)).toBeUndefined();
    expect((await create(core, categories, { name: 'Middle' })).slug).toBe('middle');
    await expect(remove(core, categories, middle.id)).rejects.toMatchObject({ status: 404 });
    expect((await readTree(core.documents)).parents).toEqual({ [low.id]: top.id });
  });
});

describe('a translated term', () => {
  it('joins the group of its source, which leaves the lists of that language', async () => {
    const core = coreUnderTest();
    const town = await create(core, categories, { name: 'Town' });
    const ville = await create(core, categories, { name: 'Town', language: 'fr-ca', translationOf: town.id });
    expect(ville).toMatchObject({ group: town.id, languages: ['fr-ca'], slug: 'town' });
    expect(await read(core, categories, town.id)).toMatchObject({
      group: town.id,
      languages: ['en', 'en-ca', 'es-us'],
    });
    await expect(
      create(core, categories, { name: 'Autre', language: 'fr-ca', translationOf: town.id }),
    ).rejects.toMatchObject({ code: 'i18n_group_conflict', status: 409 });
    await remove(core, categories, ville.id);
    expect((await read(core, categories, town.id))!.languages).toEqual(['en', 'en-ca', 'fr-ca', 'es-us']);
  });
});

describe('category 1', () => {
  it('is created at the first start', async () => {
    const core = coreUnderTest();
    await core.commands.run(context(), (unit) => createDefaultCategory(unit, core));
    expect(await read(core, categories, 1)).toMatchObject({ name: 'Uncategorized', slug: 'uncategorized' });
  });
});
