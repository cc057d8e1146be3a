import { isObject } from '@almanac/rest';
import type { View } from './recordView.ts';

const MASKED_TITLE = 'Password protected';

/** The members of a protected record that everybody sees (docs/interface/calendar-second-generation.md §5.5). */
const open: ReadonlySet<string> = new Set([
  'id',
  'date',
  'date_gmt',
  'guid',
  'modified',
  'modified_gmt',
  'slug',
  'status',
  'type',
  'link',
  'author',
  'title',
  'class_list',
  'i18n',
  '_links',
]);

const NO_DATE = { date: '1970-01-01 00:00:00.000000', timezone_type: 0, timezone: MASKED_TITLE };

const cover = (value: unknown): unknown => {
  if (typeof value === 'string') return MASKED_TITLE;
  if (typeof value === 'number') return 0;
  if (Array.isArray(value)) return [];
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cover(member)]));
};

const coverMember = (name: string, value: unknown): unknown =>
  name === 'dates'
    ? Object.fromEntries(Object.keys(isObject(value) ? value : {}).map((date) => [date, NO_DATE]))
    : cover(value);

/** Returns the view without the record's password; every member keeps its type. */
export const masked = (view: View): View =>
  Object.fromEntries(
    Object.entries(view).map(([name, value]) => [name, open.has(name) ? value : coverMember(name, value)]),
  );

/** Returns the view of a venue or organizer without its password: its name is hidden too. */
export const maskedLinked = (view: View): View => ({ ...masked(view), title: { rendered: '' } });
