import type { RequestListener } from 'node:http';
import { RULES_KEY, readTranslationRules, rulesChanged, type VersionedRules, versionedRules } from '@almanac/contracts';
import {
  formatToken,
  type RunningSubscription,
  readToken,
  systemTime,
  type Time,
  UntilAnswered,
  waitFor,
} from '@almanac/messaging';
import { type CountedSource, noteSource, sourceOf } from '@almanac/rest';
import { askInternal, delayed, type ServicePorts } from '@almanac/service';
import { noRules, type RulesInForce, rulesInForce } from '../translations/rules.ts';

type Ports = Pick<ServicePorts, 'bus' | 'fetchInternal' | 'entries' | 'log' | 'sharedSources'>;

const TRANSLATION_RULES_KIND = 'translation-rules';
const ID = 'last-known';
/** Milliseconds between attempts to fetch the rules from the translation service. */
const RETRY_MS = 5_000;

/**
 * A process's copy of the translation rules. It starts with the last stored copy, then fetches the rules from the
 * translation service and subscribes to changes. Each change carries all rules, so the next one makes up for a missed
 * one.
 */
export class FollowedRules {
  readonly #name: string;
  readonly #ports: Ports;
  readonly #stopping = new AbortController();
  /** Lower than any version: the first answer is always adopted, even after a restore. */
  #version = -1;
  /** The epoch of the last received change. */
  #epoch = 0;
  #rules: RulesInForce = noRules;
  #running: RunningSubscription | undefined;
  readonly #asking: UntilAnswered;
  readonly #shared = { name: 'followed/rules', version: () => (this.#version < 0 ? undefined : this.#version) };
  readonly #source: CountedSource = { ...sourceOf(() => this.#rules), shared: this.#shared };

  /** @param name name of the subscribing service */
  constructor(name: string, ports: Ports, time: Time = systemTime) {
    this.#name = name;
    this.#ports = ports;
    ports.sharedSources?.add(this.#shared);
    this.#asking = new UntilAnswered({ ask: () => this.#ask(), rest: RETRY_MS, signal: this.#stopping.signal, time });
  }

  current(): RulesInForce {
    noteSource(this.#source);
    return this.#rules;
  }

  /** Starts without waiting for brokers or the translation service; meanwhile the last known rules are used. */
  async start(): Promise<void> {
    const kept = versionedRules.safeParse((await this.#ports.entries.get(TRANSLATION_RULES_KIND, ID))?.body);
    if (kept.success) this.#rules = rulesInForce(kept.data);
    this.#asking.want();
    void this.#subscribe();
  }

  async #subscribe(): Promise<void> {
    try {
      this.#running = await this.#ports.bus.subscribe({
        name: `${this.#name}.translation-rules`,
        sources: ['translation'],
        ephemeral: true,
        takes: [rulesChanged],
        handle: async (delivery) => {
          if (rulesChanged.is(delivery)) await this.#hear(delivery.epoch, delivery.data);
        },
      });
    } catch (error) {
      this.#ports.log.error({ err: error }, 'changes of translation rules cannot be followed');
      return;
    }
    if (this.#stopping.signal.aborted) return this.#running.stop();
    // changes between the first answer and now were not delivered
    this.#asking.want();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running?.stop();
    await this.#asking.ended();
  }

  /** Waits briefly for a change that the request's client has just made. */
  async waitFor(token: string | readonly string[]): Promise<void> {
    if (this.#running === undefined) return void (await this.#ask());
    const awaited = readToken(String(token)).filter(({ key }) => key === RULES_KEY);
    await waitFor(this.#running, ['translation'], formatToken(awaited));
  }

  async #hear(epoch: number, rules: VersionedRules): Promise<void> {
    const isRestored = epoch > this.#epoch && rules.version <= this.#version;
    this.#epoch = Math.max(epoch, this.#epoch);
    if (!isRestored) return this.#adopt(rules);
    // a service restored from a backup counts its versions from an earlier one
    this.#version = -1;
    this.#asking.want();
  }

  async #ask(): Promise<boolean> {
    try {
      const { body } = await askInternal(this.#ports.fetchInternal, readTranslationRules);
      if (body === undefined) return false;
      await this.#adopt(body);
      return true;
    } catch {
      return false;
    }
  }

  /** Adopts newer rules; rules that are not newer are a repeat. */
  async #adopt(rules: VersionedRules): Promise<void> {
    if (rules.version <= this.#version) return;
    this.#version = rules.version;
    this.#rules = rulesInForce(rules);
    const { entries, log } = this.#ports;
    try {
      await entries.put(TRANSLATION_RULES_KIND, ID, rules);
    } catch (error) {
      log.warn({ err: error }, 'the translation rules could not be cached');
    }
  }
}

/** Lets requests wait for rules that their client has just changed (docs/adr/0013). */
export const afterRules = (rules: Pick<FollowedRules, 'waitFor'>, listener: RequestListener): RequestListener =>
  delayed(listener, (token) => (token?.includes(RULES_KEY) ? rules.waitFor(token) : undefined));
