import type { RecordFields } from './record.ts';

/** What decides where a record's page is. */
export type Addressed = Pick<RecordFields, 'status' | 'slug'> & { readonly language: string };

/** The segment before the slug in the address of a record's page. */
export type AddressSegment = 'event' | 'venue' | 'organizer';

/**
 * The path of a record's page from the site's root: `/event/harbour/`, in another than the default language
 * `/fr-ca/event/harbour/`. Null for what has no page: drafts, scheduled and trashed records.
 */
export const pathOf = (segment: AddressSegment, record: Addressed, defaultLanguage: string): string | null => {
  if (record.slug === '' || (record.status !== 'publish' && record.status !== 'private')) return null;
  return `${languagePath(record.language, defaultLanguage)}/${segment}/${record.slug}/`;
};

/** `/fr-ca`, or nothing for the default language. */
export const languagePath = (language: string, defaultLanguage: string): string =>
  language === defaultLanguage ? '' : `/${language}`;

/** The address of a record's page; without one, the address that leads to any record by its id. */
export const addressOf = (site: string, record: { readonly id: number; readonly path: string | null }): string =>
  record.path === null ? `${site}/?p=${record.id}` : `${site}${record.path}`;
