import type { Collection, Filter } from '@almanac/documents';
import { contentErrors } from '../errors.ts';
import { rulesOf, type SiteLanguages } from './translatable.ts';

/**
 * Returns the filter for the lists of a language, by the mode of their kind (docs/interface/translation.md §4). Lists
 * show all records, or the language's own. In mode 2, lists of other languages also show records in the default
 * language that have no public translation.
 * @param kind a type or taxonomy: `cal_venue`, `post_tag`
 */
export const inListsOf = (kind: string, language: string, site: SiteLanguages): Filter => {
  const mode = rulesOf(site).modeOf(kind);
  if (mode === 0) return { all: [] };
  return mode === 1 || language === site.defaultLanguage
    ? { field: 'language', equals: language }
    : { field: 'languages', contains: [language] };
};

/** A list that may show versions that are not public. */
interface VersionList {
  readonly collection: Collection;
  /** The listed statuses. */
  readonly statuses: readonly string[];
  /** The records that the caller may list; undefined for all. */
  readonly visible?: Filter | undefined;
}

const isUnpublished = (status: string): boolean => status !== 'publish' && status !== 'trash';

/**
 * Returns the filter of `inListsOf` for a list with unpublished records. An unpublished version that the caller may
 * list hides the record in the default language (docs/interface/translation.md §4).
 * @param kind a type: `cal_venue`, `post`
 */
export const inListsWithDrafts = (
  kind: string,
  language: string,
  site: SiteLanguages,
  { collection, statuses, visible }: VersionList,
): Filter => {
  const inLists = inListsOf(kind, language, site);
  const unpublished = statuses.filter(isUnpublished);
  if (unpublished.length === 0 || !('contains' in inLists)) return inLists;
  const own: Filter = { field: 'language', equals: language };
  const version = { all: [own, { field: 'status', in: unpublished }, ...(visible === undefined ? [] : [visible])] };
  const hasVersion: Filter = { field: 'group', referencedBy: { collection, field: 'group', filter: version } };
  return { all: [inLists, { any: [own, { not: hasVersion }] }] };
};

/**
 * Refuses a change of a record under another language than its own. Only a language that the request itself names
 * counts, not that of its address (docs/interface/translation.md §5).
 * @throws DomainError 400
 */
export const refuseOtherLanguage = (
  request: { readonly params: Readonly<Record<string, unknown>> },
  language: string,
): void => {
  const named = request.params.i18n_language;
  if (typeof named !== 'string' || named === '' || named === language) return;
  throw contentErrors.languageMismatch({ params: { language } });
};
