import { setTimeout as sleep } from 'node:timers/promises';
import { miscErrors } from '../../errors.ts';
import { asSystem } from '../../misc.ts';
import { mustReauthorize, SITE, type SocialAccount, socialAccountDecider, storedAccount } from './account.ts';
import { BACK_OFF_S, socialAway } from './failures.ts';
import { createKeptFeed, type Head } from './keptFeed.ts';
import type { Media } from './providerAnswers.ts';
import type { SocialMisc } from './tokens.ts';

/** Maximum number of media shown. */
const MAX_MEDIA = 500;

const LOCK_KIND = 'social-turn';
/** Longer than fetching all pages from a slow provider takes. */
const TURN_MS = 120_000;
const FRESH_MS = 900_000;
/** Maximum wait for the provider: the first with an older feed in the cache, the second without one. */
const PATIENCE_MS = 3_000;
const LONG_PATIENCE_MS = 10_000;
const LOOK_MS = 100;

type Outcome = 'kept' | 'refused' | 'away' | 'busy';

/** The feed that can be shown now. */
export interface AvailableFeed {
  readonly account: SocialAccount;
  readonly head: Head;
  /** True if the provider could not be queried in time. */
  readonly isStale: boolean;
  slice(from: number, to: number): Promise<Media[]>;
}

/** Creates the cached social feed. It queries the provider every 15 minutes, once for all requests and replicas. */
export const createSocialFeed = (misc: SocialMisc) => {
  const { documents, entries, secrets, now, socialProvider, log } = misc;
  const kept = createKeptFeed(misc);
  const running = new Map<string, Promise<Outcome>>();

  const fetchMedia = async ({ connection, token: name }: SocialAccount): Promise<Outcome> => {
    const token = await secrets.get(name);
    const media = token === undefined ? 'away' : await socialProvider.media(token, MAX_MEDIA);
    if (typeof media !== 'string') {
      await kept.keep(connection, misc.newId(), media);
      await kept.note(connection, null);
      return 'kept';
    }
    if (media === 'refused')
      await misc.commands.run(asSystem(misc), (unit) =>
        unit.decide(socialAccountDecider, SITE, { type: 'Refuse', from: name }, undefined),
      );
    await kept.note(connection, media === 'refused' ? 'social_reauthorize' : 'social_remote_unavailable');
    return media;
  };

  /** Queries the provider, unless another replica does or it was unreachable a moment ago. */
  const inTurn = async (account: SocialAccount): Promise<Outcome> => {
    const until = (milliseconds: number) => ({ expiresAt: now().getTime() + milliseconds });
    const { connection } = account;
    if (!(await entries.insert(LOCK_KIND, connection, {}, until(TURN_MS)))) return 'busy';
    let outcome: Outcome | undefined;
    try {
      outcome = await fetchMedia(account);
      return outcome;
    } finally {
      if (outcome === 'away') await entries.put(LOCK_KIND, connection, { isAway: true }, until(BACK_OFF_S * 1_000));
      else await entries.delete(LOCK_KIND, connection);
    }
  };

  const refresh = (account: SocialAccount): Promise<Outcome> => {
    const { connection } = account;
    const begun = running.get(connection) ?? inTurn(account).finally(() => running.delete(connection));
    running.set(connection, begun);
    // also handles an error after all requests have stopped waiting
    begun.catch((error: unknown) => log.error({ err: error }, 'the social feed was not refreshed'));
    return begun;
  };

  /** Waits for the result of another replica if nothing is cached. */
  const awaitOthers = async (connection: string, patience: number): Promise<Head | undefined> => {
    const end = performance.now() + patience;
    while (performance.now() < end) {
      const head = await kept.head(connection);
      const turn = await entries.get<{ readonly isAway?: true }>(LOCK_KIND, connection);
      if (head !== undefined || turn === undefined || turn.body.isAway) return head;
      await sleep(LOOK_MS);
    }
    return undefined;
  };

  const isFresh = ({ fetched }: Head): boolean => now().getTime() - fetched < FRESH_MS;

  const current = async (account: SocialAccount): Promise<Head> => {
    const { connection } = account;
    const before = await kept.head(connection);
    if (before !== undefined && isFresh(before)) return before;
    const patience = before === undefined ? LONG_PATIENCE_MS : PATIENCE_MS;
    const waiting = new AbortController();
    const late = sleep(patience, 'away' as const, { signal: waiting.signal, ref: false }).catch(() => 'away' as const);
    const outcome = await Promise.race([refresh(account), late]).finally(() => waiting.abort());
    if (outcome === 'refused') throw miscErrors.tokenRefused();
    if (outcome === 'kept') return (await kept.head(connection)) ?? away();
    if (outcome === 'busy' && before === undefined) return (await awaitOthers(connection, patience)) ?? away();
    return before ?? away();
  };

  return {
    kept,
    /** @throws DomainError 503 `social_remote_unavailable`, 409 `social_not_connected`, `social_reauthorize` */
    show: async (): Promise<AvailableFeed> => {
      if (!socialProvider.isConfigured) throw socialAway();
      const account = await storedAccount(documents);
      if (!account.isConnected) throw miscErrors.accountNotConnected();
      if (mustReauthorize(account, now())) throw miscErrors.tokenRefused();
      const head = await current(account);
      return { account, head, isStale: !isFresh(head), slice: (from, to) => kept.slice(head, from, to) };
    },
  };
};

export type SocialFeed = ReturnType<typeof createSocialFeed>;

const away = (): never => {
  throw socialAway();
};
