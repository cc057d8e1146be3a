import { toWallClock } from '@almanac/dates';
import { escapeHtml } from '@almanac/text';
import { addressOf } from '../addresses.ts';
import type { ShownImages } from '../images/images.ts';
import type { Display } from '../rememberViews.ts';
import type { ItemState } from './contentItem.ts';
import { UNSET_DATE } from './dateTexts.ts';
import { renderedContent, renderedTitle } from './renderedTexts.ts';

/** Returns the host and path of the site with the record's id: `site.example?id=12`. */
export const globalId = ({ site }: Display, id: number): string => `${site.replace(/^\w+:\/\//, '')}?id=${id}`;

/** Returns the members about author, status, dates and address (docs/interface/calendar.md §5.1). */
export const publicationMembers = (record: ItemState, display: Display) => ({
  author: String(record.author),
  status: record.status,
  date: record.date,
  date_utc: record.dateUtc ?? UNSET_DATE,
  modified: modifiedOf(record, display.settings.timezone),
  modified_utc: record.modifiedUtc ?? UNSET_DATE,
  url: addressOf(display.site, record),
});

/** Returns the local time of the last change; before the first change, the publication date. */
export const modifiedOf = ({ modifiedUtc, dateUtc, date }: ItemState, siteZone: string): string =>
  modifiedUtc === null || modifiedUtc === dateUtc ? date : toWallClock(modifiedUtc, siteZone);

/** Returns the first members of the structured data of every kind (docs/interface/calendar.md §5.7). */
export const jsonLdNaming = (item: ItemState, images: ShownImages): Record<string, unknown> => ({
  name: renderedTitle(item.title),
  description: escapeHtml(renderedContent(item.content)),
  ...(images.has(item.image) && { image: images.get(item.image)?.url }),
});
