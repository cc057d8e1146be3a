import { anything, type Invalid, integer, invalid } from '@almanac/rest';
import { isTruthy, listPassword, pagingArgs, searchText, statusFilter } from './recordArgs.ts';

const flag = (value: unknown): boolean | Invalid =>
  typeof value === 'object' ? invalid('{name} is neither true nor false.') : isTruthy(value);

/** What the lists of venues and of organizers can be asked for (docs/interface/calendar.md §8). */
export const linkedListArgs = (perPage: () => number) => ({
  ...pagingArgs(perPage),
  search: searchText('Words that occur in one of the texts of the record.'),
  event: integer({ description: 'Records that are linked to this event.' }),
  has_events: anything({ description: 'Records that are linked to events, or to none.', parse: flag }),
  only_with_upcoming: anything({
    description: 'Records that are linked to events that have not ended.',
    parse: flag,
    default: false,
  }),
  status: statusFilter,
  password: listPassword,
});
