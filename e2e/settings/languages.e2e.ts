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

  /** Checks of places whether they know a language, by place. */
  type Places = ReadonlyMap<string, () => Promise<boolean>>;

  /** Returns the processes that accept a language. */
  const acceptingIn = (language: string): Places => {
    const lists = (['calendar', 'core'] as const).flatMap((name) =>
      addresses(name).map((address) => `${address}${LISTS[name]}?i18n_language=${language}`),
    );
    const pages = addresses('gateway').map((gateway) => `${gateway}/${language}/events/`);
    return new Map([...lists, ...pages].map((address) => [address, async () => (await fetch(address)).status === 200]));
  };
  /** Returns the descriptions that enumerate a language. */
  const describingIn = (language: string): Places => {
    const describes = async (address: string) => (await (await fetch(address)).text()).includes(`"${language}"`);
    const documents = addresses('gateway').flatMap((gateway) =>
      NAMESPACES.map((namespace) => `${gateway}/en/json/openapi.json?namespace=${namespace}`),
    );
    return new Map(documents.map((address) => [address, () => describes(address)]));
  };

  /** Waits until all places know a language, or know it no longer; returns the milliseconds until the last one. */
  const untilKnown = async (places: Places, isKnown: boolean): Promise<number> => {
    const begun = performance.now();
    const waits = Array.from(places.values(), (check) =>
      eventually(async () => (await check()) === isKnown, { every: 10 }),
    );
    await Promise.allSettled(waits);
    return Math.round(performance.now() - begun);
  };
  const placesWhere = async (language: string, isKnown: boolean): Promise<string[]> => {
    const found: string[] = [];
    for (const [place, check] of [...acceptingIn(language), ...describingIn(language)])
      if ((await check()) === isKnown) found.push(place);
    return found;
  };

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
    await eventually(async () => [...(await spoken())].join() === 'fr-CA');
    for (const name of ['core', 'calendar', 'gateway'] as const) {
      const [first] = world.replicas(name);
      if (first !== undefined) await world.end(first, 'SIGTERM');
      await world.add(name);
    }
    await eventually(async () => [...(await spoken())].join() === 'fr-CA');
    expect((await change('en_US')).status).toBe(200);
    await eventually(async () => [...(await spoken())].join() === 'en');
    const venue = { as: 'admin', body: { venue: 'Pier' } } as const;
    expect((await request(`${world.origin}/en/json`, 'POST', '/cal/events/v1/venues', venue)).status).toBe(201);
    const refused = await change('fr_CA');
    expect([refused.status, refused.body.code]).toEqual([409, 'i18n_default_in_use']);
  });

  it('take effect in every process and every description without a failing request', async () => {
    const site = ['en', 'en-CA', 'fr-CA', 'es-US'];
    const change = async (isKnown: boolean): Promise<string> => {
      await languages(isKnown ? [...site, 'it'] : site);
      const accepted = await untilKnown(acceptingIn('it'), isKnown);
      const described = accepted + (await untilKnown(describingIn('it'), isKnown));
      expect(await placesWhere('it', !isKnown)).toEqual([]);
      return `${accepted} (${described}) ms`;
    };
    const changes = async (): Promise<string> => {
      const delays: string[] = [];
      for (const isKnown of [true, false]) delays.push(await change(isKnown));
      return delays.join(', ');
    };
    const alone = await changes();

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
    const busy = await changes().finally(() => {
      isOver = true;
    });
    await visitors;
    console.log(`languages in all processes (and descriptions) after ${alone}; with two visitors after ${busy}`);
    expect(failures).toEqual([]);
  });
});
