import type { Filter, Order } from '@almanac/documents';
import { listPlansContract } from '@almanac/documents/list-plans-contract';
import { inItemLists, publishedOnly } from '../content-items/statuses.ts';
import { calendarOf } from '../testing.contract.ts';
import { eventKind, events } from './event.ts';

const { languages } = calendarOf();
const body = {
  status: 'publish',
  hidden: false,
  language: 'en',
  languages: ['en', 'fr-ca'],
  sortTitle: 'evening',
  slug: 'evening',
  author: 1,
  start: '2031-01-01 10:00:00',
  end: '2031-01-01 11:00:00',
  modifiedUtc: '2030-01-01 00:00:00',
  dateUtc: '2030-01-01 00:00:00',
};
const withHidden: Filter = { field: 'hidden', in: [false, true] };
const upcoming: Filter = { field: 'end', from: '2030-06-01 00:00:00' };

const inList: Filter = { all: [inItemLists(eventKind, 'en', languages), publishedOnly] };
/** The filters of each kind of list, and the orders that it has. */
const lists: readonly (readonly [what: string, filter: Filter, orders: readonly string[]])[] = [
  ['events', { all: [inList, withHidden, upcoming] }, ['start', 'sortTitle', 'modifiedUtc', 'dateUtc']],
  ['events as posts', inList, ['sortTitle', 'modifiedUtc', 'dateUtc', 'id', 'slug', 'author']],
];

describe('the lists of events in SQLite', () => {
  listPlansContract(
    lists.flatMap(([what, filter, orders]) =>
      orders.flatMap((field) =>
        (['asc', 'desc'] satisfies Order['direction'][]).map((direction) => ({
          what: `${what} by ${field} ${direction}`,
          collection: events,
          body,
          query: { filter, order: [{ field, direction }] },
        })),
      ),
    ),
  );
});
