import type { Entries } from '@almanac/documents';
import type { Media } from './providerAnswers.ts';

/** What is kept of the account's media: their ids, newest first, and where the media are. */
export interface Head {
  readonly generation: string;
  readonly ids: readonly string[];
  /** Milliseconds. */
  readonly fetched: number;
}

/** How the provider was last asked. */
export interface LastFetch {
  readonly last_fetch_at: string | null;
  /** The code of the refusal that it meant. */
  readonly last_error: string | null;
}

const HEAD = 'social-feed';
const PAGE = 'social-media';
const LAST = 'social-fetch';
const PAGE_SIZE = 50;
const DAY_MS = 86_400_000;

const neverFetched: LastFetch = { last_fetch_at: null, last_error: null };

const pageId = (generation: string, page: number): string => `${generation}-${page}`;

/**
 * Keeps a feed for a week, by connection of the account: a cache, which the provider fills again. How the provider was
 * last asked is kept for a year: an answer that comes while the account is disconnected is noted after all else is gone.
 */
export const createKeptFeed = ({ entries, now }: { readonly entries: Entries; readonly now: () => Date }) => {
  const forDays = (days: number) => ({ expiresAt: now().getTime() + days * DAY_MS });
  const head = async (connection: string): Promise<Head | undefined> =>
    (await entries.get<Head>(HEAD, connection))?.body;
  const dropPages = ({ generation, ids }: Head): Promise<void> => {
    const count = Math.ceil(ids.length / PAGE_SIZE);
    return entries.deleteAll(
      PAGE,
      Array.from({ length: count }, (_, page) => pageId(generation, page)),
    );
  };
  return {
    head,
    /** Some of the media, in order; fewer where others have come in their place meanwhile. */
    slice: async ({ generation }: Head, from: number, to: number): Promise<Media[]> => {
      const first = Math.floor(from / PAGE_SIZE);
      const pages = Array.from({ length: Math.max(Math.ceil(to / PAGE_SIZE) - first, 0) }, (_, index) =>
        entries.get<{ readonly media: readonly Media[] }>(PAGE, pageId(generation, first + index)),
      );
      const media = (await Promise.all(pages)).flatMap((page) => page?.body.media ?? []);
      return media.slice(from - first * PAGE_SIZE, to - first * PAGE_SIZE);
    },
    keep: async (connection: string, generation: string, media: readonly Media[]): Promise<void> => {
      const before = await head(connection);
      for (let page = 0; page * PAGE_SIZE < media.length; page++)
        await entries.put(
          PAGE,
          pageId(generation, page),
          { media: media.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE) },
          forDays(7),
        );
      const ids = media.map(({ item }) => item.id);
      await entries.put<Head>(HEAD, connection, { generation, ids, fetched: now().getTime() }, forDays(7));
      if (before !== undefined) await dropPages(before);
    },
    last: async (connection: string): Promise<LastFetch> =>
      (await entries.get<LastFetch>(LAST, connection))?.body ?? neverFetched,
    note: async (connection: string, error: string | null): Promise<void> => {
      const before = (await entries.get<LastFetch>(LAST, connection))?.body ?? neverFetched;
      const last_fetch_at = error === null ? now().toISOString() : before.last_fetch_at;
      await entries.put<LastFetch>(LAST, connection, { last_fetch_at, last_error: error }, forDays(365));
    },
    /** Forgets what belongs to a connection that is no more. */
    drop: async (connection: string): Promise<void> => {
      const before = await head(connection);
      await entries.delete(HEAD, connection);
      await entries.delete(LAST, connection);
      if (before !== undefined) await dropPages(before);
    },
  };
};
