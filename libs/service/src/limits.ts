import { createHmac } from 'node:crypto';
import type { Counter, Counters } from '@almanac/documents';
import { DomainError } from '@almanac/i18n';
import { askedBy } from '@almanac/telemetry';
import { LRUCache } from 'lru-cache';
import { isLimitName, type Limit, type LimitName, type LimitSettings, type SiteLimitName } from './limitSettings.ts';
import type { Log } from './log.ts';

/** A limit is reached; whoever asked may come again after `seconds`. */
export class LimitReachedError extends Error {
  readonly seconds: number;
  constructor(name: LimitName | SiteLimitName, seconds: number) {
    super(`the limit ${name} is reached`);
    this.name = 'LimitReachedError';
    this.seconds = seconds;
  }
}

/** Counts what is limited, over all replicas of a service (docs/adr/0029). */
export interface Limiter {
  /**
   * Counts one. @param who what it is counted for; kept as a keyed hash
   * @throws LimitReachedError where that is one too many
   */
  spend(...who: readonly string[]): Promise<void>;
  /** Counts and reads nothing. @throws LimitReachedError where this process has refused within the last five seconds */
  throwIfRefused(...who: readonly string[]): void;
  /** Takes one back that was counted. */
  giveBack(...who: readonly string[]): Promise<void>;
  /** Counts anew from 0. */
  forget(...who: readonly string[]): Promise<void>;
}

/**
 * The limiter of a name. What the settings of the site say is asked at every use; with `most` 0 it is lifted, and counts
 * nothing.
 */
export interface Limits {
  (name: LimitName): Limiter;
  (name: SiteLimitName, current: () => Limit): Limiter;
}

export interface LimitsOptions {
  readonly counters: Counters;
  readonly settings: LimitSettings;
  /** Keys the hashes of what is counted: an address alone could be guessed from a plain one. */
  readonly secret: string;
  readonly now: () => Date;
  /** Is told once by each process that a limit is reached, until it is counted anew. */
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** Is told of every refusal. */
  readonly onRefused?: (name: LimitName | SiteLimitName) => void;
}

/** Milliseconds for which a process refuses on its own what the store has refused: a flood costs no write each. */
const REFUSED_FOR = 5_000;
/** Beyond them the store is asked again about those that were refused first. */
const MOST_REFUSED = 10_000;
/**
 * Counters that a limit has at most, however many addresses a flood comes from. Those whom chance gives the same counter
 * are counted together; nobody can choose them, since the hash is keyed.
 */
export const MAX_COUNTERS_PER_LIMIT = 2 ** 17;

/** Limits that all replicas of a service count together, in its store. */
export const createLimits =
  (options: LimitsOptions): Limits =>
  (name: LimitName | SiteLimitName, current?: () => Limit) => {
    const { counters, settings, secret, now, log, onRefused } = options;
    const limitNow = current ?? (isLimitName(name) ? () => settings[name] : undefined);
    if (limitNow === undefined) throw new Error(`the limit ${name} is not among those that operators set`);
    const refused = new LRUCache<string, { readonly counter: Counter; readonly until: number }>({ max: MOST_REFUSED });

    const keyOf = (who: readonly string[]): string => {
      const digest = createHmac('sha256', secret)
        .update(JSON.stringify([name, ...who]))
        .digest();
      return `${name}/${digest.readUInt32BE() % MAX_COUNTERS_PER_LIMIT}`;
    };

    const add = (key: string, amount: number): Promise<Counter> =>
      counters.add(key, amount, { expiresAt: now().getTime() + limitNow().seconds * 1_000 });

    const note = (key: string, { expiresAt }: Counter): void => {
      if (refused.get(key)?.counter.expiresAt === expiresAt) return;
      const line = { limit: name, until: new Date(expiresAt).toISOString(), ...askedBy() };
      // what the settings of the site bound is everyday
      log[current === undefined ? 'warn' : 'info'](line, 'a limit was reached');
    };

    const refuse = ({ expiresAt }: Counter): never => {
      onRefused?.(name);
      throw new LimitReachedError(name, Math.max(Math.ceil((expiresAt - now().getTime()) / 1_000), 1));
    };

    const refuseAgain = (key: string): void => {
      const known = refused.get(key);
      if (known !== undefined && known.until > now().getTime()) refuse(known.counter);
    };

    return {
      throwIfRefused: (...who) => {
        if (limitNow().most > 0) refuseAgain(keyOf(who));
      },
      spend: async (...who) => {
        const { most } = limitNow();
        if (most === 0) return;
        const key = keyOf(who);
        refuseAgain(key);
        const counter = await add(key, 1);
        if (counter.count <= most) return;
        note(key, counter);
        refused.set(key, { counter, until: Math.min(counter.expiresAt, now().getTime() + REFUSED_FOR) });
        refuse(counter);
      },
      giveBack: async (...who) => void (await add(keyOf(who), -1)),
      forget: async (...who) => {
        refused.delete(keyOf(who));
        await counters.delete(keyOf(who));
      },
    };
  };

/** In the catalogues of the services that say it. */
export const tooManyRequests = 'Too many requests; try again in {seconds} seconds.';

/**
 * Counts one request of someone.
 * @param message what they are told who ask too often; it may name `{seconds}`
 * @throws DomainError 429 `rest_too_many_requests` where that is one too many
 */
export const spendRequest = async (limiter: Limiter, who: string, message: string = tooManyRequests): Promise<void> => {
  try {
    await limiter.spend(who);
  } catch (error) {
    if (!(error instanceof LimitReachedError)) throw error;
    const { seconds } = error;
    throw new DomainError('rest_too_many_requests', 429, message, {
      params: { seconds },
      data: { retry_after: seconds },
    });
  }
};
