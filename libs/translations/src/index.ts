export * from './grouping.ts';
export * from './i18nMembers.ts';
export * from './languageFilter.ts';
export * from './rules.ts';
export { SourceGoneError } from './sourceGone.ts';
export * from './translatable.ts';
export * from './translationGroup.ts';
export {
  type ChangedTexts,
  type CleanText,
  changedTexts,
  fieldMember,
  fieldUnit,
  fingerprintOf,
  followingFields,
  hashesOf,
  inheritedFields,
  type MinorEdit,
  minorEdit,
  type TranslatedField,
  type TranslatedTexts,
  textMember,
  translatedFields,
  type Unit,
  type UnitHashes,
  unitHash,
  unitsOf,
  withoutIgnored,
} from './units.ts';
export * from './versionsInLanguage.ts';
