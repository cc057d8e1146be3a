import { SETTINGS_KEY, type ServiceName } from '@almanac/contracts';
import { formatToken, readToken, type TokenPosition } from '@almanac/messaging';

/** What services told one another in the answers that passed this gateway of late (docs/architecture.md §4). */
export interface RecentTokens {
  /** @param told the `x-almanac-told` of an answer */
  note(token: string | undefined): void;
  /**
   * The `x-almanac-marks` of a request to a service, or to the gateway itself: what the others told, and what core told of
   * the settings, which its own replicas follow too; undefined when that is nothing.
   */
  for(service: ServiceName | 'gateway'): string | undefined;
}

/** Milliseconds after which every copy has it, or a client is no longer surprised. */
const KEPT = 5_000;
/** Beyond them the oldest are forgotten: headers stay small. */
const MOST = 100;

/** Remembers, of each record that somebody told of, the newest mark for a few seconds. */
export const createRecentTokens = (now: () => Date): RecentTokens => {
  const known = new Map<string, { readonly published: TokenPosition; readonly until: number }>();

  const forget = (): void => {
    const time = now().getTime();
    // in the order in which they became known
    for (const [id, { until }] of known) {
      if (until > time && known.size <= MOST) return;
      known.delete(id);
    }
  };

  return {
    note: (token) => {
      if (token === undefined || token === '') return;
      const until = now().getTime() + KEPT;
      for (const published of readToken(token)) {
        const id = `${published.source} ${published.key}`;
        const { position = 0 } = known.get(id)?.published ?? {};
        if (position > published.position) continue;
        known.delete(id);
        known.set(id, { published, until });
      }
      forget();
    },
    for: (service) => {
      forget();
      const others = [...known.values()]
        .map(({ published }) => published)
        .filter(({ source, key }) => source !== service || key === SETTINGS_KEY);
      return others.length === 0 ? undefined : formatToken(others);
    },
  };
};
