import { createHmac } from 'node:crypto';
import type { Counter, Counters } from '@almanac/documents';
import type { DomainError } from '@almanac/i18n';
import { noteUncounted, usedLimits } from '@almanac/rest';
import { askedBy } from '@almanac/telemetry';
import { LRUCache } from 'lru-cache';
import { serviceErrors } from './errors.ts';
import { isLimitName, type Limit, type LimitName, type LimitSettings, type SiteLimitName } from './limitSettings.ts';
import type { Log } from './log.ts';

/** A limit is reached; the caller may retry after `seconds`. */
export class LimitReachedError extends Error {
  readonly seconds: number;
  constructor(name: LimitName | SiteLimitName, seconds: number) {
    super(`the limit ${name} is reached`);
    this.name = 'LimitReachedError';
    this.seconds = seconds;
  }
}

/** Counts uses of a limit over all replicas of a service (docs/adr/0029). */
export interface Limiter {
  /**
   * Counts one use.
   * @param who the counted subject; stored as a keyed hash
   * @throws LimitReachedError if the limit is exceeded
   */
  spend(...who: readonly string[]): Promise<void>;
  /**
   * Checks this process's memory only.
   * @throws LimitReachedError if this process has refused the subject within the last five seconds
   */
  throwIfRefused(...who: readonly string[]): void;
  /** Takes back one counted use. */
  giveBack(...who: readonly string[]): Promise<void>;
  /** Resets the count to 0. */
  forget(...who: readonly string[]): Promise<void>;
}

/**
 * Returns the limiter of a name.
 * It reads a limit of the site's settings at every use; `most` 0 means no limit and no count.
 */
export interface Limits {
  (name: LimitName): Limiter;
  (name: SiteLimitName, current: () => Limit): Limiter;
}

export interface LimitsOptions {
  readonly counters: Counters;
  readonly settings: LimitSettings;
  /** HMAC key of the counted subjects: a plain hash of an address could be guessed. */
  readonly secret: string;
  readonly now: () => Date;
  /** Logs each reached limit once per process and window. */
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** Called for every refusal. */
  readonly onRefused?: (name: LimitName | SiteLimitName) => void;
}

/** Milliseconds for which a process repeats a refusal by itself, so that a flood causes no write per request. */
const REFUSED_FOR = 5_000;
/** Maximum number of remembered refusals; beyond it the oldest are checked in the store again. */
const MAX_REFUSED_KEYS = 10_000;
/**
 * Maximum number of counters per limit, whatever the number of addresses in a flood.
 * Subjects with the same counter are counted together; nobody can choose them, since the hash is keyed.
 */
export const MAX_COUNTERS_PER_LIMIT = 2 ** 17;

/** A refusal that the process repeats until a time, in milliseconds since the epoch. */
interface Refusal {
  readonly counter: Counter;
  readonly until: number;
}

/** Creates limits that all replicas of a service count together, in its store. */
export const createLimits =
  (options: LimitsOptions): Limits =>
  (name: LimitName | SiteLimitName, current?: () => Limit) => {
    const { counters, settings, secret, now, log, onRefused } = options;
    const limitNow = current ?? (isLimitName(name) ? () => settings[name] : undefined);
    if (limitNow === undefined) throw new Error(`the limit ${name} is not among those that operators set`);
    // made on the first refusal: its room for all keys takes 200 KB
    let refused: LRUCache<string, Refusal> | undefined;

    const keyOf = (who: readonly string[]): string => {
      const digest = createHmac('sha256', secret)
        .update(JSON.stringify([name, ...who]))
        .digest();
      return `${name}/${digest.readUInt32BE() % MAX_COUNTERS_PER_LIMIT}`;
    };

    const add = (key: string, amount: number): Promise<Counter> =>
      counters.add(key, amount, { expiresAt: now().getTime() + limitNow().seconds * 1_000 });

    const note = (key: string, { expiresAt }: Counter): void => {
      if (refused?.get(key)?.counter.expiresAt === expiresAt) return;
      const line = { limit: name, until: new Date(expiresAt).toISOString(), ...askedBy() };
      // limits from the site's settings are reached every day
      log[current === undefined ? 'warn' : 'info'](line, 'a limit was reached');
    };

    const secondsTo = ({ expiresAt }: Counter): number => Math.max(Math.ceil((expiresAt - now().getTime()) / 1_000), 1);

    /** Tells the client about a limit of its own; limits of the whole site are not its business. */
    const tell = (who: readonly string[], counter: Counter): void => {
      const { most: quota, seconds: period } = limitNow();
      const remaining = quota - counter.count;
      if (who.length > 0) usedLimits()?.note({ name, quota, period, remaining, reset: secondsTo(counter) });
    };

    const refuse = (counter: Counter): never => {
      onRefused?.(name);
      throw new LimitReachedError(name, secondsTo(counter));
    };

    const refuseAgain = (key: string, who: readonly string[]): void => {
      noteUncounted('a limit');
      const known = refused?.get(key);
      if (known === undefined || known.until <= now().getTime()) return;
      tell(who, known.counter);
      refuse(known.counter);
    };

    return {
      throwIfRefused: (...who) => {
        if (limitNow().most > 0) refuseAgain(keyOf(who), who);
      },
      spend: async (...who) => {
        const { most } = limitNow();
        if (most === 0) return;
        const key = keyOf(who);
        refuseAgain(key, who);
        const counter = await add(key, 1);
        tell(who, counter);
        if (counter.count <= most) return;
        note(key, counter);
        refused ??= new LRUCache({ max: MAX_REFUSED_KEYS });
        refused.set(key, { counter, until: Math.min(counter.expiresAt, now().getTime() + REFUSED_FOR) });
        refuse(counter);
      },
      giveBack: async (...who) => {
        noteUncounted('a limit');
        tell(who, await add(keyOf(who), -1));
      },
      forget: async (...who) => {
        noteUncounted('a limit');
        refused?.delete(keyOf(who));
        await counters.delete(keyOf(who));
        const { most: quota, seconds: period } = limitNow();
        usedLimits()?.note({ name, quota, period, remaining: quota });
      },
    };
  };

type TooManyRequests = (options: {
  readonly params: { readonly seconds: number };
  readonly data: { readonly retry_after: number };
}) => DomainError;

/**
 * Counts one request of a caller.
 * @param tooMany the error for callers beyond the limit
 * @throws DomainError 429 `rest_too_many_requests` if the limit is exceeded
 */
export const spendRequest = async (
  limiter: Limiter,
  who: string,
  tooMany: TooManyRequests = serviceErrors.tooManyRequests,
): Promise<void> => {
  try {
    await limiter.spend(who);
  } catch (error) {
    if (!(error instanceof LimitReachedError)) throw error;
    const { seconds } = error;
    throw tooMany({ params: { seconds }, data: { retry_after: seconds } });
  }
};
