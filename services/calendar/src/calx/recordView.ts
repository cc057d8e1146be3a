import { isoLocal } from '@almanac/dates';
import { excerptFromContent, rememberText, trimmed } from '@almanac/text';
import { addressOf } from '../addresses.ts';
import type { ItemState } from '../content-items/contentItem.ts';
import { modifiedOf } from '../content-items/itemView.ts';
import type { PicturedTexts } from '../content-items/picturedTexts.ts';
import { renderedTitle } from '../content-items/renderedTexts.ts';
import type { ShownImages } from '../images/images.ts';
import { type Display, rememberViews } from '../rememberViews.ts';

/** The images and picture texts of the records of a page, read at once. */
export interface PageMedia {
  readonly images: ShownImages;
  readonly texts: PicturedTexts;
}

export type View = Readonly<Record<string, unknown>>;

const generatedExcerpt = rememberText((content) => excerptFromContent(content));

/** Waits for a turn for the texts of a record and renders long ones, so that `recordMembers` shows them at once. */
export const prepareRecord = async (record: ItemState, texts: PicturedTexts): Promise<void> => {
  await texts.prepare(record);
  if (trimmed(record.excerpt) === '') await excerptFromContent.prepare(record.content);
};

/** Returns the members before the texts; they are cached (docs/interface/calendar-second-generation.md §5.1). */
const publicationMembers = rememberViews((record: ItemState, display: Display) => {
  const link = addressOf(display.site, record);
  return {
    id: record.id,
    date: isoLocal(record.date),
    date_gmt: record.dateUtc === null ? null : isoLocal(record.dateUtc),
    guid: { rendered: record.guid ?? link },
    modified: isoLocal(modifiedOf(record, display.settings.timezone)),
    modified_gmt: record.modifiedUtc === null ? null : isoLocal(record.modifiedUtc),
    slug: record.slug,
    status: record.status,
    link,
    title: { rendered: renderedTitle(record.title) },
  };
});

const TYPES = { event: 'cal_events', venue: 'cal_venue', organizer: 'cal_organizer' } as const;

/** Returns the values on which `recordMembers` depends, besides the record: the parts of a composed view. */
export const recordParts = (record: ItemState, { images, texts }: PageMedia, display: Display): readonly unknown[] => {
  const { content, excerpt } = texts.displayed(record);
  // another view whenever the settings or an address are other ones
  return [publicationMembers(record, display), content, excerpt, images.has(record.image)];
};

/** Returns the members of records of every kind (docs/interface/calendar-second-generation.md §5.1). */
export const recordMembers = (
  record: ItemState,
  kind: keyof typeof TYPES,
  { images, texts }: PageMedia,
  display: Display,
) => {
  const { link, title, ...publication } = publicationMembers(record, display);
  const { content, excerpt } = texts.displayed(record);
  const isProtected = record.password !== '';
  return {
    ...publication,
    type: TYPES[kind],
    link,
    title,
    content: { rendered: content, protected: isProtected },
    excerpt: { rendered: excerpt || generatedExcerpt(record.content), protected: isProtected },
    author: record.author,
    featured_media: images.has(record.image) ? record.image : 0,
    comment_status: record.commentStatus,
    ping_status: record.pingStatus,
    template: record.template,
    format: record.format,
  };
};
