import { toWallClock } from '@almanac/dates';
import type { Translation } from '../translation.ts';

const KIND = 'agency-asked';
const ID = 'last';

/** Notes that an agency was asked just now for what it has translated. */
export const notePickUp = ({ entries, now }: Pick<Translation, 'entries' | 'now'>): Promise<unknown> =>
  entries.put(KIND, ID, { at: now().getTime() });

/** When an agency was last asked, by the clocks of the site; null for never. */
export const lastPickedUp = async ({ entries, settings }: Translation): Promise<string | null> => {
  const kept = await entries.get<{ readonly at: number }>(KIND, ID);
  return kept === undefined ? null : toWallClock(kept.body.at, settings.current().timezone);
};
