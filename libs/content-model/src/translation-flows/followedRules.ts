import type { RequestListener } from 'node:http';
import { RULES_KEY, readTranslationRules, rulesChanged, type VersionedRules, versionedRules } from '@almanac/contracts';
import {
  formatToken,
  type RunningSubscription,
  readToken,
  systemTime,
  type Time,
  UntilAnswered,
  WAIT_FOR_HEADER,
  waitFor,
} from '@almanac/messaging';
import { askInternal, type ServicePorts } from '@almanac/service';
import { noRules, type RulesInForce, rulesInForce } from '../translations/rules.ts';

type Ports = Pick<ServicePorts, 'bus' | 'fetchInternal' | 'entries' | 'log'>;

const KIND = 'translation-rules';
const ID = 'last-known';
/** Milliseconds until translation is asked again after it has not answered. */
const AGAIN = 5_000;

/**
 * A process's copy of the rules of translation. It begins with the last copy that was kept, then asks the service of
 * translation, and hears of every change; a change holds all rules, so that one which was missed is made good by the
 * next.
 */
export class FollowedRules {
  readonly #name: string;
  readonly #ports: Ports;
  readonly #stopping = new AbortController();
  /** Less than any: whatever is answered first counts, even after a restore. */
  #version = -1;
  #rules: RulesInForce = noRules;
  #running: RunningSubscription | undefined;
  readonly #asking: UntilAnswered;

  /** @param name of the service that follows */
  constructor(name: string, ports: Ports, time: Time = systemTime) {
    this.#name = name;
    this.#ports = ports;
    this.#asking = new UntilAnswered({ ask: () => this.#ask(), rest: AGAIN, signal: this.#stopping.signal, time });
  }

  current(): RulesInForce {
    return this.#rules;
  }

  /** Keeps nobody waiting, for brokers or the service of translation: without them the last known rules are used. */
  async start(): Promise<void> {
    const kept = versionedRules.safeParse((await this.#ports.entries.get(KIND, ID))?.body);
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
          if (rulesChanged.is(delivery)) await this.#adopt(delivery.data);
        },
      });
    } catch (error) {
      this.#ports.log.error({ err: error }, 'this process does not hear of rules of translation that change');
      return;
    }
    if (this.#stopping.signal.aborted) return this.#running.stop();
    // what changed between the first answer and now was not heard
    this.#asking.want();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running?.stop();
    await this.#asking.ended();
  }

  /** Waits, not long, for a change that a request's client has made just before. */
  async waitFor(token: string | readonly string[]): Promise<void> {
    if (this.#running === undefined) return void (await this.#ask());
    const awaited = readToken(String(token)).filter(({ key }) => key === RULES_KEY);
    await waitFor(this.#running, ['translation'], formatToken(awaited));
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

  /** What is older than what is known is a repeat. */
  async #adopt(rules: VersionedRules): Promise<void> {
    if (rules.version <= this.#version) return;
    this.#version = rules.version;
    this.#rules = rulesInForce(rules);
    const { entries, log } = this.#ports;
    try {
      await entries.put(KIND, ID, rules);
    } catch (error) {
      log.warn({ err: error }, 'the rules of translation could not be kept');
    }
  }
}

/** Lets requests wait for rules that their client has changed just before (docs/adr/0013). */
export const afterRules =
  (rules: Pick<FollowedRules, 'waitFor'>, listener: RequestListener): RequestListener =>
  (request, response) => {
    const token = request.headers[WAIT_FOR_HEADER];
    if (token?.includes(RULES_KEY) !== true) return listener(request, response);
    rules.waitFor(token).then(
      () => listener(request, response),
      (error) => response.destroy(error),
    );
  };
