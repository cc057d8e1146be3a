import { inListsOf } from '@almanac/content-model';
import { listPlansContract } from '@almanac/documents/list-plans-contract';
import { publishedOnly } from '../content-items/statuses.ts';
import { organizerKind } from '../organizers/organizer.ts';
import { calendarOf } from '../testing.contract.ts';
import { venueKind } from '../venues/venue.ts';

const { languages } = calendarOf();
const body = { status: 'publish', language: 'en', languages: ['en', 'fr-ca'], date: '2031-01-01 00:00:00' };

describe('the lists of the calendar in SQLite', () => {
  listPlansContract(
    [venueKind, organizerKind].flatMap(({ collection, plural, type }) =>
      ['en', 'fr-ca'].map((language) => ({
        what: `${plural} in ${language}`,
        collection,
        body,
        query: {
          filter: { all: [publishedOnly, inListsOf(type, language, languages)] },
          order: [{ field: 'date', direction: 'desc' }],
        },
      })),
    ),
  );
});
