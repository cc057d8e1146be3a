import { defaultSettings, SETTINGS_KEY, type SiteSettings } from '@almanac/contracts';
import { languageCodes } from '@almanac/i18n';
import {
  type Delivery,
  formatToken,
  type KeyedEventPosition,
  memoryEntries,
  type RunningSubscription,
  type Subscription,
} from '@almanac/messaging';
import { AnswerSources, runWithLimits, UsedLimits } from '@almanac/rest';
import { FollowedSettings } from './followedSettings.ts';
import { keptSettings } from './keptSettings.ts';

/** A core that answers requests, and a bus whose deliveries the spec makes. */
class World {
  core: { version: number; settings: SiteSettings } | undefined = { version: 1, settings: defaultSettings };
  asked = 0;
  readonly entries = memoryEntries();
  readonly awaited: KeyedEventPosition[] = [];
  /** True if awaited changes do not arrive in time. */
  isLate = false;
  readonly #following: FollowedSettings[] = [];
  #begin: () => void = () => undefined;
  #subscription: Subscription | undefined;
  position = 0;
  epoch = 1;
  /** Storing a copy waits for this promise. */
  keeping: Promise<void> = Promise.resolve();

  /** Creates a process that follows the settings; it subscribes at once unless the brokers are down. */
  follow({ name = 'calendar', brokersAway = false, site = {} as Partial<SiteSettings> } = {}): FollowedSettings {
    const settings = new FollowedSettings({
      name,
      site,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      bus: { subscribe: (subscription) => this.#subscribe(subscription, brokersAway) },
      kept: {
        ...keptSettings(this.entries),
        keep: async (snapshot) => {
          await this.keeping;
          await keptSettings(this.entries).keep(snapshot);
        },
      },
      ask: async () => {
        this.asked++;
        if (this.core === undefined) throw new Error('core does not answer');
        return this.core;
      },
      time: { now: () => 0, sleep: () => new Promise((resolve) => setTimeout(resolve, 1)) },
    });
    this.#following.push(settings);
    return settings;
  }

  brokersCome(): void {
    this.#begin();
  }

  /** Changes the settings at core and publishes the change, unless it is to be lost. */
  async change(settings: Partial<SiteSettings>, { lost = false } = {}): Promise<Delivery> {
    if (this.core === undefined) throw new Error('there is no core');
    this.core = { version: this.core.version + 1, settings: { ...this.core.settings, ...settings } };
    const { version } = this.core;
    const data = { version, settings };
    const delivery = { ...anyDelivery, epoch: this.epoch, position: ++this.position, data };
    if (!lost) await this.deliver(delivery);
    return delivery;
  }

  async deliver(delivery: Delivery): Promise<void> {
    await this.#subscription?.handle(delivery);
  }

  async stop(): Promise<void> {
    for (const settings of this.#following) await settings.stop();
  }

  async #subscribe(subscription: Subscription, late: boolean): Promise<RunningSubscription> {
    if (late)
      await new Promise<void>((resolve) => {
        this.#begin = resolve;
      });
    this.#subscription = subscription;
    const reached = async (_source: string, position: KeyedEventPosition) => {
      this.awaited.push(position);
      return !this.isLate;
    };
    return { reached, lag: async () => new Map(), stop: async () => undefined };
  }
}

const anyDelivery: Omit<Delivery, 'data' | 'position'> = {
  source: 'core',
  epoch: 1,
  n: 0,
  type: 'core.settings-changed.v1',
  key: SETTINGS_KEY,
  at: '2031-01-01T00:00:00.000Z',
  principal: 'user:1',
  language: 'en',
  correlation: 'spec',
};

const eventually = async (isSo: () => boolean): Promise<void> => {
  for (const until = performance.now() + 60_000; !isSo(); ) {
    if (performance.now() > until) throw new Error('it did not come to pass');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
};

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.stop());

describe('the settings that a process starts with', () => {
  it('are those of core, if core answers', async () => {
    await world.change({ posts_per_page: 3 });
    const settings = world.follow({ site: { posts_per_page: 7 } });
    await settings.start();
    expect(settings.current()).toEqual({ ...defaultSettings, posts_per_page: 3 });
  });

  it('are those of the site file, if core does not answer and no copy is stored', async () => {
    world.core = undefined;
    const settings = world.follow({ site: { posts_per_page: 7 } });
    expect(settings.current()).toEqual({ ...defaultSettings, posts_per_page: 7 });
    await settings.start();
    expect(settings.current()).toEqual({ ...defaultSettings, posts_per_page: 7 });
  });

  it('are those of its last run, if core does not answer', async () => {
    const before = world.follow();
    await before.start();
    await world.change({ posts_per_page: 3 });
    world.core = undefined;
    const settings = world.follow({ site: { posts_per_page: 7 } });
    await settings.start();
    expect(settings.current()).toEqual({ ...defaultSettings, posts_per_page: 3 });
  });

  it('become those of core as soon as it answers, even if core was restored to an older state', async () => {
    const before = world.follow();
    await before.start();
    await world.change({ posts_per_page: 3 });
    await world.change({ posts_per_page: 4 });
    world.core = undefined;
    const settings = world.follow();
    await settings.start();
    world.core = { version: 2, settings: { ...defaultSettings, posts_per_page: 3 } };
    await eventually(() => settings.current().posts_per_page === 3);
  });

  it('do not wait for brokers, and miss no change before these are reachable', async () => {
    const settings = world.follow({ brokersAway: true });
    await settings.start();
    await world.change({ posts_per_page: 3 }, { lost: true });
    expect(settings.current().posts_per_page).toBe(10);
    world.brokersCome();
    await eventually(() => settings.current().posts_per_page === 3);
  });
});

describe('a change of the settings', () => {
  it('is current once it arrives, without a question to core', async () => {
    const settings = world.follow();
    await settings.start();
    await eventually(() => world.asked === 2);
    await world.change({ timezone: 'Europe/Paris' });
    expect(settings.current()).toEqual({ ...defaultSettings, timezone: 'Europe/Paris' });
    expect(world.asked).toBe(2);
  });

  it('makes its languages current in the process', async () => {
    const settings = world.follow();
    await settings.start();
    await eventually(() => world.asked === 2);
    await world.change({ languages: ['en', 'de'] });
    expect(languageCodes()).toEqual(['en', 'de']);
    await world.change({ languages: defaultSettings.languages });
    expect(languageCodes()).toHaveLength(4);
  });

  it('is skipped if it is a repeat, or older than the known ones', async () => {
    const settings = world.follow();
    await settings.start();
    const first = await world.change({ posts_per_page: 3 });
    await world.change({ posts_per_page: 4 });
    await world.deliver(first);
    expect(settings.current().posts_per_page).toBe(4);
  });

  it('makes the process ask core for all if one before it was missed', async () => {
    const settings = world.follow();
    await settings.start();
    await world.change({ posts_per_page: 3 }, { lost: true });
    await world.change({ start_of_week: 0 });
    expect(settings.current()).toEqual({ ...defaultSettings, posts_per_page: 3, start_of_week: 0 });
  });

  it('makes the process ask core until core shows it', async () => {
    const settings = world.follow();
    await settings.start();
    const older = world.core;
    await world.change({ posts_per_page: 3 }, { lost: true });
    const last = await world.change({ start_of_week: 0 }, { lost: true });
    const newest = world.core;
    world.core = older;
    await world.deliver(last);
    expect(settings.current()).toEqual(defaultSettings);
    world.core = newest;
    await eventually(() => settings.current().start_of_week === 0 && settings.current().posts_per_page === 3);
  });

  it('makes the process ask core again if it arrives while an answer of core is stored', async () => {
    const settings = world.follow();
    await settings.start();
    await eventually(() => world.asked === 2);
    await world.change({ posts_per_page: 3 }, { lost: true });
    const answered = world.core;
    world.core = undefined;
    await world.deliver({ ...anyDelivery, position: 9, data: { version: 3, settings: {} } });
    const { promise, resolve } = Promise.withResolvers<void>();
    world.keeping = promise;
    world.core = answered && { ...answered, version: 3 };
    await eventually(() => settings.current().posts_per_page === 3);
    await world.change({ posts_per_page: 4 }, { lost: true });
    const last = await world.change({ posts_per_page: 5 }, { lost: true });
    const newest = world.core;
    world.core = undefined;
    await world.deliver(last);
    world.core = newest;
    resolve();
    await eventually(() => settings.current().posts_per_page === 5);
  });

  it.each(['has heard a change before', 'has heard none'])(
    'is taken over after a restore of core by a process that %s',
    async (before) => {
      const settings = world.follow();
      await settings.start();
      await eventually(() => world.asked === 2);
      for (const posts_per_page of [3, 4, 5]) await world.change({ posts_per_page }, { lost: true });
      await settings.refresh();
      if (before === 'has heard a change before') await world.change({ posts_per_page: 6 });
      const old = await world.change({ posts_per_page: 7 }, { lost: true });
      world.core = { version: 1, settings: defaultSettings };
      world.epoch = 2;
      await world.change({ start_of_week: 0 });
      await eventually(() => settings.current().posts_per_page === defaultSettings.posts_per_page);
      expect(settings.current().start_of_week).toBe(0);
      await world.deliver(old);
      expect(settings.current().posts_per_page).toBe(defaultSettings.posts_per_page);
    },
  );

  it('delays a request that names it, and no other', async () => {
    const settings = world.follow();
    await settings.start();
    await eventually(() => world.asked === 2);
    const position = { source: 'core', position: 7, n: 0 } as const;
    await settings.waitFor(formatToken([{ ...position, key: 'post-3' }]));
    await settings.waitFor(undefined);
    expect(world.awaited).toEqual([]);
    await settings.waitFor(
      formatToken([
        { ...position, key: 'post-3' },
        { ...position, key: SETTINGS_KEY },
      ]),
    );
    expect(world.awaited).toEqual([{ ...position, key: SETTINGS_KEY }]);
  });

  it('is requested from core if a request names it before the subscription has begun', async () => {
    const settings = world.follow({ brokersAway: true });
    await settings.start();
    await world.change({ posts_per_page: 3 }, { lost: true });
    await settings.waitFor(formatToken([{ source: 'core', position: 7, n: 0, key: SETTINGS_KEY }]));
    expect(settings.current().posts_per_page).toBe(3);
  });

  it('is requested from core once for each change that does not arrive in time', async () => {
    const settings = world.follow();
    await settings.start();
    await eventually(() => world.asked === 2);
    world.isLate = true;
    for (const position of [7, 8]) {
      await world.change({ posts_per_page: position }, { lost: true });
      const token = formatToken([{ source: 'core', position, n: 0, key: SETTINGS_KEY }]);
      await Promise.all([settings.waitFor(token), settings.waitFor(token)]);
      await settings.waitFor(token);
      expect(settings.current().posts_per_page).toBe(position);
    }
    expect(world.asked).toBe(4);
  });
});

describe('an answer made from followed settings', () => {
  it('is outdated when the settings change', async () => {
    const settings = world.follow();
    await settings.start();
    const sources = new AnswerSources();
    runWithLimits(new UsedLimits(), () => settings.current(), sources);
    sources.complete();
    expect(sources.isCurrent(0)).toBe(true);
    await world.change({ name: 'Hillside' });
    expect(sources.isCurrent(0)).toBe(false);
  });
});
