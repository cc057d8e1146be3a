import { SETTINGS_KEY, type ServiceName } from '@almanac/contracts';
import { formatToken, readToken, type TokenPosition } from '@almanac/messaging';

/** The consistency tokens of the gateway's answers in the last seconds (docs/architecture.md §4). */
export interface RecentTokens {
  /** @param token the `x-almanac-told` header of an answer */
  note(token: string | undefined): void;
  /**
   * Returns the `x-almanac-marks` header for a request to a service or to the gateway itself. It lists the positions
   * that other services have published, and core's changes of the settings, which core's replicas follow too. Returns
   * undefined if there is nothing to wait for.
   */
  for(service: ServiceName | 'gateway'): string | undefined;
}

/** Milliseconds after which every copy has the change, or the client no longer expects it. */
const TOKEN_RETENTION_MS = 5_000;
/** Maximum number of positions, to keep the header small; the oldest are forgotten first. */
const MAX_TOKEN_POSITIONS = 100;

/** Remembers for a few seconds the newest position of each record that a token names. */
export const createRecentTokens = (now: () => Date): RecentTokens => {
  const known = new Map<string, { readonly published: TokenPosition; readonly until: number }>();

  const forget = (): void => {
    const time = now().getTime();
    // in the order of their arrival
    for (const [id, { until }] of known) {
      if (until > time && known.size <= MAX_TOKEN_POSITIONS) return;
      known.delete(id);
    }
  };

  return {
    note: (token) => {
      if (token === undefined || token === '') return;
      const until = now().getTime() + TOKEN_RETENTION_MS;
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
      if (known.size === 0) return undefined;
      forget();
      const others: TokenPosition[] = [];
      for (const { published } of known.values())
        if (published.source !== service || published.key === SETTINGS_KEY) others.push(published);
      return others.length === 0 ? undefined : formatToken(others);
    },
  };
};
