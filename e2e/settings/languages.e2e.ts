import { eventually } from '@almanac/testing';
import { native } from '../engines/native.ts';
import { type PartName, World } from '../faults/native/world.ts';
import { request } from '../site.ts';

const lacking = native.lacking();
const on = lacking === undefined ? 'on native (the MongoDB stand-in and Kafka)' : `on native, skipped: ${lacking}`;

/** Lists whose argument enumerates the languages. */
const LISTS = { core: '/core/v2/posts', calendar: '/cal/events/v1/events' } as const;

/** Namespaces whose descriptions enumerate the languages. */
const NAMESPACES = ['i18n/st/v1', 'popup/v1'];

(lacking === undefined ? describe : describe.skip)(`languages of a site with two replicas of each part ${on}`, () => {
  let world: World;
  beforeAll(async () => {
    const twice = { gateway: 2, core: 2, calendar: 2, translation: 2, misc: 2, redirection: 2 };
    world = await World.start({ replicas: twice });
  });
  afterAll(() => world?.stop());

  const addresses = (name: PartName): string[] => world.replicas(name).map(({ address }) => address);
  const languages = async (tags: readonly string[]) => {
    const answer = await request(`${world.origin}/en/json`, 'PATCH', '/core/v2/settings', {
      as: 'admin',
      body: { languages: tags },
    });
    expect(answer.status).toBe(200);
  };

  /** Returns for every place whether it knows a language. */
  const knowing = async (language: string): Promise<ReadonlyMap<string, boolean>> => {
    const known = new Map<string, boolean>();
    const isFound = async (address: string) => known.set(address, (await fetch(address)).status === 200);
    for (const name of ['calendar', 'core'] as const)
      for (const address of addresses(name)) await isFound(`${address}${LISTS[name]}?i18n_language=${language}`);
    for (const gateway of addresses('gateway')) {
      await isFound(`${gateway}/${language}/events/`);
      for (const namespace of NAMESPACES) {
        const described = await fetch(`${gateway}/en/json/openapi.json?namespace=${namespace}`);
        known.set(`${gateway} describes ${namespace}`, (await described.text()).includes(`"${language}"`));
      }
    }
    return known;
  };
  const placesWhere = async (language: string, isKnown: boolean): Promise<string[]> =>
    [...(await knowing(language))].filter(([, known]) => known === isKnown).map(([place]) => place);

  it('get another default language in every process while no record exists, also after a restart', async () => {
    const change = (language: string) =>
      request<{ code: string }>(`${world.origin}/en/json`, 'PATCH', '/core/v2/settings', {
        as: 'admin',
        body: { language },
      });
    const languageOf = async (address: string) => (await fetch(address)).headers.get('content-language');
    const spoken = async (): Promise<ReadonlySet<string | null>> => {
      const pages = addresses('gateway').flatMap((gateway) => [
        `${gateway}/events/`,
        `${gateway}/category/uncategorized/`,
      ]);
      return new Set(await Promise.all(pages.map(languageOf)));
    };
    expect((await change('fr_CA')).status).toBe(200);
    await eventually(async () => [...(await spoken())].join() === 'fr-CA', { within: 30_000 });
    for (const name of ['core', 'calendar', 'gateway'] as const) {
      const [first] = world.replicas(name);
      if (first !== undefined) await world.end(first, 'SIGTERM');
      await world.add(name);
    }
    await eventually(async () => [...(await spoken())].join() === 'fr-CA', { within: 30_000 });
    expect((await change('en_US')).status).toBe(200);
    await eventually(async () => [...(await spoken())].join() === 'en', { within: 30_000 });
    const venue = { as: 'admin', body: { venue: 'Pier' } } as const;
    expect((await request(`${world.origin}/en/json`, 'POST', '/cal/events/v1/venues', venue)).status).toBe(201);
    const refused = await change('fr_CA');
    expect([refused.status, refused.body.code]).toEqual([409, 'i18n_default_in_use']);
  });

  it('take effect in every process and every description without a failing request', async () => {
    const failures: string[] = [];
    let isOver = false;
    const visitor = async (gateway: string) => {
      while (!isOver) {
        for (const path of ['/events/', '/en/json/cal/events/v1/events', '/fr-ca/json/core/v2/posts', '/en/json/']) {
          const { status } = await fetch(`${gateway}${path}`);
          if (status !== 200) failures.push(`${path}: ${status}`);
        }
      }
    };
    const visitors = Promise.all(addresses('gateway').map(visitor));
    const site = ['en', 'en-CA', 'fr-CA', 'es-US'];
    for (const [tags, isKnown] of [
      [[...site, 'it'], true],
      [site, false],
      [[...site, 'it'], true],
    ] as const) {
      await languages(tags);
      await eventually(async () => (await placesWhere('it', !isKnown)).length === 0, { within: 30_000 }).catch(
        () => {},
      );
      expect(await placesWhere('it', !isKnown)).toEqual([]);
    }
    isOver = true;
    await visitors;
    expect(failures).toEqual([]);
  });
});
