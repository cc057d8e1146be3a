import type { MoveKind, OldRecord } from './moveKinds.ts';
import type { OldLanguage } from './oldLanguages.ts';
import type { OldSite } from './oldSite.ts';

export interface OldPage {
  readonly records: readonly OldRecord[];
  /** The number of records of the list in this language; undefined if the answer does not tell. */
  readonly total: number | undefined;
  readonly language: OldLanguage;
}

const PAGE_SIZE = 100;

/** Returns the arguments of a list of the old site in a language. */
export const queryIn = ({ query }: MoveKind, { lang }: OldLanguage): Readonly<Record<string, string>> =>
  lang === undefined ? query : { ...query, lang };

/**
 * Reads all records of a kind, each once, a language after the other. A list that does not heed the language shows its
 * records in the default one.
 * @throws OldSiteError
 */
export async function* oldRecords(
  kind: MoveKind,
  old: OldSite,
  languages: readonly OldLanguage[],
): AsyncGenerator<OldPage> {
  const seen = new Set<number>();
  for (const language of kind.isOfDefaultLanguage ? languages.slice(0, 1) : languages) {
    for await (const { body, total } of old.pages<OldRecord>(kind.path, PAGE_SIZE, queryIn(kind, language))) {
      const records = body.filter(({ id }) => !seen.has(id));
      for (const { id } of records) seen.add(id);
      yield { records, total, language };
    }
  }
}

/** Returns the addresses of the lists by which this site shows every record of a kind in a language. */
export const listsHere = ({ path, lists, hasLanguage = false }: MoveKind, { own }: OldLanguage): readonly string[] =>
  lists.map((list) => `${path}?${list}${hasLanguage && own !== undefined ? `&i18n_language=${own}` : ''}`);
