import { anything, boolean, type Invalid, invalid, text } from '@almanac/rest';
import { unescapeHtml } from '@almanac/text';
import { readableZone } from '../content-items/dateTexts.ts';
import { imageArg, publicationArgs, requiredDateText } from '../content-items/itemArgs.ts';
import { references } from '../linked-items/references.ts';
import { organizerArgs } from '../organizers/linkedOrganizers.ts';
import { idOf, memberId, piecesOf, requiredText, webAddress } from '../requestArgs.ts';
import { venueArgs } from '../venues/linkedVenues.ts';
import { isSentCost, type SentCost } from './cost.ts';
import type { TermReference } from './eventTerms.ts';

const LONGEST_UID = 255;

/** Ids, slugs and names as comma text or list, or terms as views have them; the empty text and list name none. */
const terms = (description: string) =>
  anything({
    description,
    parse: (value): TermReference[] | Invalid => {
      const references = piecesOf(value)?.map(termReference);
      const named = references?.every((reference) => reference !== undefined);
      return named ? (references as TermReference[]) : invalid('{name} is no list of ids, slugs or names.');
    },
    default: null,
  });

const termReference = (piece: unknown): TermReference | undefined => {
  const id = idOf(memberId(piece));
  if (id !== undefined) return { id };
  return typeof piece === 'string' || typeof piece === 'number' ? String(piece) : undefined;
};

/** Everything an event may be created with (docs/interface/calendar.md §10.1). */
export const eventArgs = {
  ...publicationArgs,
  title: requiredText('The title of the event.'),
  description: text({ description: 'The description of the event.' }),
  slug: text({ description: 'The slug of the event.', apartFromPath: true }),
  excerpt: text({ description: 'The excerpt of the event.' }),
  timezone: anything({
    description: 'The time zone of the event; without one that of the site.',
    parse: readableZone,
    words: { type: 'string' },
  }),
  all_day: boolean({ description: 'Whether the event lasts whole days.', default: false }),
  start_date: requiredDateText('When the event starts, on the clocks of its time zone.'),
  end_date: requiredDateText('When the event ends, on the clocks of its time zone.'),
  image: imageArg,
  cost: anything({
    description: 'What the event costs: an amount, a range, a word, or a list of these.',
    parse: (value): SentCost | Invalid =>
      isSentCost(value) ? value : invalid('{name} is neither a text, nor a number, nor a list of these.'),
  }),
  currency_symbol: text({ description: 'The symbol of the currency; without one that of the cost or of the site.' }),
  currency_position: text({ description: 'Where the symbol stands.', enum: ['prefix', 'postfix', ''] }),
  currency_code: text({ description: 'The code of the currency, such as USD.', pattern: '^([A-Za-z]{3})?$' }),
  website: anything({
    description: 'The address of the website of the event.',
    parse: (value) => webAddress(typeof value === 'string' ? unescapeHtml(value) : value),
    default: null,
  }),
  show_map: boolean({ description: 'Whether the event shows a map.' }),
  show_map_link: boolean({ description: 'Whether the event shows a link to a map.' }),
  hide_from_listings: boolean({ description: 'Whether the event is left out of lists.' }),
  sticky: boolean({ description: 'Whether the event stands first in the calendar view.' }),
  featured: boolean({ description: 'Whether the event is featured.' }),
  categories: terms('The categories of the event: ids, slugs or names.'),
  tags: terms('The tags of the event: ids, slugs or names.'),
  venue: references('The venues of the event: ids, or objects with the values of a venue.', venueArgs),
  organizer: references('The organizers of the event: ids, or objects with the values of an organizer.', organizerArgs),
  password: text({ description: 'The password that protects the event.' }),
  import_uid: text({
    description: 'The name by which importers find the event again; unique.',
    maxLength: LONGEST_UID,
    words: { maxLength: undefined },
  }),
};
