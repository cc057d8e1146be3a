import { RULES_KEY, rulesChanged, type VersionedRules } from '@almanac/contracts';
import {
  type Delivery,
  formatToken,
  type KeyedEventPosition,
  memoryEntries,
  type RunningSubscription,
  type Subscription,
} from '@almanac/messaging';
import { AnswerSources, runWithLimits, UsedLimits } from '@almanac/rest';
import { FollowedRules } from './followedRules.ts';

const rules = (version: number, mode: 0 | 1 | 2): VersionedRules => ({
  version,
  kinds: [{ name: 'cal_venue', mode }],
  fields: [{ name: '_VenueCity', action: 'copy' }],
});

const eventually = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
};

describe('the translation rules that a process follows', () => {
  const entries = memoryEntries();
  let answered: VersionedRules | undefined;
  let subscription: Subscription;
  let awaited: KeyedEventPosition[];
  let following: FollowedRules;
  /** The subscription delivers nothing until this resolves. */
  let opened: Promise<void>;
  beforeEach(() => {
    opened = Promise.resolve();
  });

  const follow = async (): Promise<FollowedRules> => {
    awaited = [];
    const running: RunningSubscription = {
      reached: async (_source, position) => awaited.push(position) > 0,
      lag: async () => new Map(),
      stop: async () => undefined,
    };
    following = new FollowedRules(
      'calendar',
      {
        entries,
        log: { info: () => undefined, warn: () => undefined, error: () => undefined } as never,
        bus: {
          subscribe: async (asked) => {
            await opened;
            subscription = asked;
            return running;
          },
          close: async () => undefined,
        },
        fetchInternal: async () => ({ status: answered ? 200 : 503, headers: new Headers(), body: answered }),
      },
      { now: () => 0, sleep: () => new Promise((resolve) => setTimeout(resolve, 1)) },
    );
    await following.start();
    return following;
  };
  const hear = (data: VersionedRules, epoch = 1) =>
    subscription.handle({ type: rulesChanged.type, key: RULES_KEY, epoch, data } as unknown as Delivery);
  const mode = () => following.current().modeOf('cal_venue');
  afterEach(() => following.stop());

  it('are empty until the translation service answers, and then its rules', async () => {
    answered = undefined;
    await follow();
    expect([mode(), following.current().actionOf('_VenueCity')]).toEqual([2, undefined]);
    answered = rules(3, 1);
    await eventually(() => mode() === 1);
    expect(following.current().actionOf('_VenueCity')).toBe('copy');
  });

  it('are those of the last run while the service is away, and the service’s again, even of a lower version', async () => {
    answered = undefined;
    await follow();
    expect(mode()).toBe(1);
    answered = rules(1, 0);
    await eventually(() => mode() === 0);
  });

  it('are requested again until an answer follows the subscription', async () => {
    const opening = Promise.withResolvers<void>();
    opened = opening.promise;
    answered = rules(1, 0);
    await follow();
    await eventually(() => mode() === 0);
    answered = undefined;
    opening.resolve();
    await new Promise((resolve) => setTimeout(resolve, 5));
    answered = rules(2, 1);
    await eventually(() => mode() === 1);
  });

  it('change with each newer change, but not with repeats or older ones', async () => {
    answered = rules(1, 0);
    await follow();
    await hear(rules(3, 1));
    await hear(rules(2, 2));
    expect([mode(), following.current().modeOf('__proto__')]).toEqual([1, 2]);
  });

  it('are requested again if the translation service was restored from a backup', async () => {
    answered = rules(3, 1);
    await follow();
    await eventually(() => mode() === 1);
    answered = rules(2, 0);
    await hear(rules(1, 2), 2);
    await eventually(() => mode() === 0);
  });

  it('delay a request that names a change of them', async () => {
    await follow();
    const at = { source: 'translation', position: 7, n: 0 } as const;
    while (awaited.length === 0)
      await following.waitFor(
        formatToken([
          { ...at, key: 'job-3' },
          { ...at, key: RULES_KEY },
        ]),
      );
    expect(awaited).toEqual([{ ...at, key: RULES_KEY }]);
  });

  it('outdate an answer made from them when they change', async () => {
    answered = rules(1, 2);
    await follow();
    await eventually(() => mode() === 2);
    const sources = new AnswerSources();
    runWithLimits(new UsedLimits(), mode, sources);
    sources.complete();
    expect(sources.isCurrent(0)).toBe(true);
    await hear(rules(2, 1));
    expect(sources.isCurrent(0)).toBe(false);
  });
});
