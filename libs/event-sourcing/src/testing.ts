import type { EventStore } from '@almanac/event-store';

export { given, metadata, recorded } from './givenWhenThen.ts';

const PREFIX = 'claim-';

/** Returns the taken names in a log, with the streams that have them: `slug/post/en/pier` by `post-7`. */
export const heldClaims = async (store: Pick<EventStore, 'readLog'>): Promise<Map<string, string>> => {
  const held = new Map<string, string>();
  let position = 0;
  for (;;) {
    const commits = await store.readLog(position);
    for (const { stream, type, data } of commits.flatMap(({ events }) => events)) {
      if (!stream.startsWith(PREFIX)) continue;
      if (type === 'Taken' && typeof data === 'object' && data !== null && 'by' in data)
        held.set(stream.slice(PREFIX.length), String(data.by));
      else held.delete(stream.slice(PREFIX.length));
    }
    const last = commits.at(-1);
    if (last === undefined) return held;
    position = last.position;
  }
};
