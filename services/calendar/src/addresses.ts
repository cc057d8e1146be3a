import type { Display } from './rememberViews.ts';

/** `/fr-ca`, or nothing for the default language. */
export const languagePath = (language: string, defaultLanguage: string): string =>
  language === defaultLanguage ? '' : `/${language}`;

/** The address of a record's page; without one, the address that leads to any record by its id. */
export const addressOf = (site: string, record: { readonly id: number; readonly path: string | null }): string =>
  record.path === null ? `${site}/?p=${record.id}` : `${site}${record.path}`;

/** An address in this namespace, of the path after it: `/events/7`. */
export const restAddress = ({ apiRoot }: Pick<Display, 'apiRoot'>, path: string): string =>
  `${apiRoot}/cal/events/v1${path}`;
