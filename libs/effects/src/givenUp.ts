import type { Entries } from '@almanac/documents';
import type { Effect } from './effect.ts';

const KIND = 'effect-given-up';
/** For how long operators see that an effect was given up: 30 days. */
const SHOWN = 30 * 86_400_000;
const MOST_SHOWN = 500;

/** An effect that was not done and never will be. */
export interface GivenUpEffect {
  readonly id: string;
  /** The effects' definition. */
  readonly name: string;
  readonly type: string;
  readonly receiver: string;
  readonly key: string;
  /** When the effect was wanted, and when it was given up; ISO 8601, UTC. */
  readonly wantedAt: string;
  readonly at: string;
  readonly tries: number;
  readonly reason: string;
}

/** Notes for operators that an effect was given up, without its data. Noting it twice is noting it once. */
export const noteGivenUp = async (
  entries: Entries,
  name: string,
  { effect, tries, reason, at }: { effect: Effect; tries: number; reason: string; at: Date },
): Promise<void> => {
  const { id, type, receiver, key, at: wantedAt } = effect;
  const noted: GivenUpEffect = { id, name, type, receiver, key, wantedAt, at: at.toISOString(), tries, reason };
  await entries.insert(KIND, `${wantedAt}/${id}`, noted, { expiresAt: at.getTime() + SHOWN });
};

/** The effects of a service that were given up in the last 30 days, at most 500, those wanted last first. */
export const listGivenUp = async (entries: Entries): Promise<GivenUpEffect[]> =>
  (await entries.list<GivenUpEffect>(KIND, { reverse: true, limit: MOST_SHOWN })).map(({ body }) => body);
