import { readRedirects, type VersionedRule } from '@almanac/contracts';
import type { Delivery, RunningSubscription, Subscription } from '@almanac/messaging';
import { defaultRedirectOptions } from '@almanac/redirects/schemas';
import { ServiceUnavailableError } from '@almanac/service';
import { FollowedRules } from './followedRules.ts';

const ruleOf = (id: number, version = 1, to = `/to/${id}`): VersionedRule => ({
  id,
  version,
  group_id: 1,
  position: 0,
  enabled: true,
  url: `/rule/${id}`,
  log_exclude: false,
  flags: { flag_query: 'exact', flag_case: false, flag_trailing: false, flag_regex: false },
  match: { type: 'url', url: to },
  action_type: 'url',
  action_code: 301,
});
/** Number of patterns that take much longer to compile than one turn of the event loop should take. */
const COSTLY_PATTERNS = 20;
const group = { id: 1, version: 1, module_id: 1, enabled: true };

/** A redirection service that sends its rules in parts of two, and a bus whose deliveries the spec makes. */
class World {
  readonly rules = new Map<number, VersionedRule>();
  settings = { version: 1, options: defaultRedirectOptions };
  isAway = false;
  asked = 0;
  onAsked: () => void | Promise<void> = () => undefined;
  epoch = 1;
  #position = 0;
  #begin: () => void = () => undefined;
  #subscription: Subscription | undefined;
  readonly followed: FollowedRules;

  constructor({ brokersAway = false } = {}) {
    this.followed = new FollowedRules({
      bus: { subscribe: (subscription) => this.#subscribe(subscription, brokersAway) },
      fetchInternal: async (_service, path) =>
        this.#answer(Number(new URL(path, 'http://x').searchParams.get('after'))),
      log: { warn: () => undefined, error: () => undefined },
      time: { now: () => 0, sleep: () => new Promise((resolve) => setTimeout(resolve, 1)) },
    });
  }

  brokersCome(): void {
    this.#begin();
  }

  async tell(type: string, data: unknown): Promise<void> {
    await this.#subscription?.handle({
      source: 'redirection',
      epoch: this.epoch,
      position: ++this.#position,
      n: 0,
      type,
      key: 'k',
      data,
      at: '2031-01-01T00:00:00.000Z',
      principal: 'user:1',
      language: 'en',
      correlation: 'spec',
    } satisfies Delivery);
  }

  targets(...ids: number[]): (string | undefined)[] {
    return ids.map((id) => {
      const { rules } = this.followed.rules.find(`/rule/${id}`);
      return rules[0]?.match.type === 'url' ? rules[0].match.url : undefined;
    });
  }

  async #answer(after: number) {
    this.asked++;
    if (this.isAway) throw new ServiceUnavailableError('redirection');
    const ids = [...this.rules.keys()].filter((id) => id > after).sort((a, b) => a - b);
    const part = ids.slice(0, 2);
    const rules = part.map((id) => this.rules.get(id));
    await this.onAsked();
    const body = readRedirects.parseAnswer({
      rules,
      next: ids.length > 2 ? part[1] : null,
      groups: [group],
      settings: this.settings,
    });
    return { status: 200, headers: new Headers(), body };
  }

  async #subscribe(subscription: Subscription, late: boolean): Promise<RunningSubscription> {
    if (late)
      await new Promise<void>((resolve) => {
        this.#begin = resolve;
      });
    this.#subscription = subscription;
    return { reached: async () => true, lag: async () => new Map(), stop: async () => undefined };
  }
}

const eventually = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
};

let world: World;
afterEach(() => world.followed.stop());

const started = async (options?: { brokersAway: boolean }): Promise<World> => {
  world = new World(options);
  for (const id of [1, 2, 3, 4, 5]) world.rules.set(id, ruleOf(id));
  await world.followed.start();
  return world;
};

describe('the rules of a gateway', () => {
  it('are all rules of the service, requested in parts', async () => {
    await started();
    expect(world.targets(1, 2, 3, 4, 5, 6)).toEqual(['/to/1', '/to/2', '/to/3', '/to/4', '/to/5', undefined]);
    expect([world.asked, world.followed.unready()]).toEqual([3, {}]);
  });

  it('follow each change', async () => {
    await started();
    await world.tell('redirection.rule-changed.v1', ruleOf(1, 2, '/newer'));
    await world.tell('redirection.rule-changed.v1', ruleOf(9));
    await world.tell('redirection.rule-deleted.v1', { id: 2 });
    expect(world.targets(1, 2, 9)).toEqual(['/newer', undefined, '/to/9']);
    await world.tell('redirection.group-changed.v1', { ...group, version: 2, enabled: false });
    expect(world.targets(1, 9)).toEqual([undefined, undefined]);
    await world.tell('redirection.group-changed.v1', { ...group, version: 3 });
    expect(world.targets(1)).toEqual(['/newer']);
    await world.tell('redirection.group-deleted.v1', { id: 1 });
    expect(world.targets(1)).toEqual([undefined]);
  });

  it('let others be answered while many costly patterns change', async () => {
    await started();
    let [turns, isOver] = [0, false];
    setImmediate(function next() {
      turns++;
      if (!isOver) setImmediate(next);
    });
    const flags = { ...ruleOf(1).flags, flag_regex: true };
    const urls = Array.from({ length: COSTLY_PATTERNS }, (_, at) => `/${at}${'(.*)*'.repeat(300)}`);
    for (const [at, url] of urls.entries())
      await world.tell('redirection.rule-changed.v1', { ...ruleOf(10 + at), url, flags });
    isOver = true;
    expect(turns).toBeGreaterThan(1);
  });

  it('are not reverted by a late change', async () => {
    await started();
    await world.tell('redirection.rule-changed.v1', ruleOf(1, 3, '/third'));
    await world.tell('redirection.rule-changed.v1', ruleOf(1, 2, '/second'));
    await world.tell('redirection.settings-changed.v1', {
      version: 3,
      options: { ...defaultRedirectOptions, https: true },
    });
    await world.tell('redirection.settings-changed.v1', { version: 2, options: defaultRedirectOptions });
    expect([world.targets(1), world.followed.options.https]).toEqual([['/third'], true]);
  });

  it('include changes that arrive while they are requested', async () => {
    world = new World();
    for (const id of [1, 2, 3]) world.rules.set(id, ruleOf(id));
    world.onAsked = async () => {
      world.onAsked = () => undefined;
      await world.tell('redirection.rule-changed.v1', ruleOf(1, 2, '/newer'));
      await world.tell('redirection.rule-deleted.v1', { id: 2 });
      world.rules.delete(2);
    };
    await world.followed.start();
    expect(world.targets(1, 2, 3)).toEqual(['/newer', undefined, '/to/3']);
  });

  it('are requested until they are answered, and the gateway is not ready before', async () => {
    world = new World();
    world.isAway = true;
    world.rules.set(1, ruleOf(1));
    await world.followed.start();
    expect([world.targets(1), world.followed.unready()]).toEqual([[undefined], { redirects: 'not known yet' }]);
    await world.tell('redirection.rule-changed.v1', ruleOf(2));
    world.isAway = false;
    await eventually(() => world.followed.unready().redirects === undefined);
    expect(world.targets(1)).toEqual(['/to/1']);
  });

  it('stay while the service is away', async () => {
    await started();
    world.isAway = true;
    await world.tell('redirection.rule-changed.v1', ruleOf(1, 2, '/newer'));
    expect([world.targets(1, 3), world.followed.unready()]).toEqual([['/newer', '/to/3'], {}]);
  });

  it('are requested again if the brokers come late, since changes were not heard', async () => {
    await started({ brokersAway: true });
    expect(world.targets(1)).toEqual(['/to/1']);
    world.rules.set(1, ruleOf(1, 2, '/newer'));
    world.brokersCome();
    await eventually(() => world.targets(1)[0] === '/newer');
  });

  it('are requested again if the brokers come while they are answered', async () => {
    world = new World({ brokersAway: true });
    world.isAway = true;
    world.rules.set(1, ruleOf(1));
    await world.followed.start();
    world.onAsked = () => {
      world.onAsked = () => undefined;
      world.rules.set(1, ruleOf(1, 2, '/newer'));
      world.brokersCome();
    };
    world.isAway = false;
    await eventually(() => world.targets(1)[0] === '/newer');
    const { asked } = world;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(world.asked).toBe(asked);
  });

  it('follow a service that was restored to an older state', async () => {
    await started();
    await world.tell('redirection.rule-changed.v1', ruleOf(1, 2, '/newer'));
    world.epoch = 2;
    await world.tell('redirection.rule-changed.v1', ruleOf(3, 1, '/restored'));
    await eventually(() => world.targets(1)[0] === '/to/1');
  });

  it('stay those of the later request if an earlier one is answered after it', async () => {
    world = new World();
    world.rules.set(1, ruleOf(1));
    const [reached, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    world.onAsked = () => {
      world.onAsked = () => undefined;
      reached.resolve();
      return answer.promise;
    };
    const starting = world.followed.start();
    await reached.promise;
    await world.tell('redirection.rule-changed.v1', ruleOf(2));
    world.rules.set(1, ruleOf(1, 1, '/restored'));
    world.epoch = 2;
    await world.tell('redirection.rule-changed.v1', ruleOf(2));
    await eventually(() => world.targets(1)[0] === '/restored');
    answer.resolve();
    await starting;
    expect(world.targets(1)).toEqual(['/restored']);
  });
});
