import {
  type RedirectSnapshot,
  readRedirects,
  redirectionEvents,
  redirectSettingsChanged,
  ruleChanged,
  ruleDeleted,
  ruleGroupChanged,
  ruleGroupDeleted,
  type VersionedGroup,
  type VersionedOptions,
  type VersionedRule,
} from '@almanac/contracts';
import {
  type Bus,
  type Delivery,
  type RunningSubscription,
  systemTime,
  type Time,
  UntilAnswered,
  waitFor,
} from '@almanac/messaging';
import { RuleSet } from '@almanac/redirects';
import { defaultRedirectOptions, type RedirectOptions } from '@almanac/redirects/schemas';
import { createPause } from '@almanac/rest';
import { askInternal, type FetchInternal, type Log } from '@almanac/service';

export interface FollowedRulesOptions {
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly fetchInternal: FetchInternal;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly time?: Time;
}

/** Milliseconds between two attempts to load the rules. */
const RETRY_MS = 1_000;
/** Timeout for one part of the snapshot, in milliseconds. */
const PART_TIMEOUT = 15_000;
/** Milliseconds that a start waits for the subscription before it loads the rules without it. */
const SUBSCRIBING = 1_000;

/** A copy of all rules and options at one time. */
interface RulesCopy {
  readonly rules: RuleSet<VersionedRule, VersionedGroup>;
  settings: VersionedOptions;
}

const nothingKnown = (): RulesCopy => ({
  rules: new RuleSet(),
  settings: { version: 0, options: defaultRedirectOptions },
});

/**
 * A gateway's copy of all redirect rules (docs/interface/redirects.md §8).
 * It receives every change. It loads all rules at its start and when a change shows that the service was restored.
 * While the service is down it uses the cached rules.
 */
export class FollowedRules {
  readonly #options: FollowedRulesOptions & { readonly time: Time };
  readonly #stopping = new AbortController();
  /** Compiling the patterns of one commit takes longer than other requests should wait. */
  readonly #pause = createPause();
  #known = nothingKnown();
  #isComplete = false;
  /** Changes received while the rules are loaded; they are applied to the loaded rules. */
  #heard: Delivery[] | undefined;
  #epoch = 0;
  #running: RunningSubscription | undefined;
  readonly #loading: UntilAnswered;

  constructor(options: FollowedRulesOptions) {
    const { time = systemTime } = options;
    this.#options = { ...options, time };
    this.#loading = new UntilAnswered({ ask: () => this.#load(), rest: RETRY_MS, signal: this.#stopping.signal, time });
  }

  get rules(): RuleSet {
    return this.#known.rules;
  }

  get options(): RedirectOptions {
    return this.#known.settings.options;
  }

  /** Returns the reason why the gateway is not ready: the rules are not loaded yet. */
  unready(): Record<string, string> {
    return this.#isComplete ? {} : { redirects: 'not known yet' };
  }

  /** Resolves after the first attempt to load the rules, successful or not. */
  async start(): Promise<void> {
    const { time } = this.#options;
    const subscribed = this.#subscribe();
    await Promise.race([subscribed, time.sleep(SUBSCRIBING, this.#stopping.signal)]);
    const isHearing = this.#running !== undefined;
    if (!(await this.#load())) this.#loading.want();
    // changes before the subscription began were not received
    if (!isHearing) void subscribed.then(() => this.#loading.want());
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running?.stop();
    await this.#loading.ended();
  }

  /** Waits briefly for the changes that a client has just made (docs/architecture.md §4). */
  async waitFor(token: string | undefined): Promise<void> {
    if (this.#running !== undefined) await waitFor(this.#running, ['redirection'], token);
  }

  async #subscribe(): Promise<void> {
    try {
      this.#running = await this.#options.bus.subscribe({
        name: 'gateway.redirects',
        sources: ['redirection'],
        ephemeral: true,
        takes: redirectionEvents,
        handle: async (delivery) => {
          await this.#pause();
          this.#hear(delivery);
        },
      });
      if (this.#stopping.signal.aborted) await this.#running.stop();
    } catch (error) {
      this.#options.log.error({ err: error }, 'changes of redirect rules cannot be followed');
    }
  }

  #hear(delivery: Delivery): void {
    if (this.#epoch !== 0 && delivery.epoch !== this.#epoch) this.#loading.want();
    this.#epoch = delivery.epoch;
    this.#heard?.push(delivery);
    apply(this.#known, delivery);
  }

  /** Loads all rules. True if the service answered. */
  async #load(): Promise<boolean> {
    const heard: Delivery[] = [];
    this.#heard = heard;
    try {
      const known = await this.#ask();
      for (const delivery of heard) {
        await this.#pause();
        apply(known, delivery);
      }
      // a later load has the changes since it began
      if (this.#heard !== heard) return true;
      this.#known = known;
      this.#isComplete = true;
      return true;
    } catch (error) {
      if (!this.#loading.isUnderWay)
        this.#options.log.warn({ err: error }, 'redirect rules cannot be read; using the cached rules');
      return false;
    } finally {
      if (this.#heard === heard) this.#heard = undefined;
    }
  }

  async #ask(): Promise<RulesCopy> {
    const known = nothingKnown();
    const pause = createPause();
    for (let after: number | null = 0; after !== null; ) {
      const part: RedirectSnapshot = await this.#askPart(after);
      for (const rule of part.rules) {
        await pause();
        known.rules.put(rule);
      }
      for (const group of part.groups) known.rules.putGroup(group);
      known.settings = part.settings;
      after = part.next;
    }
    return known;
  }

  async #askPart(after: number): Promise<RedirectSnapshot> {
    const asked = { at: { id: after }, timeout: PART_TIMEOUT };
    const { body, refused } = await askInternal(this.#options.fetchInternal, readRedirects, asked);
    if (refused !== undefined) throw refused;
    return body;
  }
}

const isNewer = (version: number, known: { readonly version: number } | undefined): boolean =>
  known === undefined || version > known.version;

/** Applies a change to the known rules, unless they are newer. */
const apply = (known: RulesCopy, delivery: Delivery): void => {
  const { rules } = known;
  if (ruleChanged.is(delivery)) {
    const rule = delivery.data;
    if (isNewer(rule.version, rules.rule(rule.id))) rules.put(rule);
  } else if (ruleDeleted.is(delivery)) {
    rules.remove(delivery.data.id);
  } else if (ruleGroupChanged.is(delivery)) {
    const group = delivery.data;
    if (isNewer(group.version, rules.group(group.id))) rules.putGroup(group);
  } else if (ruleGroupDeleted.is(delivery)) {
    rules.removeGroup(delivery.data.id);
  } else if (redirectSettingsChanged.is(delivery)) {
    if (isNewer(delivery.data.version, known.settings)) known.settings = delivery.data;
  }
};
