import { listPlansContract } from '@almanac/documents/list-plans-contract';
import { inItemLists, publishedOnly } from '../content-items/statuses.ts';
import { organizerKind } from '../organizers/organizer.ts';
import { calendarOf } from '../testing.contract.ts';
import { venueKind } from '../venues/venue.ts';

const { languages } = calendarOf();
const body = { status: 'publish', language: 'en', languages: ['en', 'fr-ca'], date: '2031-01-01 00:00:00' };

describe('the lists of the calendar in SQLite', () => {
  listPlansContract(
    [venueKind, organizerKind].flatMap((kind) =>
      ['en', 'fr-ca'].map((language) => ({
        what: `${kind.plural} in ${language}`,
        collection: kind.collection,
        body,
        query: {
          filter: { all: [publishedOnly, inItemLists(kind, language, languages)] },
          order: [{ field: 'date', direction: 'desc' }],
        },
      })),
    ),
  );
});
