import type { ElementType, SourceRecord } from '@almanac/contracts';
import type { Documents } from '@almanac/documents';
import { groupsOf, i18nIn, type TranslatedRecord } from '../translations/i18nMembers.ts';
import { rulesOf, type SiteLanguages } from '../translations/translatable.ts';
import { type TranslatedField, unitsOf } from '../translations/units.ts';

/** A kind of record as it is sent to be translated. */
export interface SourceKind<Fields, State extends Fields> {
  readonly type: ElementType;
  /** The noun of its translation groups. */
  readonly noun: string;
  readonly translated: readonly TranslatedField<Fields>[];
  /** Returns the type or taxonomy by which the rules name a record. Default: the one of `type`. */
  readonly kindOf?: (record: State) => string;
  /** Returns the record's data that jobs show: a plain title, its public path and its status. */
  readonly shown: (record: State) => Pick<SourceRecord, 'title' | 'path' | 'status'>;
}

/** Returns the type or taxonomy of an element: `cal_venue` of `post_cal_venue`. */
const kindOfElement = (type: ElementType): string => type.replace(/^(post|tax)_/, '');

/** Returns records with their units and versions; reads their groups in one query. */
export const sourceRecords = async <Fields, State extends Fields & TranslatedRecord & { readonly version: number }>(
  { documents, languages }: { readonly documents: Documents; readonly languages: SiteLanguages },
  { type, noun, translated, kindOf = () => kindOfElement(type), shown }: SourceKind<Fields, State>,
  records: readonly State[],
): Promise<SourceRecord[]> => {
  const membership = i18nIn(await groupsOf(documents, noun, records), true);
  const rules = rulesOf(languages);
  return records.map((record) => {
    const { id, version, language } = record;
    const { group_id: group, translations } = membership(record);
    const units = unitsOf<Fields>(translated, record, rules);
    const translatable = rules.modeOf(kindOf(record)) !== 0;
    return { type, id, version, language, group, ...shown(record), translatable, versions: translations, units };
  });
};
