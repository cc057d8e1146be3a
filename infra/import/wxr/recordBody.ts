import { findNamedZone } from '@almanac/dates/icalendar';
import { foreignNames, type TermKind } from '../../aliases/foreignNames.ts';
import { CREATED_STATUSES } from '../createdStatuses.ts';
import type { Terms } from './ensureTerms.ts';
import type { LinkTargets } from './exportLinks.ts';
import type { ExportedRecord } from './readExport.ts';

/** The ids of this site for the references of an export's records. */
export interface References {
  readonly authors: ReadonlyMap<string, number>;
  readonly terms: Readonly<Record<TermKind, Terms>>;
  readonly media: LinkTargets['media'];
  readonly records: LinkTargets['records'];
}

export interface RecordBody {
  /** The arguments of the interface, without the content. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The name of the content's argument. */
  readonly contentArgument: 'content' | 'description';
  /** Parts that this site stores differently, each as a sentence about the record. */
  readonly notes: readonly string[];
}

const NO_DATE = '0000-00-00 00:00:00';

const isoOf = (date: string): string => date.replace(' ', 'T');

/** Converts a record of an export to the arguments of the interface, with the references of this site. */
export const recordBody = (
  record: ExportedRecord,
  references: References,
  language: string | undefined,
): RecordBody => {
  const notes: string[] = [];
  const status = statusOf(record, notes);
  const author = references.authors.get(record.author.toLowerCase());
  const shared = {
    status,
    ...(record.slug !== '' && { slug: record.slug }),
    ...(author !== undefined && { author }),
  };
  const term = (kind: TermKind): number[] =>
    record.terms[kind].map((slug) => references.terms[kind].idOf(slug, language)).filter((id) => id !== undefined);
  if (record.kind === 'post')
    return { body: { ...shared, ...postBody(record, references, term, notes) }, contentArgument: 'content', notes };
  if (record.kind === 'page')
    return { body: { ...shared, ...pageBody(record, references) }, contentArgument: 'content', notes };
  const image = references.media.get(one(record, '_thumbnail_id'));
  const calendar = {
    ...shared,
    ...(hasDate(record.dateGmt) && status !== 'draft' && { date_utc: record.dateGmt }),
    password: record.password,
    ...(image !== undefined && { image }),
  };
  const own = {
    event: () => eventBody(record, references, term, notes),
    venue: () => venueBody(record),
    organizer: () => organizerBody(record),
  };
  return { body: { ...calendar, ...own[record.kind]() }, contentArgument: 'description', notes };
};

/** Returns the status to store. A record of the trash is created as a draft and then trashed. */
const statusOf = ({ status }: ExportedRecord, notes: string[]): string => {
  if (CREATED_STATUSES.includes(status)) return status;
  if (status !== 'trash') notes.push(`is a draft: its status was ${status || 'missing'}`);
  return 'draft';
};

const hasDate = (date: string): boolean => date !== '' && date !== NO_DATE;

/** Returns the first value of a meta key; empty if it has none. */
const one = ({ meta }: ExportedRecord, key: string): string => meta.get(key)?.[0]?.trim() ?? '';

const postBody = (
  record: ExportedRecord,
  references: References,
  term: (kind: TermKind) => number[],
  notes: string[],
): object => {
  const sticky = record.sticky && record.password === '';
  if (record.sticky && !sticky) notes.push('is not sticky: it has a password');
  return {
    ...sharedBody(record, references),
    sticky,
    format: record.format,
    categories: term('category'),
    tags: term('tag'),
  };
};

/** The parent follows once all pages are on the site. */
const pageBody = (record: ExportedRecord, references: References): object => ({
  ...sharedBody(record, references),
  menu_order: record.menuOrder,
});

const sharedBody = (record: ExportedRecord, { media }: References): object => {
  const image = media.get(one(record, '_thumbnail_id'));
  const footnotes = one(record, 'footnotes');
  return {
    title: record.title,
    excerpt: record.excerpt,
    ...datesOf(record),
    password: record.password,
    comment_status: record.commentStatus === 'open' ? 'open' : 'closed',
    ping_status: record.pingStatus === 'open' ? 'open' : 'closed',
    ...(image !== undefined && { featured_media: image }),
    ...(footnotes !== '' && { meta: { footnotes } }),
  };
};

/** Returns the instant if the file has one; a draft has only a clock time. */
export const datesOf = ({
  date,
  dateGmt,
  status,
}: Pick<ExportedRecord, 'date' | 'dateGmt' | 'status'>): { date?: string; date_gmt?: string } => {
  if (hasDate(dateGmt) && status !== 'draft') return { date_gmt: isoOf(dateGmt) };
  return hasDate(date) ? { date: isoOf(date) } : {};
};

const isYes = (value: string): boolean => /^(?:1|yes|true|on)$/i.test(value);

/** Returns the flags whose meta the record has. */
const flags = (record: ExportedRecord, names: Readonly<Record<string, string>>): Record<string, boolean> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([key, name]) => (record.meta.has(key) ? [[name, isYes(one(record, key))]] : [])),
  );

/** Returns the texts whose meta the record has. */
const texts = (record: ExportedRecord, names: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([key, name]) => (one(record, key) === '' ? [] : [[name, one(record, key)]])),
  );

const POSITIONS: ReadonlyMap<string, string> = new Map([
  ['prefix', 'prefix'],
  ['suffix', 'postfix'],
  ['postfix', 'postfix'],
]);

const eventBody = (
  record: ExportedRecord,
  { records }: References,
  term: (kind: TermKind) => number[],
  notes: string[],
): object => {
  const linked = (key: string): number[] =>
    (record.meta.get(key) ?? [])
      .flatMap((ids) => ids.split(','))
      .map((id) => records.get(id.trim())?.id)
      .filter((id) => id !== undefined);
  if ([...record.meta].some(([key, [value = '']]) => /^_Event(?:Recurrence|Recurring)/i.test(key) && value !== ''))
    notes.push('recurs in the export: only this date is imported');
  const position = POSITIONS.get(one(record, '_EventCurrencyPosition'));
  return {
    title: record.title,
    excerpt: record.excerpt,
    ...scheduleOf(record),
    ...texts(record, {
      _EventCost: 'cost',
      _EventCurrencySymbol: 'currency_symbol',
      _EventCurrencyCode: 'currency_code',
      _EventURL: 'website',
    }),
    ...(position !== undefined && { currency_position: position }),
    ...flags(record, {
      _EventShowMap: 'show_map',
      _EventShowMapLink: 'show_map_link',
      _EventHideFromUpcoming: 'hide_from_listings',
      ...foreignNames.flags,
    }),
    venue: linked('_EventVenueID'),
    organizer: linked('_EventOrganizerID'),
    categories: term('eventCategory'),
    tags: term('tag'),
  };
};

/** Returns the dates in the event's zone, else in UTC where the export has no zone. */
const scheduleOf = (record: ExportedRecord): object => {
  const zone = one(record, '_EventTimezone');
  const isUtc = zone === '' && one(record, '_EventStartDateUTC') !== '';
  const [start, end] = isUtc ? ['_EventStartDateUTC', '_EventEndDateUTC'] : ['_EventStartDate', '_EventEndDate'];
  const timezone = isUtc ? 'UTC' : (findNamedZone(zone)?.nameAt(0) ?? zone);
  const startDate = one(record, start);
  return {
    start_date: startDate,
    end_date: one(record, end) || startDate,
    all_day: isYes(one(record, '_EventAllDay')),
    ...(timezone !== '' && { timezone }),
  };
};

const venueBody = (record: ExportedRecord): object => ({
  venue: record.title,
  ...texts(record, {
    _VenueAddress: 'address',
    _VenueCity: 'city',
    _VenueCountry: 'country',
    _VenueProvince: 'province',
    _VenueState: 'state',
    _VenueStateProvince: 'stateprovince',
    _VenueZip: 'zip',
    _VenuePhone: 'phone',
    _VenueURL: 'website',
    _VenueLat: '_VenueLat',
    _VenueLng: '_VenueLng',
  }),
  ...flags(record, { _VenueShowMap: 'show_map', _VenueShowMapLink: 'show_map_link' }),
});

const organizerBody = (record: ExportedRecord): object => ({
  organizer: record.title,
  ...texts(record, { _OrganizerPhone: 'phone', _OrganizerEmail: 'email', _OrganizerWebsite: 'website' }),
});
