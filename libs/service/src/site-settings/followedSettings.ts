import type { RequestListener } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { completeSettings, languageChoice, SETTINGS_KEY, type SiteSettings, settingsChanged } from '@almanac/contracts';
import { reserveIds } from '@almanac/event-sourcing';
import { useLanguages } from '@almanac/i18n';
import {
  type Bus,
  type Delivery,
  formatToken,
  type Log,
  type RunningSubscription,
  readToken,
  systemTime,
  type Time,
  UntilAnswered,
  waitFor,
} from '@almanac/messaging';
import { type CountedSource, noteSource, type SharedSources, sourceOf } from '@almanac/rest';
import { delayed } from '../delayed.ts';
import type { KeptSettings } from './keptSettings.ts';
import type { Settings, SettingsSnapshot } from './settings.ts';

export interface FollowingOptions {
  /** The name of the service or gateway: part of its subscription's name. */
  readonly name: string;
  readonly bus: Pick<Bus, 'subscribe'>;
  /** Fetches the current settings from core; it throws if core does not answer. */
  readonly ask: () => Promise<SettingsSnapshot>;
  /** The settings of the site file: used until core answers or a copy is found. */
  readonly site: Partial<SiteSettings>;
  /** Without it no copy survives a restart. */
  readonly kept?: KeptSettings;
  /** Gets the version of the settings, for gateways in other processes. */
  readonly sharedSources?: Pick<SharedSources, 'add'>;
  readonly log: Log;
  readonly time?: Time;
}

/** Milliseconds between two requests to a core that does not answer. */
const RETRY_MS = 1_000;

type SettingsDelivery = Delivery & {
  readonly data: { readonly version: number; readonly settings: Partial<SiteSettings> };
};

/**
 * A process's copy of the settings.
 * It starts with the stored copy, else with the site file. Then it fetches the settings from core and receives every
 * change (`core.settings-changed.v1`). If a change was missed, it fetches them again. The languages of the site become
 * current in the process with the settings.
 */
export class FollowedSettings implements Settings {
  readonly #options: FollowingOptions;
  readonly #stopping = new AbortController();
  /** Version 0 means that core has not answered in this process, so that any answer is newer. */
  #known: SettingsSnapshot;
  /** The version of the newest published change. */
  #announced = 0;
  /** The epoch of the last received change. */
  #epoch = 0;
  #running: RunningSubscription | undefined;
  readonly #asking: UntilAnswered;
  /** The newest change that was fetched because it did not arrive in time; requests that wait for it share the fetch. */
  #fetched: { readonly token: string; readonly done: Promise<void> } | undefined;
  readonly #shared = { name: 'followed/settings', version: () => this.#known.version || undefined };
  readonly #source: CountedSource = { ...sourceOf(() => this.#known), shared: this.#shared };

  constructor(options: FollowingOptions) {
    const { time = systemTime } = options;
    this.#options = options;
    options.sharedSources?.add(this.#shared);
    const { signal } = this.#stopping;
    this.#asking = new UntilAnswered({ ask: () => this.#ask(), rest: RETRY_MS, restsFirst: true, signal, time });
    this.#known = { version: 0, settings: completeSettings(options.site) };
    useLanguages(languageChoice(this.#known.settings));
    reserveIds(this.#known.settings.reserved_ids);
  }

  current(): SiteSettings {
    noteSource(this.#source);
    return this.#known.settings;
  }

  /** Resolves after the first request to core, answered or not; brokers that are down delay nothing. */
  async start(): Promise<void> {
    const kept = await this.#options.kept?.read();
    if (kept !== undefined) this.#use({ version: 0, settings: completeSettings(kept.settings) });
    void this.#subscribe();
    await this.refresh();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running?.stop();
    await this.#asking.ended();
  }

  /** Fetches the settings from core; retries in the background if it does not answer. */
  async refresh(): Promise<void> {
    if (!(await this.#ask())) this.#asking.want();
  }

  /**
   * Waits briefly for the changes that a request's client has just made, and fetches the settings if they do not arrive.
   * @param token the request's header `WAIT_FOR_HEADER` of `@almanac/messaging`
   */
  async waitFor(token: string | readonly string[] | undefined): Promise<void> {
    if (!isAbout(token)) return;
    const awaited = formatToken(readToken(String(token)).filter(({ key }) => key === SETTINGS_KEY));
    if (this.#fetched?.token === awaited) return this.#fetched.done;
    if (this.#running !== undefined && (await waitFor(this.#running, ['core'], awaited))) return;
    if (this.#fetched?.token !== awaited) this.#fetched = { token: awaited, done: this.refresh() };
    await this.#fetched.done;
  }

  async #subscribe(): Promise<void> {
    const { name, bus, log } = this.#options;
    try {
      this.#running = await bus.subscribe({
        name: `${name}.settings`,
        sources: ['core'],
        ephemeral: true,
        takes: [settingsChanged],
        handle: async (delivery) => {
          if (settingsChanged.is(delivery)) await this.#hear(delivery);
        },
      });
    } catch (error) {
      log.error({ err: error }, 'changes of settings cannot be followed');
      return;
    }
    // changes between core's first answer and the subscription were not received
    await this.refresh();
    if (this.#stopping.signal.aborted) await this.#running.stop();
  }

  async #hear({ epoch, data: { version, settings } }: SettingsDelivery): Promise<void> {
    if (epoch < this.#epoch) return;
    const isRestored = epoch > this.#epoch && (this.#epoch > 0 || version <= this.#known.version);
    this.#epoch = epoch;
    if (isRestored) return this.#hearRestored(version);
    const known = this.#known;
    if (version <= known.version) return;
    this.#announced = Math.max(this.#announced, version);
    if (version === known.version + 1) await this.#adopt({ version, settings: { ...known.settings, ...settings } });
    else await this.refresh();
  }

  /** Handles a core restored from a backup, which counts its versions from an earlier one. */
  #hearRestored(version: number): Promise<void> {
    this.#known = { ...this.#known, version: 0 };
    this.#announced = version;
    return this.refresh();
  }

  /** Fetches the settings. True if core answered with settings at least as new as it has published. */
  async #ask(): Promise<boolean> {
    const { ask, log } = this.#options;
    try {
      const answer = await ask();
      if (answer.version < Math.max(this.#known.version, this.#announced)) return false;
      await this.#adopt(answer);
      return true;
    } catch (error) {
      if (!this.#asking.isUnderWay)
        log.info({ reason: String(error) }, 'core is not reachable yet; using cached settings');
      return false;
    }
  }

  /** Other followers in the process may have newer languages: only a change in this follower counts. */
  #use(snapshot: SettingsSnapshot): void {
    const [before, after] = [this.#known.settings, snapshot.settings].map(languageChoice);
    const { reserved_ids: reserved } = this.#known.settings;
    this.#known = snapshot;
    if (after !== undefined && !isDeepStrictEqual(before, after)) useLanguages(after);
    if (reserved !== snapshot.settings.reserved_ids) reserveIds(snapshot.settings.reserved_ids);
  }

  async #adopt(snapshot: SettingsSnapshot): Promise<void> {
    if (snapshot.version === this.#known.version) return;
    this.#use(snapshot);
    const { kept, log } = this.#options;
    await kept?.keep(snapshot).catch((error: unknown) => log.warn({ err: error }, 'the settings could not be cached'));
  }
}

/** True if a token may name a change of the settings; fast, since it is called for every request. */
const isAbout = (token: string | readonly string[] | undefined): boolean => token?.includes(SETTINGS_KEY) === true;

/** Lets requests wait for settings that their client has just changed. */
export const afterSettings = (
  settings: Pick<FollowedSettings, 'waitFor'>,
  listener: RequestListener,
): RequestListener => delayed(listener, (token) => (isAbout(token) ? settings.waitFor(token) : undefined));
