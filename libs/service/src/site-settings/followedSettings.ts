import type { RequestListener } from 'node:http';
import { completeSettings, SETTINGS_KEY, type SiteSettings, settingsChanged } from '@almanac/contracts';
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
  WAIT_FOR_HEADER,
  waitFor,
} from '@almanac/messaging';
import type { KeptSettings } from './keptSettings.ts';
import type { Settings, SettingsSnapshot } from './settings.ts';

export interface FollowingOptions {
  /** Of the service or gateway that follows: part of its subscription's name. */
  readonly name: string;
  readonly bus: Pick<Bus, 'subscribe'>;
  /** Asks core for the settings as they are; what it throws means that core does not answer. */
  readonly ask: () => Promise<SettingsSnapshot>;
  /** What the site file says: used as long as neither core answers nor a copy is kept. */
  readonly site: Partial<SiteSettings>;
  /** Without it nothing is kept over a restart. */
  readonly kept?: KeptSettings;
  readonly log: Log;
  readonly time?: Time;
}

/** Milliseconds until core is asked again after it has not answered. */
const AGAIN = 1_000;

type Changed = Delivery & { readonly data: { readonly version: number; readonly settings: Partial<SiteSettings> } };

/**
 * A process's copy of the settings. It begins with the last copy that was kept, else with the site file, then asks core
 * and hears of every change (`core.settings-changed.v1`). A change that does not follow the known one, since some were
 * not heard, has it ask core again.
 */
export class FollowedSettings implements Settings {
  readonly #options: FollowingOptions;
  readonly #stopping = new AbortController();
  /** Version 0: not from core in this life of the process, so whatever core answers is newer. */
  #known: SettingsSnapshot;
  /** The version of the newest change that was published. */
  #announced = 0;
  /** Of the last change that was heard. */
  #epoch = 0;
  #running: RunningSubscription | undefined;
  readonly #asking: UntilAnswered;

  constructor(options: FollowingOptions) {
    const { time = systemTime } = options;
    this.#options = options;
    const { signal } = this.#stopping;
    this.#asking = new UntilAnswered({ ask: () => this.#ask(), rest: AGAIN, restsFirst: true, signal, time });
    this.#known = { version: 0, settings: completeSettings(options.site) };
  }

  current(): SiteSettings {
    return this.#known.settings;
  }

  /** Resolves once core was asked, whether it answered or not; brokers that are away keep nobody waiting. */
  async start(): Promise<void> {
    const kept = await this.#options.kept?.read();
    if (kept !== undefined) this.#known = { version: 0, settings: kept.settings };
    void this.#subscribe();
    await this.refresh();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running?.stop();
    await this.#asking.ended();
  }

  /** Asks core; where it does not answer, again and again in the background. */
  async refresh(): Promise<void> {
    if (!(await this.#ask())) this.#asking.want();
  }

  /**
   * Waits, not long, for the changes that a request's client has made just before.
   * @param token the request's header `WAIT_FOR_HEADER` of `@almanac/messaging`
   */
  async waitFor(token: string | readonly string[] | undefined): Promise<void> {
    if (!isAbout(token)) return;
    const awaited = readToken(String(token)).filter(({ key }) => key === SETTINGS_KEY);
    if (this.#running === undefined) await this.refresh();
    else await waitFor(this.#running, ['core'], formatToken(awaited));
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
      log.error({ err: error }, 'this process does not hear of settings that change');
      return;
    }
    // what changed between the first answer of core and now was not heard
    await this.refresh();
    if (this.#stopping.signal.aborted) await this.#running.stop();
  }

  async #hear({ epoch, data: { version, settings } }: Changed): Promise<void> {
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

  /** Core has come back from a backup, and counts its versions from an earlier one. */
  #hearRestored(version: number): Promise<void> {
    this.#known = { ...this.#known, version: 0 };
    this.#announced = version;
    return this.refresh();
  }

  /** Whether core has answered, with settings no older than what it has published. */
  async #ask(): Promise<boolean> {
    const { ask, log } = this.#options;
    try {
      const answer = await ask();
      if (answer.version < Math.max(this.#known.version, this.#announced)) return false;
      await this.#adopt(answer);
      return true;
    } catch (error) {
      if (!this.#asking.isUnderWay)
        log.warn({ err: error }, 'core does not tell the settings of the site; the last known ones are used');
      return false;
    }
  }

  async #adopt(snapshot: SettingsSnapshot): Promise<void> {
    if (snapshot.version === this.#known.version) return;
    this.#known = snapshot;
    const { kept, log } = this.#options;
    await kept?.keep(snapshot).catch((error: unknown) => log.warn({ err: error }, 'the settings could not be kept'));
  }
}

/** Whether a token may name a change of the settings; quick, since it is asked with every request. */
const isAbout = (token: string | readonly string[] | undefined): boolean => token?.includes(SETTINGS_KEY) === true;

/** Lets requests wait for the settings that their client has changed just before. */
export const afterSettings =
  (settings: Pick<FollowedSettings, 'waitFor'>, listener: RequestListener): RequestListener =>
  (request, response) => {
    const token = request.headers[WAIT_FOR_HEADER];
    if (!isAbout(token)) return listener(request, response);
    settings.waitFor(token).then(
      () => listener(request, response),
      (error) => response.destroy(error),
    );
  };
