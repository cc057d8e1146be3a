import type { ContentSite } from '@almanac/content-model';
import type { UnitOfWork } from '@almanac/event-sourcing';
import { given } from '@almanac/event-sourcing/testing';
import { siteOf } from '../posts/postWriting.ts';
import { redirectMedia } from '../references/mediumReferences.ts';
import { context, coreUnderTest, type UnderTest } from '../testing.contract.ts';
import { type Medium, type MediumEvent, type MediumFiles, medium } from './medium.ts';
import { type MediumInput, mediumDecider } from './mediumCommands.ts';
import { changeMedium, createMedium } from './mediumWriting.ts';

const files: MediumFiles = {
  mimeType: 'image/jpeg',
  file: { path: '2026/05/pier-scaled.jpg', filesize: 900, width: 2_560, height: 1_440 },
  original: 'pier.jpg',
  sizes: {
    medium: { file: 'pier-300x169.jpg', width: 300, height: 169, filesize: 90, mimeType: 'image/jpeg' },
  },
  picture: null,
  source: null,
};

describe('a medium', () => {
  let core: UnderTest;
  let site: ContentSite;
  beforeEach(() => {
    core = coreUnderTest();
    site = { ...siteOf(core, new Set(['uploads'])), zone: 'America/New_York' };
  });

  const run = async <T>(decide: (unit: UnitOfWork) => Promise<T>) => core.commands.run(context(), decide);

  const create = async (input: MediumInput = {}, more: Partial<MediumFiles> = {}): Promise<Medium> => {
    const made = { files: { ...files, ...more }, input: { author: 3, title: 'Pier', ...input } };
    return (await run((unit) => createMedium(unit, core, site, made))).result;
  };

  const change = async (id: number, input: MediumInput) => run((unit) => changeMedium(unit, site, { id, input }));

  const typesAt = async (position: number | undefined): Promise<string[]> => {
    if (position === undefined) return [];
    const [commit] = await core.store.readLog(position - 1, 1);
    return commit?.events.map(({ type }) => type) ?? [];
  };

  it('is created with defaults, and knows all its files', async () => {
    expect(await create()).toMatchObject({
      status: 'inherit',
      slug: 'pier',
      parent: 0,
      commentStatus: 'open',
      pingStatus: 'closed',
      date: '2026-05-01 08:00:00',
      dateUtc: '2026-05-01 12:00:00',
      modified: '2026-05-01 08:00:00',
      kind: 'image',
      paths: ['2026/05/pier.jpg', '2026/05/pier-scaled.jpg', '2026/05/pier-300x169.jpg'],
      keys: { title: 'pier' },
    });
  });

  it('has a unique slug among media, and hides no address in use', async () => {
    const slugs = [];
    for (const title of ['Pier', 'Pier', 'Uploads', 'feed', '2026', '???']) slugs.push((await create({ title })).slug);
    const last = (await create({ title: '' })).id;
    expect(slugs).toEqual(['pier', 'pier-2', 'uploads-2', 'feed-2', '2026', String(last - 1)]);
  });

  it('has the requested date, or the current one', async () => {
    const asked = { wallClock: '2024-02-03 04:05:06', instant: Date.parse('2024-02-03T09:05:06Z') };
    const { id, ...made } = await create({ date: asked });
    expect(made).toMatchObject({ date: '2024-02-03 04:05:06', modified: '2024-02-03 04:05:06' });
    const { result } = await change(id, { date: null });
    expect([result.date, result.dateUtc]).toEqual(['2026-05-01 08:00:00', '2026-05-01 12:00:00']);
  });

  it('changes only the named members, and appends nothing without a difference', async () => {
    const { id } = await create();
    core.advance(60_000);
    const { result, position } = await change(id, { alt: 'A pier', caption: '' });
    expect(result).toMatchObject({ alt: 'A pier', title: 'Pier', slug: 'pier', modified: '2026-05-01 08:01:00' });
    expect(await typesAt(position)).toEqual(['MediumChanged']);
    expect((await change(id, { alt: 'A pier', slug: 'Pier' })).position).toBeUndefined();
  });

  it('releases a slug that it changes, and gets one from its title for an empty one', async () => {
    const { id } = await create();
    expect((await change(id, { slug: 'Old pier' })).result.slug).toBe('old-pier');
    expect((await create()).slug).toBe('pier');
    expect((await change(id, { slug: '' })).result.slug).toBe('pier-2');
  });

  it('is deleted for good, and frees its slug and source', async () => {
    const source = 'http://pictures.test/pier.jpg';
    const { id } = await create({}, { source });
    await expect(create({}, { source })).rejects.toMatchObject({ code: 'rest_name_taken' });
    const remove = (unit: UnitOfWork) => unit.decide(mediumDecider, id, { type: 'Delete' }, undefined);
    await run(remove);
    expect((await create({}, { source })).slug).toBe('pier');
    await expect(run(remove)).rejects.toMatchObject({ code: 'rest_post_invalid_id' });
    await expect(change(id, {})).rejects.toMatchObject({ status: 404 });
  });

  it('loses deleted references without counting as changed', async () => {
    const { id, modified } = await create({ image: 7 });
    core.advance(60_000);
    const redirection = { member: 'image', from: 7, to: 0 } as const;
    await run((unit) => redirectMedia(unit, [id], { ...redirection, from: 8 }));
    const { position } = await run((unit) => redirectMedia(unit, [id], redirection));
    expect(await typesAt(position)).toEqual(['MediumReferencesChanged']);
    const { result } = await run((unit) => unit.load(medium, id));
    expect([result.image, result.modified]).toEqual([0, modified]);
  });
});

describe('the state of a medium', () => {
  const uploaded = { type: 'MediumUploaded', data: { id: 9, title: 'Été', ...files } } as unknown as MediumEvent;

  it('folds its title for ordering', () => {
    const renamed = { type: 'MediumChanged', data: { title: 'Ä' } } as MediumEvent;
    given(medium, [uploaded, renamed])
      .when((state) => {
        expect([state.keys.title, state.paths.length, state.version]).toEqual(['a', 3, 2]);
        return [];
      })
      .then([]);
  });
});
