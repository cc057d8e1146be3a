export * from './grouping.ts';
export * from './i18nMembers.ts';
export * from './languageFilter.ts';
export * from './translatable.ts';
export * from './translationGroup.ts';
export {
  type ChangedTexts,
  changedTexts,
  fieldMember,
  fieldUnit,
  fingerprintOf,
  hashesOf,
  type TranslatedField,
  textMember,
  type Unit,
  type UnitHashes,
  unitHash,
  unitsOf,
} from './units.ts';
export * from './versionsInLanguage.ts';
