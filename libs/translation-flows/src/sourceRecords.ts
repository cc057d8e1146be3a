import type { ElementType, SourceRecord } from '@almanac/contracts';
import type { Documents } from '@almanac/documents';
import { groupsOf, i18nIn, type Translated, type TranslatedField, unitsOf } from '@almanac/translations';

/** A kind of record as it is sent to be translated. */
export interface SourceKind<Fields, State extends Fields> {
  readonly type: ElementType;
  /** Names its translation groups. */
  readonly noun: string;
  readonly translated: readonly TranslatedField<Fields>[];
  /** What jobs show of it: a plain title, its public address. */
  readonly shown: (record: State) => Pick<SourceRecord, 'title' | 'path' | 'status'>;
}

/** Records with their units and versions; their groups are read in one query. */
export const sourceRecords = async <Fields, State extends Fields & Translated & { readonly version: number }>(
  documents: Documents,
  { type, noun, translated, shown }: SourceKind<Fields, State>,
  records: readonly State[],
): Promise<SourceRecord[]> => {
  const membership = i18nIn(await groupsOf(documents, noun, records), true);
  return records.map((record) => {
    const { id, version, language } = record;
    const { group_id: group, translations } = membership(record);
    const units = unitsOf<Fields>(translated, record);
    return { type, id, version, language, group, ...shown(record), translatable: true, versions: translations, units };
  });
};
