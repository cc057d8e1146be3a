import type { Entries } from '@almanac/documents';
import type { Effect } from './effect.ts';

const GIVEN_UP_KIND = 'effect-given-up';
/** The time for which operators see a given-up effect: 30 days. */
const SHOWN_MS = 30 * 86_400_000;
const MAX_SHOWN = 500;

/** An effect that was not done and is not tried again. */
export interface GivenUpEffect {
  readonly id: string;
  /** The effects' definition. */
  readonly name: string;
  readonly type: string;
  readonly receiver: string;
  readonly key: string;
  /** The times at which the effect was wanted and given up; ISO 8601, UTC. */
  readonly wantedAt: string;
  readonly at: string;
  readonly tries: number;
  readonly reason: string;
}

/** Records for operators that an effect was given up, without its data. Repeating it changes nothing. */
export const noteGivenUp = async (
  entries: Entries,
  name: string,
  { effect, tries, reason, at }: { effect: Effect; tries: number; reason: string; at: Date },
): Promise<void> => {
  const { id, type, receiver, key, at: wantedAt } = effect;
  const noted: GivenUpEffect = { id, name, type, receiver, key, wantedAt, at: at.toISOString(), tries, reason };
  await entries.insert(GIVEN_UP_KIND, `${wantedAt}/${id}`, noted, { expiresAt: at.getTime() + SHOWN_MS });
};

/** Returns a service's effects that were given up in the last 30 days, at most 500, the latest wanted first. */
export const listGivenUp = async (entries: Entries): Promise<GivenUpEffect[]> =>
  (await entries.list<GivenUpEffect>(GIVEN_UP_KIND, { reverse: true, limit: MAX_SHOWN })).map(({ body }) => body);
