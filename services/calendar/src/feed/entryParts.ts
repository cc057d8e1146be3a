import { anonymous } from '@almanac/identity';
import { plain } from '@almanac/pages';
import type { Calendar } from '../calendar.ts';
import { prepareTexts } from '../content-items/renderedTexts.ts';
import type { EventState } from '../events/event.ts';
import { eventDisplay } from '../events/eventAnswers.ts';
import { readRelated, unprotectedItems } from '../events/relatedRecords.ts';
import type { EntryParts } from './eventComponent.ts';

const namesOf = (terms: readonly object[]): string[] =>
  terms.flatMap((term) => ('name' in term ? [plain(String(term.name))] : []));

/** Returns a function for the parts of the entries of some events, whose texts are prepared. */
export const entryPartsOf = async (
  calendar: Calendar,
  request: Parameters<typeof eventDisplay>[1],
  shown: readonly EventState[],
): Promise<(event: EventState) => EntryParts> => {
  const { documents } = calendar;
  const display = eventDisplay(calendar, request);
  const related = await readRelated({ documents, principal: anonymous, display }, shown);
  for (const event of shown) await prepareTexts(event);
  return (event) => {
    const { categories, tags } = related.of(event);
    return {
      site: request.site,
      venues: unprotectedItems(event.venues, related.venues),
      organizer: unprotectedItems(event.organizers, related.organizers)[0],
      categories: namesOf([...categories, ...tags]),
    };
  };
};
