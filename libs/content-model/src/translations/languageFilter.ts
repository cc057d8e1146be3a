import type { Collection, Documents, Filter } from '@almanac/documents';
import { text } from '@almanac/rest';
import { contentErrors } from '../errors.ts';
import { rulesOf, type SiteLanguages } from './translatable.ts';

/** A kind of record that lists show by language. */
export interface ListedKind {
  /** The type or taxonomy by which the rules name it: `cal_venue`, `post_tag`. */
  readonly type: string;
  /** It declares `group`, and `languages` as an array. */
  readonly collection: Collection;
  /** The filter for public records; absent: all are public. */
  readonly publicOnly?: Filter;
}

/**
 * Returns the filter for the lists of a language, by the mode of their kind (docs/interface/translation.md §4). Lists
 * show all records, or the language's own. In mode 2, lists of other languages also show records in the default
 * language that have no public translation.
 */
export const inListsOf = (kind: ListedKind, language: string, site: SiteLanguages): Filter => {
  if (rulesOf(site).modeOf(kind.type) === 0) return { all: [] };
  if (!fallsBack(kind, language, site)) return { field: 'language', equals: language };
  const listed: Filter = { field: 'languages', contains: [language] };
  if (!site.laterLanguages?.includes(language)) return listed;
  // records from before the language was added do not name it, translated or not; their lists name the default language
  const candidates: Filter = { field: 'languages', contains: [language, site.defaultLanguage] };
  const translated = hasVersion(kind.collection, language, kind.publicOnly && [kind.publicOnly]);
  return { all: [candidates, { any: [listed, { not: translated }] }] };
};

/** True if lists of a language also show records in the default language. */
const fallsBack = ({ type }: ListedKind, language: string, site: SiteLanguages): boolean =>
  rulesOf(site).modeOf(type) === 2 && language !== site.defaultLanguage;

/** A group is named after its first member, whose copy in another service may have been made before the group. */
const groupNames = ['group', 'id'] as const;

/**
 * Returns the filter for records with a version in a language.
 * @param conditions what the version must meet; absent: nothing
 */
export const hasVersion = (collection: Collection, language: string, conditions: readonly Filter[] = []): Filter => {
  const versions: Filter = { all: [{ field: 'language', equals: language }, ...conditions] };
  const groups = { collection, field: 'group', filter: versions };
  return { any: groupNames.map((field) => ({ field, referencedBy: groups })) };
};

/** The argument of lists for records without a version in a language (docs/interface/translation.md §4). */
export const missingVersionArg = {
  i18n_missing: text({
    blankAbsent: true,
    maxLength: 35,
    description: 'Only records without a version in this language, such as fr-ca.',
  }),
};

/** Returns the filter for records without a version in a language, drafts included; none without a language. */
export const withoutVersion = (collection: Collection, language: string | undefined): Filter[] =>
  language === undefined ? [] : [{ not: hasVersion(collection, language) }];

/** A list that may show versions that are not public. */
interface VersionList {
  /** The listed statuses. */
  readonly statuses: readonly string[];
  /** The records that the caller may list; undefined for all. */
  readonly visible?: Filter | undefined;
}

const isUnpublished = (status: string): boolean => status !== 'publish' && status !== 'trash';

/**
 * Returns the filter of `inListsOf` for a list with unpublished records. An unpublished version that the caller may
 * list hides the record in the default language (docs/interface/translation.md §4).
 */
export const inListsWithDrafts = (
  kind: ListedKind,
  language: string,
  site: SiteLanguages,
  { statuses, visible }: VersionList,
): Filter => {
  const inLists = inListsOf(kind, language, site);
  const unpublished = statuses.filter(isUnpublished);
  if (unpublished.length === 0 || !fallsBack(kind, language, site)) return inLists;
  const listable: Filter[] = [{ field: 'status', in: unpublished }, ...(visible === undefined ? [] : [visible])];
  const replaced = hasVersion(kind.collection, language, listable);
  return { all: [inLists, { any: [{ field: 'language', equals: language }, { not: replaced }] }] };
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

/** Records of a collection that have a language. */
export interface RecordsWithLanguage {
  /** The first part of the names of their streams. */
  readonly type: string;
  readonly collection: Collection;
  /** Leaves out records that the site itself has created. Default: all records. */
  readonly filter?: Filter;
}

/** Returns a record of one of the collections, one in the trash too; undefined if there is none. */
export const firstRecord = async (
  documents: Documents,
  kinds: readonly RecordsWithLanguage[],
): Promise<{ readonly type: string; readonly id: number } | undefined> => {
  for (const { type, collection, filter } of kinds) {
    const [found] = await documents.find<{ readonly id: number }>(collection, { limit: 1, ...(filter && { filter }) });
    if (found !== undefined) return { type, id: found.id };
  }
  return undefined;
};
