import type { Display } from './rememberViews.ts';

/** Returns `/fr-ca`, or the empty text for the default language. */
export const languagePath = (language: string, defaultLanguage: string): string =>
  language === defaultLanguage ? '' : `/${language}`;

/** Returns the address of a record's page; without a page, the address that leads to the record by its id. */
export const addressOf = (site: string, record: { readonly id: number; readonly path: string | null }): string =>
  record.path === null ? `${site}/?p=${record.id}` : `${site}${record.path}`;

/** Returns the address of a path in this namespace, such as `/events/7`. */
export const restAddress = ({ apiRoot }: Pick<Display, 'apiRoot'>, path: string): string =>
  `${apiRoot}/cal/events/v1${path}`;
