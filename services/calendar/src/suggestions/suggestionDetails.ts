import type { Calendar } from '../calendar.ts';

/** The parts of a suggestion that only editors see; no log, document or published event contains it. */
export interface SuggestionDetails {
  readonly name: string;
  readonly email: string;
  /** The place as the visitor wrote it. */
  readonly place: string;
  /** The address of a picture; empty without one. */
  readonly picture: string;
}

const DETAILS_KIND = 'suggestion-details';

/** Milliseconds for which the details are kept. */
export const DETAILS_LIFETIME_MS = 90 * 86_400_000;

/** Stores the details before the commit that receives the suggestion; they expire by themselves. */
export const keepDetails = async (
  { entries, now }: Pick<Calendar, 'entries' | 'now'>,
  id: number,
  details: SuggestionDetails,
): Promise<void> => {
  await entries.put(DETAILS_KIND, String(id), details, { expiresAt: now().getTime() + DETAILS_LIFETIME_MS });
};

/** Returns the details of a suggestion; undefined after 90 days. */
export const detailsOf = async (
  { entries }: Pick<Calendar, 'entries'>,
  id: number,
): Promise<SuggestionDetails | undefined> => (await entries.get<SuggestionDetails>(DETAILS_KIND, String(id)))?.body;
