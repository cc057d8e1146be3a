/** The type of a member of `meta`. */
export type MetaKind = 'boolean' | 'text' | 'separator' | 'numbers' | 'footnotes';

const members = (kind: MetaKind, names: readonly string[]): [string, MetaKind][] => names.map((name) => [name, kind]);

/**
 * The members of `meta` of posts, in the order of answers (docs/interface/core-posts.md §9). They are those of the
 * calendar, so that its clients can write them here, and the editor's footnotes.
 */
export const declaredMeta: ReadonlyMap<string, MetaKind> = new Map([
  ...members('boolean', ['_EventAllDay']),
  ...members('text', ['_EventTimezone', '_EventStartDate', '_EventEndDate', '_EventStartDateUTC', '_EventEndDateUTC']),
  ...members('boolean', ['_EventShowMap', '_EventShowMapLink']),
  ...members('text', [
    '_EventURL',
    '_EventCost',
    '_EventCostDescription',
    '_EventCurrencySymbol',
    '_EventCurrencyCode',
    '_EventCurrencyPosition',
  ]),
  ...members('separator', ['_EventDateTimeSeparator', '_EventTimeRangeSeparator']),
  ...members('numbers', ['_EventOrganizerID', '_EventVenueID']),
  ...members('text', [
    '_OrganizerEmail',
    '_OrganizerPhone',
    '_OrganizerWebsite',
    '_VenueAddress',
    '_VenueCity',
    '_VenueCountry',
    '_VenueProvince',
    '_VenueState',
    '_VenueZip',
    '_VenuePhone',
    '_VenueURL',
    '_VenueStateProvince',
    '_VenueLat',
    '_VenueLng',
  ]),
  ...members('boolean', ['_VenueShowMap', '_VenueShowMapLink']),
  ...members('footnotes', ['footnotes']),
]);

/** Returns the value of an unwritten member. */
export const emptyMeta = (kind: MetaKind): boolean | string | readonly number[] => {
  if (kind === 'boolean') return false;
  return kind === 'numbers' ? [] : '';
};

const blank = Object.fromEntries([...declaredMeta].map(([name, kind]) => [name, emptyMeta(kind)]));

/** Returns the member `meta` of an answer: every declared member with its stored or empty value. */
export const renderMeta = (stored: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const meta: Record<string, unknown> = { ...blank };
  for (const [name, value] of Object.entries(stored))
    if (Object.hasOwn(blank, name) && value != null) meta[name] = value;
  return meta;
};
