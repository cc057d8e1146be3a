import type { Entries } from '@almanac/documents';
import type { Media } from './providerAnswers.ts';

/** Head of the cached feed: the ids of its media, newest first, and the generation that stores the media. */
export interface Head {
  readonly generation: string;
  readonly ids: readonly string[];
  /** Time of the fetch, in milliseconds since the epoch. */
  readonly fetched: number;
}

/** Result of the last request to the provider. */
export interface LastFetch {
  readonly last_fetch_at: string | null;
  /** Error code of the failed request; null after a success. */
  readonly last_error: string | null;
}

const HEAD = 'social-feed';
const PAGE = 'social-media';
const LAST_FETCH_KIND = 'social-fetch';
const PAGE_SIZE = 50;
const DAY_MS = 86_400_000;

const neverFetched: LastFetch = { last_fetch_at: null, last_error: null };

const pageId = (generation: string, page: number): string => `${generation}-${page}`;

/**
 * Caches a feed for a week, by connection of the account. The result of the last request is kept for a year: an answer
 * may arrive after the account was disconnected.
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
    /** Returns some of the media, in order; fewer if newer media have replaced them meanwhile. */
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
      (await entries.get<LastFetch>(LAST_FETCH_KIND, connection))?.body ?? neverFetched,
    note: async (connection: string, error: string | null): Promise<void> => {
      const before = (await entries.get<LastFetch>(LAST_FETCH_KIND, connection))?.body ?? neverFetched;
      const last_fetch_at = error === null ? now().toISOString() : before.last_fetch_at;
      await entries.put<LastFetch>(LAST_FETCH_KIND, connection, { last_fetch_at, last_error: error }, forDays(365));
    },
    /** Deletes the cached feed of a disconnected account. */
    drop: async (connection: string): Promise<void> => {
      const before = await head(connection);
      await entries.delete(HEAD, connection);
      await entries.delete(LAST_FETCH_KIND, connection);
      if (before !== undefined) await dropPages(before);
    },
  };
};
