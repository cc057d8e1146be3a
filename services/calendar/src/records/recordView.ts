import type { SiteSettings } from '@almanac/contracts';
import { toWallClock } from '@almanac/dates';
import { addressOf } from './address.ts';
import type { RecordState } from './record.ts';
import type { ShownRecords } from './rememberShown.ts';

/** Under which addresses and settings records are shown. */
export interface Display {
  /** The site's address, without a slash at its end. */
  readonly site: string;
  /** That of its interface in the language of the request. */
  readonly apiRoot: string;
  readonly settings: SiteSettings;
  /** What was shown of late. */
  readonly shown: ShownRecords;
}

const unset = '0000-00-00 00:00:00';

/** An address in this namespace, of the path after it: `/events/7`. */
export const restAddress = ({ apiRoot }: Pick<Display, 'apiRoot'>, path: string): string =>
  `${apiRoot}/cal/events/v1${path}`;

/** The host and path of the site with the record's id: `site.example?id=12`. */
export const globalId = ({ site }: Display, id: number): string => `${site.replace(/^\w+:\/\//, '')}?id=${id}`;

/** The members about author, status, dates and address (docs/interface/calendar.md §5.1). */
export const publicationMembers = (record: RecordState, display: Display) => ({
  author: String(record.author),
  status: record.status,
  date: record.date,
  date_utc: record.dateUtc ?? unset,
  modified: modifiedOf(record, display.settings.timezone),
  modified_utc: record.modifiedUtc ?? unset,
  url: addressOf(display.site, record),
});

/** Until its first change a record was changed when it was published. */
const modifiedOf = ({ modifiedUtc, dateUtc, date }: RecordState, siteZone: string): string =>
  modifiedUtc === null || modifiedUtc === dateUtc ? date : toWallClock(modifiedUtc, siteZone);
