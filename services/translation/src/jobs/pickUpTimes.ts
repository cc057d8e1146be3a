import { toWallClock } from '@almanac/dates';
import type { Translation } from '../translation.ts';

const AGENCY_PICKUP_KIND = 'agency-asked';
const ID = 'last';

/** Stores the time of the current request to an agency for translated jobs. */
export const recordPickUp = ({ entries, now }: Pick<Translation, 'entries' | 'now'>): Promise<unknown> =>
  entries.put(AGENCY_PICKUP_KIND, ID, { at: now().getTime() });

/** Returns the time of the last request to an agency, in the site's timezone; null for none. */
export const lastPickedUp = async ({ entries, settings }: Translation): Promise<string | null> => {
  const kept = await entries.get<{ readonly at: number }>(AGENCY_PICKUP_KIND, ID);
  return kept === undefined ? null : toWallClock(kept.body.at, settings.current().timezone);
};
